package io.plumbrank.data.votes;

import io.plumbrank.data.text.Decimals;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much speaks for each item above each other: weight(i, j) is the weight of "i above j", for instance the number of
 * voters who rank i above j. Weights are finite and may be negative; the diagonal means nothing and is 0. Immutable.
 */
public final class PairwiseWeights {
    /** What {@link #isUsable} asks for, in words. */
    static final String USABLE = "a number between -1e150 and 1e150";

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
        double[] flat = new double[Math.multiplyExact(n, n)];
        for (int i = 0; i < n; i++) {
            if (weights[i].length != n) {
                throw new IllegalArgumentException("row " + i + " has " + weights[i].length + " weights, need " + n);
            }
            for (int j = 0; j < n; j++) {
                if (i != j && !Double.isFinite(weights[i][j])) {
                    throw new IllegalArgumentException("weight (" + i + ", " + j + ") is " + weights[i][j]);
                }
                flat[i * n + j] = i == j ? 0 : weights[i][j];
            }
        }
        return new PairwiseWeights(List.copyOf(names), flat);
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

    /** The value of a decimal number in a file; NaN for any other text. */
    public static double number(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Decimals.parseDouble(bytes, 0, bytes.length);
    }

    /** Whether a weight from a file is a number of which any amount can be added up. */
    public static boolean isUsable(double weight) {
        return Math.abs(weight) <= 1e150;
    }

    static List<String> numbered(int n) {
        List<String> names = new ArrayList<>(n);
        for (int i = 1; i <= n; i++) {
            names.add(Integer.toString(i));
        }
        return names;
    }
}
