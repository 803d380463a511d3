package io.plumbrank.learn.boost;

/**
 * Gradients and curvatures of all rows as integers, so that their sums are exact in any order.
 *
 * <p>A gradient is the nearest multiple of a power of two, the smallest for which no sum over all n rows can overflow. Where all
 * rows have the curvature 1, and there is one output, gradient and count share a number, gradient · 2^c + 1 with 2^c &gt; n, so
 * that a bin takes one addition: a gradient is then rounded by at most 2^(2c−63) of the largest one, which is 2⁻²³ for a million
 * rows. Else, and for more than four million rows, each output has a number, and the curvature another, rounded by at most 2^(c−62) of the largest, and by at most
 * 2⁻⁴⁸.
 */
final class RoundedGradients {
    private static final int CHUNK = 1 << 14;
    private static final int MOST_BITS = 48;
    /** With more rows a shared number would leave a gradient fewer than 19 bits. */
    private static final int MOST_COUNT_BITS = 22;

    private final int outputs;
    private final int stride;
    private final int countBits;
    private final boolean packed;
    private final long[] values;
    private double gradientUnit = 1;
    private double curvatureUnit = 1;

    /**
     * @param outputs of one tree
     * @param unitCurvature whether every row has the curvature 1
     */
    RoundedGradients(int rows, int outputs, boolean unitCurvature) {
        this.outputs = outputs;
        countBits = Long.SIZE - Long.numberOfLeadingZeros(rows);
        packed = unitCurvature && outputs == 1 && countBits <= MOST_COUNT_BITS;
        stride = packed ? 1 : outputs + 1;
        values = new long[Math.multiplyExact(rows, stride)];
    }

    /** The derivatives of the loss at a row. */
    interface Source {
        double gradient(int row, int output);

        double curvature(int row);
    }

    /** Takes the gradients of all rows. */
    void round(Source source, Workers workers) {
        int rows = values.length / stride;
        double[] largest = new double[2 * ((rows + CHUNK - 1) / CHUNK)];
        workers.ranges(rows, CHUNK, (from, to) -> {
            double gradient = 0;
            double curvature = 0;
            for (int row = from; row < to; row++) {
                for (int o = 0; o < outputs; o++) {
                    gradient = Math.max(gradient, Math.abs(source.gradient(row, o)));
                }
                curvature = Math.max(curvature, source.curvature(row));
            }
            largest[2 * (from / CHUNK)] = gradient;
            largest[2 * (from / CHUNK) + 1] = curvature;
        });
        double gradient = 0;
        double curvature = 0;
        for (int chunk = 0; chunk < largest.length; chunk += 2) {
            gradient = Math.max(gradient, largest[chunk]);
            curvature = Math.max(curvature, largest[chunk + 1]);
        }
        if (!Double.isFinite(gradient) || !Double.isFinite(curvature)) {
            throw new IllegalArgumentException("gradients must be finite; look at the targets");
        }
        int room = Long.SIZE - 2 - countBits;
        gradientUnit = unit(gradient, packed ? room + 1 - countBits : Math.min(MOST_BITS, room));
        curvatureUnit = packed ? 1 : unit(curvature, Math.min(MOST_BITS, room));
        workers.ranges(rows, CHUNK, (from, to) -> {
            for (int row = from; row < to; row++) {
                write(source, row);
            }
        });
    }

    private void write(Source source, int row) {
        if (packed) {
            values[row] = (rounded(source.gradient(row, 0) / gradientUnit) << countBits) + 1;
            return;
        }
        for (int o = 0; o < outputs; o++) {
            values[row * stride + o] = rounded(source.gradient(row, o) / gradientUnit);
        }
        values[row * stride + outputs] = rounded(source.curvature(row) / curvatureUnit);
    }

    private static long rounded(double value) {
        return (long) Math.rint(value);
    }

    /** The power of two for which the largest value takes so many bits. */
    private static double unit(double largest, int bits) {
        // division by the smallest normal powers stays exact
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

    int countBits() {
        return countBits;
    }

    /** Those of all rows, {@link #stride} each. */
    long[] values() {
        return values;
    }

    double gradientUnit() {
        return gradientUnit;
    }

    double gradient(long[] sums, int at, int output) {
        return gradientUnit * (packed ? sums[at] >> countBits : sums[at + output]);
    }

    double curvature(long[] sums, int at) {
        return packed ? sums[at] & ((1L << countBits) - 1) : curvatureUnit * sums[at + outputs];
    }
}
