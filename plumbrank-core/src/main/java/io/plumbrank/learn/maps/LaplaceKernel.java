package io.plumbrank.learn.maps;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.features.FeatureMapCodec;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.RowMap;
import java.io.IOException;
import java.io.Serial;
import java.util.Arrays;

/**
 * The Laplace kernel against some rows: k_i(x) = exp(−‖s − s_i‖₁ / bandwidth), where s is x standardised by the reference and
 * s_i a landmark. A missing value counts as its reference. A product over features and sharp at its centre, it follows steps
 * along single features as trees do, where the Gaussian smooths them away.
 *
 * <p>Immutable, with value equality. A row costs O(landmarks · inputs).
 */
public final class LaplaceKernel implements RowMap {
    private static final long serialVersionUID = 1;

    private final FeatureReference reference;
    private final double bandwidth;
    private final float[][] landmarks;

    /** Standardised and divided by the bandwidth. */
    private final transient double[][] points;

    private LaplaceKernel(FeatureReference reference, double bandwidth, float[][] landmarks) {
        this.reference = reference;
        this.bandwidth = bandwidth;
        this.landmarks = landmarks;
        this.points = new double[landmarks.length][reference.inputs()];
        for (int i = 0; i < points.length; i++) {
            scaleInto(landmarks[i], 0, reference.inputs(), points[i]);
        }
    }

    /**
     * From its parameters; the arrays are copied.
     *
     * @param bandwidth in units of standardised distance
     * @param landmarks one row each, as wide as the reference, NaN for missing
     * @throws IllegalArgumentException if a width differs, a value is infinite, or the bandwidth is not positive and finite
     */
    public static LaplaceKernel of(FeatureReference reference, double bandwidth, float[][] landmarks) {
        if (!(bandwidth > 0) || Double.isInfinite(bandwidth)) {
            throw new IllegalArgumentException("bandwidth must be positive and finite, got " + bandwidth);
        }
        float[][] rows = new float[landmarks.length][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = landmarks[i].clone();
            if (rows[i].length != reference.inputs()) {
                throw new IllegalArgumentException(
                        "a landmark of " + rows[i].length + " features, expected " + reference.inputs());
            }
            for (int j = 0; j < rows[i].length; j++) {
                rows[i][j] = Float.isNaN(rows[i][j]) ? reference.value(j) : rows[i][j];
                if (Float.isInfinite(rows[i][j])) {
                    throw new IllegalArgumentException("feature " + (j + 1) + " of a landmark is infinite");
                }
            }
        }
        return new LaplaceKernel(reference, bandwidth, rows);
    }

    @Serial
    private Object readResolve() {
        return new LaplaceKernel(reference, bandwidth, landmarks);
    }

    @Override
    public FeatureReference reference() {
        return reference;
    }

    /** In units of standardised distance. */
    public double bandwidth() {
        return bandwidth;
    }

    @Override
    public int terms() {
        return landmarks.length;
    }

    @Override
    public int firstTerm() {
        return 0;
    }

    @Override
    public void mapInto(float[] x, int at, int inputs, int rows, double[][] z) {
        kernelInto(x, at, inputs, rows, z, 0);
    }

    /** The landmarks, fresh arrays; no value is missing. */
    public float[][] landmarks() {
        return Arrays.stream(landmarks).map(float[]::clone).toArray(float[][]::new);
    }

    /** k between two landmarks. */
    double between(int i, int j) {
        return of(points[i], points[j]);
    }

    /** Writes k of several rows: k[r][kAt + i] is that of row r and landmark i. */
    void kernelInto(float[] x, int at, int inputs, int rows, double[][] k, int kAt) {
        double[] s = new double[reference.inputs()];
        for (int r = 0; r < rows; r++) {
            scaleInto(x, at + r * inputs, inputs, s);
            for (int i = 0; i < points.length; i++) {
                k[r][kAt + i] = of(s, points[i]);
            }
        }
    }

    private void scaleInto(float[] x, int at, int inputs, double[] s) {
        Arrays.fill(s, 0);
        reference.shiftInto(x, at, Math.min(inputs, s.length), 0, s);
        for (int j = 0; j < s.length; j++) {
            s[j] = reference.scale(j) > 0 ? s[j] / (reference.scale(j) * bandwidth) : 0;
        }
    }

    /** By StrictMath, for the same bits on every machine. */
    private static double of(double[] a, double[] b) {
        double distance = 0;
        for (int j = 0; j < a.length; j++) {
            distance += Math.abs(a[j] - b[j]);
        }
        return StrictMath.exp(-distance);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LaplaceKernel that
                && reference.equals(that.reference)
                && Double.compare(bandwidth, that.bandwidth) == 0
                && Arrays.deepEquals(landmarks, that.landmarks);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.deepHashCode(landmarks) + reference.hashCode();
    }

    /** {@code kernel} in files. */
    public static final class Codec implements FeatureMapCodec<LaplaceKernel> {
        @Override
        public String name() {
            return "kernel";
        }

        @Override
        public Class<LaplaceKernel> mapType() {
            return LaplaceKernel.class;
        }

        @Override
        public void writeMap(LaplaceKernel map, JsonGenerator json) throws IOException {
            json.writeNumberField("bandwidth", map.bandwidth);
            map.reference.write(json);
            JsonArrays.rows("landmarks", map.landmarks, json);
        }

        @Override
        public LaplaceKernel readMap(Fields json) {
            return of(FeatureReference.read(json), json.number("bandwidth"), json.floatRows("landmarks"));
        }
    }
}
