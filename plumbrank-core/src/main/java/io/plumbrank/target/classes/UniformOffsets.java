package io.plumbrank.target.classes;

import java.util.Arrays;

/**
 * The best uniform fit of a matrix by offsets of rows and shifts of columns: min over c, b of max |R_yt − c_y − b_t|.
 *
 * <p>S. P. Diliberto and E. G. Straus, On the approximation of a function of several variables by the sum of functions of
 * fewer variables, Pacific J. Math. 1 (1951): taking the mid-range out of all rows, then out of all columns, and so on,
 * never raises the largest residual and converges to the least one. O(nk) a round.
 */
final class UniformOffsets {
    private static final int ROUNDS = 64;
    /** A round that gains less than this ends it. */
    private static final double GAIN = 1e-6;

    private UniformOffsets() {}

    /** Adds to offsets and shifts what is taken out of the residuals. */
    static void fit(double[][] residuals, double[] offsets, double[] shifts) {
        double before = takeRows(residuals, offsets);
        for (int round = 0; round < ROUNDS; round++) {
            takeColumns(residuals, shifts);
            double now = takeRows(residuals, offsets);
            if (now >= before * (1 - GAIN)) {
                return;
            }
            before = now;
        }
    }

    /** The largest residual that is left. */
    private static double takeRows(double[][] residuals, double[] offsets) {
        double largest = 0;
        for (int y = 0; y < residuals.length; y++) {
            double[] row = residuals[y];
            double low = Double.POSITIVE_INFINITY;
            double high = Double.NEGATIVE_INFINITY;
            for (double value : row) {
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            double middle = (low + high) / 2;
            offsets[y] += middle;
            for (int t = 0; t < row.length; t++) {
                row[t] -= middle;
            }
            largest = Math.max(largest, (high - low) / 2);
        }
        return largest;
    }

    private static void takeColumns(double[][] residuals, double[] shifts) {
        double[] low = new double[shifts.length];
        double[] high = new double[shifts.length];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (double[] row : residuals) {
            for (int t = 0; t < row.length; t++) {
                low[t] = Math.min(low[t], row[t]);
                high[t] = Math.max(high[t], row[t]);
            }
        }
        for (int t = 0; t < shifts.length; t++) {
            low[t] = (low[t] + high[t]) / 2;
            shifts[t] += low[t];
        }
        for (double[] row : residuals) {
            CentredSvd.addTo(row, -1, low);
        }
    }
}
