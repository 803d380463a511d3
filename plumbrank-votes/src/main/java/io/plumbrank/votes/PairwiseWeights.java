package io.plumbrank.votes;

import io.plumbrank.decode.algorithms.LinearOrdering;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much speaks for each item above each other: weight(i, j) is the weight of "i above j", for instance the number of
 * voters who rank i above j. Weights are finite and may be negative; the diagonal means nothing and is 0. Immutable.
 */
public final class PairwiseWeights {
    /** What {@link #isUsable} asks for, in words. */
    public static final String USABLE = "a number between -1e150 and 1e150";

    /** Sums of whole numbers up to this are exact, and so are quotients by powers of ten up to their last digit. */
    public static final double COUNTED = 0x1p50;

    private static final int MOST_DIGITS = 15;

    private final List<String> names;
    private final double[] weights;

    private PairwiseWeights(List<String> names, double[] weights) {
        this.names = names;
        this.weights = weights;
    }

    /**
     * Weights with names.
     *
     * @param names one per item
     * @param weights a row per item, a column per item; copied
     * @throws IllegalArgumentException if the matrix is not square, has not one name per row, or holds a number that is
     *     not finite off its diagonal
     */
    public static PairwiseWeights of(List<String> names, double[][] weights) {
        int n = weights.length;
        if (names.size() != n) {
            throw new IllegalArgumentException("need one name per item, got " + names.size() + " for " + n);
        }
        return new PairwiseWeights(List.copyOf(names), LinearOrdering.flat(weights));
    }

    /** Weights of items that are called 1, 2, …, n. See {@link #of(List, double[][])}. */
    public static PairwiseWeights of(double[][] weights) {
        return of(numbered(weights.length), weights);
    }

    /** The number of items. */
    public int size() {
        return names.size();
    }

    /** One name per item. */
    public List<String> names() {
        return names;
    }

    /** The weight of "i above j"; 0 for i = j. */
    public double weight(int i, int j) {
        return weights[i * names.size() + j];
    }

    /** The weights of "i above j" for all j, as a fresh array. */
    public double[] row(int i) {
        int n = names.size();
        return Arrays.copyOfRange(weights, i * n, (i + 1) * n);
    }

    /**
     * How many of the smallest decimal unit make 1, a power of ten, so that all weights are whole numbers of units: 10 for 0.2 and 1.5.
     * 0 if the largest weight times the number of items is not below a number of units.
     */
    public double unitsPerOne(double below) {
        int digits = 0;
        for (double weight : weights) {
            if (weight != Math.rint(weight)) {
                digits = Math.max(
                        digits, BigDecimal.valueOf(weight).stripTrailingZeros().scale());
            }
        }
        double units = digits > MOST_DIGITS ? Double.POSITIVE_INFINITY : Math.pow(10, digits);
        return largest() * size() * units < below ? units : 0;
    }

    /** The problem of ordering the items. */
    public LinearOrdering ordering() {
        return LinearOrdering.of(size(), weights);
    }

    /**
     * How many units of {@link #orderingInUnits} make 1: a power of ten where decimal weights are few enough for all sums of their digits
     * to be exact, else 1.
     */
    public double unitsPerOne() {
        double units = unitsPerOne(LinearOrdering.EXACT / Math.max(1, size()));
        return units > 0 ? units : 1;
    }

    /** The problem in units of the last decimal digit, where that makes all sums exact. */
    public LinearOrdering orderingInUnits() {
        return inUnits(unitsPerOne()).ordering();
    }

    /** The largest weight in size. */
    public double largest() {
        return Arrays.stream(weights).map(Math::abs).max().orElse(0);
    }

    /** The same in units, which are whole numbers. */
    public PairwiseWeights inUnits(double unitsPerOne) {
        return unitsPerOne == 1
                ? this
                : new PairwiseWeights(
                        names,
                        Arrays.stream(weights)
                                .map(weight -> Math.rint(weight * unitsPerOne))
                                .toArray());
    }

    /** Whether a weight from a file is a number of which any amount can be added up. */
    public static boolean isUsable(double weight) {
        return Math.abs(weight) <= 1e150;
    }

    /** The names 1, 2, …, n. */
    public static List<String> numbered(int n) {
        List<String> names = new ArrayList<>(n);
        for (int i = 1; i <= n; i++) {
            names.add(Integer.toString(i));
        }
        return names;
    }
}
