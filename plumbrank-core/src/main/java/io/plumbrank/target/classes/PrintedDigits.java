package io.plumbrank.target.classes;

import java.math.BigDecimal;

/**
 * How many digits the entries of a matrix are printed with, told from the shortest text of each: rounded to a number of
 * decimals, or to a number of significant digits; where it may be either, the coarser of the two counts.
 *
 * @param decimals the most behind the point
 * @param significant the most from the first that is not 0
 * @param unit of the last digit of the largest entry
 */
record PrintedDigits(int decimals, int significant, double unit) {
    /** A double holds 15 digits of any number; more are those of a number that was not rounded. */
    static final int MOST = 14;

    static PrintedDigits of(LossMatrix matrix) {
        int decimals = 0;
        int significant = 0;
        double largest = 0;
        for (double value : matrix.values()) {
            if (value != 0) {
                BigDecimal shortest = BigDecimal.valueOf(value).stripTrailingZeros();
                decimals = Math.max(decimals, shortest.scale());
                significant = Math.max(significant, shortest.precision());
                largest = Math.max(largest, Math.abs(value));
            }
        }
        double ofDecimals = Math.pow(10, -decimals);
        double unit = largest == 0
                ? ofDecimals
                : Math.max(ofDecimals, Math.pow(10, Math.floor(Math.log10(largest)) + 1 - significant));
        return new PrintedDigits(decimals, significant, unit);
    }
}
