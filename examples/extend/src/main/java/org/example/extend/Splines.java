package org.example.extend;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.FeatureMapCodec;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.features.RowMap;
import java.io.IOException;
import java.util.Arrays;

/**
 * Each feature as a broken line: beside x_j the hinges max(0, x_j − knot), with knots at quantiles of a sample. What is linear in them is a
 * sum of one curve per feature, an additive model, which says exactly what each feature adds. A missing value counts as the
 * reference, as everywhere.
 *
 * <p>Terms stand feature by feature: x_j − reference, then its hinges less their values at the reference.
 */
public final class Splines implements FeatureMap, RowMap.Explained {
    private static final long serialVersionUID = 1;

    private final FeatureReference reference;
    private final double[][] knots;
    private final int terms;

    private Splines(FeatureReference reference, double[][] knots) {
        if (knots.length != reference.inputs()) {
            throw new IllegalArgumentException(knots.length + " rows of knots for " + reference.inputs() + " features");
        }
        this.reference = reference;
        this.knots = Arrays.stream(knots).map(double[]::clone).toArray(double[][]::new);
        this.terms = Arrays.stream(knots).mapToInt(own -> 1 + own.length).sum();
    }

    /**
     * The features before data fix their knots: {@code new FeatureLearner(new Splines.Spec(8), true)} fits them.
     *
     * @param count of knots per feature at most
     */
    public record Spec(int count) implements Features {
        public Spec {
            if (count < 1 || count > 1000) {
                throw new IllegalArgumentException("knots must be from 1 to 1000, got " + count);
            }
        }

        @Override
        public FeatureMap map(float[] x, int rows, int inputs, long seed) {
            FeatureReference reference = FeatureReference.ofRows(x, rows, inputs);
            double[][] knots = new double[inputs][];
            for (int j = 0; j < inputs; j++) {
                double[] column = new double[rows];
                for (int row = 0; row < rows; row++) {
                    column[row] = x[row * inputs + j];
                }
                knots[j] = quantiles(
                        Arrays.stream(column).filter(Double::isFinite).sorted().toArray());
            }
            return new Splines(reference, knots);
        }

        /** Distinct values of a sorted column inside its range. */
        private double[] quantiles(double[] sorted) {
            double[] chosen = new double[sorted.length == 0 ? 0 : count];
            for (int k = 0; k < chosen.length; k++) {
                chosen[k] = sorted[(int) ((k + 1L) * sorted.length / (count + 1))];
            }
            return Arrays.stream(chosen)
                    .distinct()
                    .filter(knot -> knot > sorted[0] && knot < sorted[sorted.length - 1])
                    .toArray();
        }

        @Override
        public String text() {
            return "splines(knots=" + count + ")";
        }
    }

    /** The knots of a feature, ascending, a fresh array. */
    public double[] knots(int feature) {
        return knots[feature].clone();
    }

    @Override
    public FeatureReference reference() {
        return reference;
    }

    @Override
    public int terms() {
        return terms;
    }

    @Override
    public int size(int inputs) {
        return terms;
    }

    /** Features past the reference were in no row of the sample, and are not looked at. */
    @Override
    public void mapInto(float[] x, int at, int inputs, int rows, double[][] z) {
        for (int row = 0; row < rows; row++) {
            int term = firstTerm();
            for (int j = 0; j < knots.length; j++) {
                float value = j < inputs ? x[at + row * inputs + j] : Float.NaN;
                term = curveInto(j, value, z[row], term);
            }
        }
    }

    private int curveInto(int feature, float value, double[] z, int term) {
        int next = term;
        double from = reference.value(feature);
        double to = Float.isNaN(value) ? from : value;
        z[next++] = to - from;
        for (double knot : knots[feature]) {
            z[next++] = Math.max(0, to - knot) - Math.max(0, from - knot);
        }
        return next;
    }

    /** Exact without an integral: what a feature adds depends on no other. */
    @Override
    public void differenceInto(float[] a, float[] b, double[] w, double[] contributions) {
        Arrays.fill(contributions, 0);
        double[] here = new double[terms];
        double[] there = new double[terms];
        int term = 0;
        for (int j = 0; j < knots.length; j++) {
            int next = curveInto(j, a[j], here, term);
            curveInto(j, b[j], there, term);
            for (int k = term; k < next; k++) {
                contributions[j] += w[k] * (here[k] - there[k]);
            }
            contributions[j] += 0.0; // so that −0 is 0
            term = next;
        }
    }

    @Override
    public Scorer scorer(int inputs, double[] intercepts, double[][] weights) {
        return MappedScorer.of(this, Math.max(inputs, reference.inputs()), intercepts, weights);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Splines that
                && reference.equals(that.reference)
                && Arrays.deepEquals(knots, that.knots);
    }

    @Override
    public int hashCode() {
        return 31 * reference.hashCode() + Arrays.deepHashCode(knots);
    }

    /** Writes the map to model files and reads it; the services line names this class. */
    public static final class Codec implements FeatureMapCodec<Splines> {
        @Override
        public String name() {
            return "splines";
        }

        @Override
        public Class<Splines> mapType() {
            return Splines.class;
        }

        @Override
        public void writeMap(Splines map, JsonGenerator json) throws IOException {
            map.reference.write(json);
            JsonArrays.rows("knots", map.knots, json);
        }

        @Override
        public Splines readMap(Fields json) {
            return new Splines(FeatureReference.read(json), json.rows("knots"));
        }
    }
}
