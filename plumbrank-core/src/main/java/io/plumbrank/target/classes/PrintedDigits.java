package io.plumbrank.target.classes;

import io.plumbrank.target.LossMatrix;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

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
    private static final int MOST = 14;

    /** So many digits are rarely written by hand. */
    static final int ROUNDED = 5;

    /** How many dimensions are tried beyond what noise explains. */
    private static final int FEW_MORE = 4;

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

    /** As {@link Factorization#printed}, of a whole factorisation, by singular vectors or not. */
    Optional<Factorization.Printed> printed(Factorization whole, boolean singular) {
        if (significant < ROUNDED || significant > MOST || decimals == 0) {
            return Optional.empty();
        }
        LossMatrix matrix = whole.matrix();
        double noise = unit / 2 * (Math.sqrt(matrix.classes()) + Math.sqrt(matrix.predictions()));
        return singular
                ? least(above(noise, whole.singularValues()), whole.size(), whole::truncate)
                : LeadingDimensions.above(matrix, noise)
                        .flatMap(first -> least(
                                above(noise, first.values()),
                                Math.min(whole.size(), first.values().length),
                                some -> whole.leading(first, some)));
    }

    private static int above(double noise, double[] values) {
        return (int) Arrays.stream(values).filter(value -> value > noise).count();
    }

    private Optional<Factorization.Printed> least(int from, int below, IntFunction<Factorization> truncated) {
        return IntStream.range(from, Math.min(from + FEW_MORE, below))
                .mapToObj(truncated)
                .filter(fewer -> fewer.epsilon() <= unit)
                .findFirst()
                .map(fewer -> new Factorization.Printed(fewer.size(), fewer.epsilon(), unit));
    }
}
