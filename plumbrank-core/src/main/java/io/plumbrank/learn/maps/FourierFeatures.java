package io.plumbrank.learn.maps;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.learn.arithmetic.Affine;
import io.plumbrank.learn.arithmetic.Cosine;
import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureMapCodec;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.features.RowMap;
import java.io.IOException;
import java.io.Serial;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Random Fourier features of the Gaussian kernel (Rahimi and Recht, 2007): z_k(x) = √(2/D)·cos(ω_kᵀs + b_k), where s is x
 * standardised by the reference, ω_k ~ N(0, I/bandwidth²) and b_k uniform on [0, 2π). Then E[z(x)ᵀz(x')] =
 * exp(−‖s − s'‖²/(2·bandwidth²)), with an error of order 1/√D.
 *
 * <p>Means and scales are those of the reference, hence of the first block: one pass is enough, and a feature that does not
 * vary there is not seen at all.
 *
 * <p>The seed fixes all: the numbers come from {@link SplittableRandom} through {@link StrictMath}, one stream a feature,
 * so the same parameters give the same bits on every machine. Immutable. {@link #mapInto} costs O(rows · inputs · D).
 */
public final class FourierFeatures implements FeatureMap, RowMap.Explained {
    private static final long serialVersionUID = 1;

    private final FeatureReference reference;
    private final int count;
    private final double bandwidth;
    private final long seed;

    /** frequencies[j][1 + k] = ω_kj / scale_j; z begins at 1 too, so that one index serves both. */
    private final transient double[][] frequencies;

    private final transient double[] phases;

    /** @param bandwidth of the kernel, in units of standardised distance */
    public FourierFeatures(FeatureReference reference, int count, double bandwidth, long seed) {
        if (count < 1) {
            throw new IllegalArgumentException("the number of Fourier features must be at least 1, got " + count);
        }
        if (!(bandwidth > 0) || Double.isInfinite(bandwidth)) {
            throw new IllegalArgumentException("bandwidth must be positive and finite, got " + bandwidth);
        }
        this.reference = reference;
        this.count = count;
        this.bandwidth = bandwidth;
        this.seed = seed;
        SplittableRandom random = new SplittableRandom(seed);
        this.phases = drawPhases(count, random.split());
        this.frequencies = new double[reference.inputs()][];
        for (int j = 0; j < frequencies.length; j++) {
            SplittableRandom stream = random.split();
            double scale = reference.scale(j) * bandwidth;
            frequencies[j] = drawNormal(count, scale > 0 ? 1 / scale : 0, stream);
        }
    }

    private static double[] drawPhases(int count, SplittableRandom random) {
        double[] phases = new double[1 + count];
        for (int k = 1; k <= count; k++) {
            phases[k] = 2 * Math.PI * random.nextDouble();
        }
        return phases;
    }

    /** Box and Muller's normal deviates: the JDK's own generator may change between releases. */
    private static double[] drawNormal(int count, double scale, SplittableRandom random) {
        double[] values = new double[1 + count];
        for (int k = 1; k <= count; k += 2) {
            double radius = scale * Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
            double angle = 2 * Math.PI * random.nextDouble();
            values[k] = radius * StrictMath.cos(angle);
            if (k < count) {
                values[k + 1] = radius * StrictMath.sin(angle);
            }
        }
        return values;
    }

    @Serial
    private Object readResolve() {
        return new FourierFeatures(reference, count, bandwidth, seed);
    }

    @Override
    public FeatureReference reference() {
        return reference;
    }

    /** The number D of Fourier features. */
    public int count() {
        return count;
    }

    /** The bandwidth of the kernel, in units of standardised distance. */
    public double bandwidth() {
        return bandwidth;
    }

    public long seed() {
        return seed;
    }

    /** ω_kj / scale_j, one row per input of the reference and one column per feature, fresh arrays. */
    public double[][] frequencies() {
        return Arrays.stream(frequencies)
                .map(row -> Arrays.copyOfRange(row, 1, 1 + count))
                .toArray(double[][]::new);
    }

    /** b_k, one per feature, a fresh array. */
    public double[] phases() {
        return Arrays.copyOfRange(phases, 1, 1 + count);
    }

    @Override
    public int size(int inputs) {
        return count;
    }

    @Override
    public int terms() {
        return count;
    }

    @Override
    public void mapInto(float[] x, int at, int inputs, int rows, double[][] z) {
        double[][] shifted = new double[Math.min(rows, Kernels.PANEL)][frequencies.length];
        int known = Math.min(inputs, frequencies.length);
        double[][] out = new double[shifted.length][];
        for (int first = 0; first < rows; first += Kernels.PANEL) {
            int panel = Math.min(Kernels.PANEL, rows - first);
            for (int r = 0; r < panel; r++) {
                int base = at + (first + r) * inputs;
                reference.shiftInto(x, base, known, 0, shifted[r]);
                out[r] = z[first + r];
                System.arraycopy(phases, 1, out[r], 1, count);
            }
            Kernels.addProductInto(shifted, 0, panel, frequencies, 1, 1 + count, out);
            double amplitude = Math.sqrt(2.0 / count);
            for (int r = 0; r < panel; r++) {
                Cosine.scaledCosineInto(amplitude, 1, 1 + count, out[r]);
            }
        }
    }

    /**
     * Writes what each x_j adds to Σ_k w_k·(z_k(a) − z_k(b)) on the straight line from b to a. With θ the angle of a cosine, its
     * mean slope on the line is (cos θ_a − cos θ_b)/(θ_a − θ_b) = −sin(θ_b + h)·sin(h)/h, where h = (θ_a − θ_b)/2.
     *
     * @param w one weight a Fourier feature
     * @param contributions one place an input; those past the reference get 0
     */
    @Override
    public void differenceInto(float[] a, float[] b, double[] w, double[] contributions) {
        int known = frequencies.length;
        double[] from = new double[known];
        double[] step = new double[known];
        reference.shiftInto(b, 0, known, 0, from);
        reference.shiftInto(a, 0, known, 0, step);
        for (int j = 0; j < known; j++) {
            step[j] -= from[j];
        }
        double[] angles = phases.clone();
        double[] turns = new double[1 + count];
        Kernels.addProductInto(
                new double[][] {from, step}, 0, 2, frequencies, 1, 1 + count, new double[][] {angles, turns});
        double amplitude = Math.sqrt(2.0 / count);
        double[] slopes = new double[count];
        for (int k = 0; k < count; k++) {
            double half = turns[1 + k] / 2;
            double sinc = half == 0 ? 1 : StrictMath.sin(half) / half;
            slopes[k] = -amplitude * w[k] * StrictMath.sin(angles[1 + k] + half) * sinc;
        }
        Arrays.fill(contributions, 0);
        for (int j = 0; j < known; j++) {
            contributions[j] = step[j] * Kernels.dot(0, frequencies[j], 1, slopes) + 0.0; // so that −0 is 0
        }
    }

    @Override
    public MappedScorer scorer(int inputs, double[] intercepts, double[][] weights) {
        return MappedScorer.of(this, inputs, intercepts, weights);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FourierFeatures that
                && reference.equals(that.reference)
                && count == that.count
                && Double.compare(bandwidth, that.bandwidth) == 0
                && seed == that.seed;
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(seed) + reference.hashCode();
    }

    /** Writes count, bandwidth and seed. */
    public void write(JsonGenerator json) throws IOException {
        json.writeNumberField("features", count);
        json.writeNumberField("bandwidth", bandwidth);
        json.writeNumberField("seed", seed);
    }

    /** Reads what {@link #write(JsonGenerator)} wrote beside weights. */
    public static FourierFeatures read(FeatureReference reference, Fields json) {
        int features = json.size("features");
        for (double[] row : Affine.weights(json)) {
            // before so many are drawn
            if (row.length != features) {
                throw new IllegalArgumentException(row.length + " weights for " + features + " features");
            }
        }
        return new FourierFeatures(reference, features, json.number("bandwidth"), json.whole("seed"));
    }

    /** {@code fourier} in files. */
    public static final class Codec implements FeatureMapCodec<FourierFeatures> {
        @Override
        public String name() {
            return "fourier";
        }

        @Override
        public Class<FourierFeatures> mapType() {
            return FourierFeatures.class;
        }

        @Override
        public void writeMap(FourierFeatures map, JsonGenerator json) throws IOException {
            map.write(json);
            map.reference.write(json);
        }

        @Override
        public FourierFeatures readMap(Fields json) {
            return FourierFeatures.read(FeatureReference.read(json), json);
        }
    }

    /**
     * Random Fourier features of the Gaussian kernel.
     *
     * @param count how many
     * @param bandwidthFactor the bandwidth, in units of the median distance between rows of the first block; try ½, 1 and 2
     *     on validation data
     */
    public record Spec(int count, double bandwidthFactor) implements Features {
        public Spec {
            FeatureSpec.requireSize("the number of Fourier features", count, bandwidthFactor);
        }

        @Override
        public FeatureMap map(float[] x, int rows, int inputs, long seed) {
            FeatureReference reference = FeatureReference.ofRows(x, rows, inputs);
            double distance = MedianDistance.of(x, rows, reference, seed);
            return new FourierFeatures(reference, count, bandwidthFactor * distance, seed);
        }

        @Override
        public String text() {
            return "fourier(features=" + count + ",bandwidth=" + bandwidthFactor + ")";
        }

        @Override
        public boolean takesPairs() {
            return true;
        }
    }
}
