package io.plumbrank.target;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A low-rank loss over the classes 0 … n − 1: all labels are encoded to the same length. Given as a matrix
 * ({@link MatrixLoss}) or by a formula that needs none ({@link ClassLosses}).
 *
 * <p>{@code toString} gives the text that {@link ClassLosses#parse} reads, where there is one.
 *
 * @param <T> a prediction; a class, unless the loss says otherwise
 */
public interface ClassLoss<T> extends LowRankLoss<Integer, T> {

    /** n, the number of classes. */
    int classes();

    /** The length of α_y, the same for all classes. */
    int encodedSize();

    /** The rank of the doubly centred loss matrix. */
    int dimension();

    /** The name of a class; its 1-based number unless the loss knows better. */
    default String className(int label) {
        return Integer.toString(label + 1);
    }

    /** The name of a prediction. */
    String predictionName(T prediction);

    /**
     * All predictions in their natural order, in which ties are broken.
     *
     * @throws IllegalStateException if there are too many to list
     */
    List<T> predictions();

    @Override
    default int encodedSize(Integer label) {
        return encodedSize();
    }

    @Override
    default int dimension(Integer label) {
        return dimension();
    }

    /**
     * The same loss as a matrix. O(n · predictions), so for small sizes only.
     *
     * @throws IllegalStateException if the matrix would have more than 2²⁴ entries
     */
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
