package io.plumbrank.surrogate;

/**
 * Working memory of the surrogates' kernels, which grows to the largest query it meets. One for each thread; its contents mean
 * nothing between calls.
 */
public final class Scratch {
    private final double[][] numbers = new double[5][0];
    private final int[][] indices = new int[3][0];

    /** Array {@code slot} of doubles, at least n long, with arbitrary contents. */
    public double[] numbers(int slot, int n) {
        if (numbers[slot].length < n) {
            numbers[slot] = new double[n + n / 2];
        }
        return numbers[slot];
    }

    /** Array {@code slot} of ints, at least n long, with arbitrary contents. */
    public int[] indices(int slot, int n) {
        if (indices[slot].length < n) {
            indices[slot] = new int[n + n / 2];
        }
        return indices[slot];
    }
}
