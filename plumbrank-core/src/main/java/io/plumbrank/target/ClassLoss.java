package io.plumbrank.target;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A low-rank loss over the classes 0 … n − 1: all labels are encoded to the same length. Given as a matrix
 * ({@code MatrixLoss}) or by a formula that needs none ({@code ClassLosses}).
 *
 * <p>{@code toString} gives the text that {@code ClassLosses.parse} reads, where there is one.
 *
 * @param <T> a prediction; a class, unless the loss says otherwise
 */
public interface ClassLoss<T> extends LowRankLoss<Integer, T> {

    /** n, the number of classes. */
    int classes();

    /** The length of α_y, the same for all classes. */
    int encodedSize();

    /** The rank of the doubly centred loss matrix, which no exact encoding is shorter than. Closed forms reach it. */
    default int dimension() {
        return encodedSize();
    }

    /** The number that the first class goes by, where classes go by numbers: 0 or 1. */
    default int first() {
        return 1;
    }

    /** The same with classes that go by numbers counted from 0 or 1; the same loss where they go by names. */
    default ClassLoss<T> countedFrom(int first) {
        return this;
    }

    /** The name of a class; its number unless the loss knows better. */
    default String className(int label) {
        return Integer.toString(label + first());
    }

    String predictionName(T prediction);

    /** @throws IllegalStateException if there are too many to list; ties are broken in their order */
    List<T> predictions();

    /** Decodes many vectors, one after the other, to the bit as {@link #decode} does. */
    default List<T> decodeAll(double[] us, int count) {
        int size = encodedSize();
        return IntStream.range(0, count)
                .mapToObj(v -> decode(Arrays.copyOfRange(us, v * size, (v + 1) * size)))
                .toList();
    }

    /** What a prediction costs in the units in which the loss was given, where costs may be negative. */
    default double given(int label, T prediction) {
        return loss(label, prediction);
    }

    /** Whether all predictions, for each class, are few enough to be shown. */
    default boolean isListable() {
        try {
            return (long) classes() * predictions().size() <= 1 << 20;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    @Override
    default int encodedSize(Integer label) {
        return encodedSize();
    }

    @Override
    default int dimension(Integer label) {
        return dimension();
    }

    /** @throws IllegalStateException if the matrix would have more than 2²⁴ entries */
    default LossMatrix toMatrix() {
        List<T> predictions = predictions();
        if ((long) classes() * predictions.size() > 1 << 24) {
            throw new IllegalStateException(
                    this + " is too large for a matrix: " + classes() + " × " + predictions.size() + " losses");
        }
        double[][] losses = new double[classes()][predictions.size()];
        for (int y = 0; y < losses.length; y++) {
            for (int t = 0; t < predictions.size(); t++) {
                losses[y][t] = loss(y, predictions.get(t));
            }
        }
        return LossMatrix.of(
                losses,
                IntStream.range(0, classes()).mapToObj(this::className).toList(),
                predictions.stream().map(this::predictionName).toList());
    }
}
