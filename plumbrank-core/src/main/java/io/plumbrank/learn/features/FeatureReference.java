package io.plumbrank.learn.features;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Where each feature lies and how far it spreads: a reference value, which also stands in for missing values, and a scale.
 * It is fixed before the sums begin, by the first block of rows, and all shards share it; so it need not be the mean of
 * all rows, only near enough that x − reference keeps the digits that matter.
 *
 * <p>Features past {@link #inputs}, or never present in the first block, have reference 0 and scale 0 ("not known to
 * vary"). Immutable.
 */
public final class FeatureReference implements Serializable {
    private static final long serialVersionUID = 1;

    /** Features are floats, whose deviations are far larger; what is divided by less may be infinite. */
    private static final double LEAST_SCALE = 1e-200;

    /** Floats, widened once: in the loop over rows a second conversion would be the slow part. */
    private final double[] values;

    private final double[] scales;

    private FeatureReference(double[] values, double[] scales) {
        this.values = values;
        this.scales = scales;
    }

    /** @throws IllegalArgumentException if lengths differ, a value is not finite, or a scale cannot divide */
    public static FeatureReference of(float[] values, double[] scales) {
        if (values.length != scales.length) {
            throw new IllegalArgumentException(values.length + " reference values but " + scales.length + " scales");
        }
        for (int j = 0; j < values.length; j++) {
            boolean divides = scales[j] == 0 || (scales[j] >= LEAST_SCALE && scales[j] < Double.POSITIVE_INFINITY);
            if (!Float.isFinite(values[j]) || !divides) {
                throw new IllegalArgumentException("feature " + (j + 1) + " has reference " + values[j] + " and scale "
                        + scales[j] + "; they must be finite, and the scale 0 or at least " + LEAST_SCALE);
            }
        }
        return new FeatureReference(widened(values), scales.clone());
    }

    /** Writes values and scales as fields of an object that is open. */
    public void write(JsonGenerator json) throws IOException {
        write(inputs(), json);
    }

    /** Writes values and scales of the first features. */
    public void write(int inputs, JsonGenerator json) throws IOException {
        JsonArrays.floats("reference", Arrays.copyOf(values(), inputs), json);
        JsonArrays.numbers("scales", Arrays.copyOf(scales, inputs), json);
    }

    /** Reads what {@link #write} wrote. */
    public static FeatureReference read(Fields json) {
        return of(json.floats("reference"), json.numbers("scales"));
    }

    /** Reference 0 and scale 1 for all: a missing value then counts as zero. */
    public static FeatureReference zero(int inputs) {
        double[] scales = new double[inputs];
        Arrays.fill(scales, 1);
        return new FeatureReference(new double[inputs], scales);
    }

    /**
     * The mean of the present values, rounded to float, and their root mean square distance from it, both over rows 0 …
     * rows − 1. A float reference makes x − reference exact for a constant feature, and nearly always otherwise. O(rows ·
     * inputs), one row after another.
     *
     * @param x row-major, NaN for missing
     * @throws IllegalArgumentException if a value is infinite
     */
    public static FeatureReference ofRows(float[] x, int rows, int inputs) {
        double[] sums = new double[inputs];
        int[] present = new int[inputs];
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < inputs; j++) {
                float value = x[row * inputs + j];
                if (!Float.isNaN(value)) {
                    sums[j] += value;
                    present[j]++;
                }
            }
        }
        double[] values = new double[inputs];
        for (int j = 0; j < inputs; j++) {
            values[j] = present[j] == 0 ? 0 : (float) (sums[j] / present[j]);
            if (!Double.isFinite(values[j])) {
                throw new IllegalArgumentException("feature " + (j + 1) + " has an infinite value");
            }
        }
        double[] squares = new double[inputs];
        for (int row = 0; row < rows; row++) {
            for (int j = 0; j < inputs; j++) {
                double distance = shifted(x[row * inputs + j], values[j]);
                squares[j] += distance * distance;
            }
        }
        for (int j = 0; j < inputs; j++) {
            squares[j] = present[j] == 0 ? 0 : Math.sqrt(squares[j] / present[j]);
        }
        return new FeatureReference(values, squares);
    }

    /** x − reference, 0 for a missing x. */
    public static double shifted(float x, double reference) {
        double distance = x - reference;
        return Double.isNaN(distance) ? 0 : distance;
    }

    /** out[outAt + j] = x[at + j] − reference of j, 0 for a missing x, for j &lt; count. */
    public void shiftInto(float[] x, int at, int count, int outAt, double[] out) {
        int known = Math.min(count, values.length);
        for (int j = 0; j < known; j++) {
            out[outAt + j] = shifted(x[at + j], values[j]);
        }
        for (int j = known; j < count; j++) {
            out[outAt + j] = shifted(x[at + j], 0);
        }
    }

    public int inputs() {
        return values.length;
    }

    /** The reference of a feature, 0 past {@link #inputs}. */
    public float value(int feature) {
        return feature < values.length ? (float) values[feature] : 0;
    }

    /** The scale of a feature, 0 if it is not known to vary. */
    public double scale(int feature) {
        return feature < scales.length ? scales[feature] : 0;
    }

    /** All reference values, a fresh array. */
    public float[] values() {
        return values(inputs());
    }

    /** All scales, a fresh array. */
    public double[] scales() {
        return scales.clone();
    }

    /** The reference values of {@code inputs} features, padded with 0, a fresh array. */
    public float[] values(int inputs) {
        return narrowed(Arrays.copyOf(values, inputs));
    }

    static double[] widened(float[] values) {
        double[] result = new double[values.length];
        for (int j = 0; j < values.length; j++) {
            result[j] = values[j];
        }
        return result;
    }

    static float[] narrowed(double[] values) {
        float[] result = new float[values.length];
        for (int j = 0; j < values.length; j++) {
            result[j] = (float) values[j];
        }
        return result;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FeatureReference that
                && Arrays.equals(values, that.values)
                && Arrays.equals(scales, that.scales);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(values) + Arrays.hashCode(scales);
    }
}
