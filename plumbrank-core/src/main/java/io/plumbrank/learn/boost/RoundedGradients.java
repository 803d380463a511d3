package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Summable;

/**
 * Gradients and curvatures of all rows as integers, so that their sums are exact in any order. A gradient is a multiple of a power of
 * two, the smallest for which no sum over n rows, 2^c &gt; n, can overflow; the multiple is the nearest one, but for the last case.
 *
 * <ul>
 *   <li>One output, all curvatures 1, up to four million rows: gradient and count share a number, gradient · 2^c + 1, so that a bin
 *       takes one addition. A gradient is rounded by at most 2^(2c−63) of the largest one, which is 2⁻²³ for a million rows.
 *   <li>Several outputs, up to two million rows: two gradients share a number, a · 2^32 + b, and curvature has another. A gradient is
 *       rounded by at most 2^(c−31) of the largest one. Where that leaves fewer than 16 bits, which is from 32,768 rows on, it goes up
 *       or down by a sequence that is spread evenly over rows and outputs, so that roundings cancel in sums.
 *   <li>Else each output has a number, and the curvature another, rounded by at most 2^(c−62) of the largest, and by at most 2⁻⁴⁸.
 * </ul>
 */
final class RoundedGradients {
    private static final int CHUNK = 1 << 14;
    private static final int MOST_BITS = 48;
    /** With more rows a shared number would leave a gradient fewer than 19 bits. */
    private static final int MOST_COUNT_BITS = 22;
    /** With more rows half a number would leave a gradient fewer than 10 bits. */
    private static final int MOST_COUNT_BITS_OF_TWO = 21;

    private static final int FEW_BITS = 16;

    private final int outputs;
    private final int stride;
    private final int countBits;
    private final boolean packed;
    private final boolean paired;
    private final long[] values;
    private double gradientUnit = 1;
    private double curvatureUnit = 1;

    /**
     * @param most how many rows a tree is grown on at most, a row that comes again counted again
     * @param outputs of one tree
     * @param unitCurvature whether every row has the curvature 1
     */
    RoundedGradients(int rows, long most, int outputs, boolean unitCurvature) {
        this.outputs = outputs;
        countBits = Long.SIZE - Long.numberOfLeadingZeros(most);
        packed = unitCurvature && outputs == 1 && countBits <= MOST_COUNT_BITS;
        paired = outputs > 1 && countBits <= MOST_COUNT_BITS_OF_TWO;
        int numbers = packed ? 1 : (paired ? (outputs + 1) / 2 : outputs) + 1;
        stride = numbers <= 2 ? numbers : (numbers + Histograms.AT_ONCE - 1) / Histograms.AT_ONCE * Histograms.AT_ONCE;
        values = new long[Math.multiplyExact(rows, stride)];
    }

    /** The derivatives of the loss at a row. */
    interface Source {
        /** One per output of the tree. */
        void gradientInto(int row, double[] gradient);

        double curvature(int row);
    }

    /** Takes the gradients of all rows; few bits are rounded by a sequence that begins at {@code key}. */
    void round(Source source, long key, Workers workers) {
        double[] exact = new double[Math.multiplyExact(values.length / stride, outputs)];
        take(largest(source, exact, workers));
        round(source, exact, key, 0, workers);
    }

    /** The largest of these rows; the units of all must be those of the largest of all. */
    Largest largest(Source source, Workers workers) {
        return largest(source, new double[Math.multiplyExact(values.length / stride, outputs)], workers);
    }

    /** Takes the gradients of rows that are some of all, from row {@code first} on, after {@link #take}. */
    void round(Source source, long key, long first, Workers workers) {
        double[] exact = new double[Math.multiplyExact(values.length / stride, outputs)];
        largest(source, exact, workers);
        round(source, exact, key, first, workers);
    }

    /** The largest gradient and curvature of some rows, in size. */
    record Largest(double gradient, double curvature) implements Summable<Largest> {
        private static final long serialVersionUID = 1;

        @Override
        public Largest plus(Largest other) {
            return new Largest(Math.max(gradient, other.gradient), Math.max(curvature, other.curvature));
        }
    }

    private Largest largest(Source source, double[] exact, Workers workers) {
        int rows = values.length / stride;
        double[] largest = new double[2 * ((rows + CHUNK - 1) / CHUNK)];
        workers.ranges(rows, CHUNK, (from, to) -> {
            double[] own = new double[outputs];
            double gradient = 0;
            double curvature = 0;
            for (int row = from; row < to; row++) {
                source.gradientInto(row, own);
                for (int o = 0; o < outputs; o++) {
                    gradient = Math.max(gradient, Math.abs(own[o]));
                    exact[row * outputs + o] = own[o];
                }
                curvature = Math.max(curvature, source.curvature(row));
            }
            largest[2 * (from / CHUNK)] = gradient;
            largest[2 * (from / CHUNK) + 1] = curvature;
        });
        Largest all = new Largest(0, 0);
        for (int chunk = 0; chunk < largest.length; chunk += 2) {
            all = all.plus(new Largest(largest[chunk], largest[chunk + 1]));
        }
        return all;
    }

    /** Takes the units of rows of which these are the largest. */
    void take(Largest largest) {
        double gradient = largest.gradient;
        double curvature = largest.curvature;
        if (!Double.isFinite(gradient) || !Double.isFinite(curvature)) {
            throw new IllegalArgumentException("gradients must be finite; look at the targets");
        }
        int room = Long.SIZE - 2 - countBits;
        gradientUnit = unit(gradient, bits());
        curvatureUnit = packed ? 1 : unit(curvature, Math.min(MOST_BITS, room));
    }

    /** Of a gradient. */
    private int bits() {
        int room = Long.SIZE - 2 - countBits;
        return packed ? room + 1 - countBits : paired ? Integer.SIZE - 1 - countBits : Math.min(MOST_BITS, room);
    }

    private void round(Source source, double[] exact, long key, long first, Workers workers) {
        double inverse = 1 / gradientUnit;
        boolean spread = bits() < FEW_BITS;
        int rows = values.length / stride;
        workers.ranges(rows, CHUNK, (from, to) -> {
            double[] own = new double[outputs];
            for (int row = from; row < to; row++) {
                for (int o = 0; o < outputs; o++) {
                    double units = exact[row * outputs + o] * inverse;
                    own[o] = spread ? Math.floor(units + fraction(key, first + row, o)) : Math.rint(units);
                }
                write(own, source.curvature(row), row * stride);
            }
        });
    }

    /** A Weyl sequence over rows and outputs, in [0, 1). */
    private double fraction(long key, long row, int output) {
        return Mixing.uniform(key + (row * outputs + output) * 0x9E3779B97F4A7C15L);
    }

    private void write(double[] whole, double curvature, int at) {
        if (packed) {
            values[at] = ((long) whole[0] << countBits) + 1;
            return;
        }
        for (int o = 0; o < outputs; o++) {
            if (!paired) {
                values[at + o] = (long) whole[o];
            } else if (o % 2 == 0) {
                values[at + o / 2] = (long) whole[o];
            } else {
                values[at + o / 2] += (long) whole[o] << Integer.SIZE;
            }
        }
        values[at + stride - 1] = (long) Math.rint(curvature / curvatureUnit);
    }

    /** The power of two for which the largest value takes so many bits. */
    private static double unit(double largest, int bits) {
        // the inverse of a smaller power would be infinite
        return largest == 0 ? 1 : Math.scalb(1.0, Math.max(-1000, Math.getExponent(largest) + 1 - bits));
    }

    int outputs() {
        return outputs;
    }

    /** How many numbers a row has, and a bin. */
    int stride() {
        return stride;
    }

    /** Whether gradient and count share a number. */
    boolean isPacked() {
        return packed;
    }

    /** Whether two gradients share a number. */
    boolean isPaired() {
        return paired;
    }

    int countBits() {
        return countBits;
    }

    /** Those of all rows, {@link #stride} each, the curvature last. */
    long[] values() {
        return values;
    }

    double gradientUnit() {
        return gradientUnit;
    }

    double gradient(long[] sums, int at, int output) {
        return gradientUnit * whole(sums, at, output);
    }

    /** In units. */
    long whole(long[] sums, int at, int output) {
        if (packed) {
            return sums[at] >> countBits;
        }
        if (!paired) {
            return sums[at + output];
        }
        long both = sums[at + output / 2];
        return output % 2 == 0 ? (int) both : second(both);
    }

    /** The second of two that share a number, of which the first is the lower half. */
    static int second(long both) {
        return (int) ((both - (int) both) >> Integer.SIZE);
    }

    double curvature(long[] sums, int at) {
        return packed ? sums[at] & ((1L << countBits) - 1) : curvatureUnit * sums[at + stride - 1];
    }
}
