package io.plumbrank.learn.features;

import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.arithmetic.Affine;
import io.plumbrank.learn.arithmetic.Shapes;

/**
 * u = intercepts + W·z(x), affine in a fixed map of the row: random Fourier features, or a kernel at landmarks. A missing feature
 * counts as its reference.
 *
 * <p>Immutable. A row costs O((inputs + outputs) · terms); a batch shares the scratch memory and runs through the map once for
 * several rows, so it is the way to score many.
 */
public class MappedScorer implements Scorer {
    private static final long serialVersionUID = 1;

    private final RowMap map;
    private final int inputs;
    final Affine affine;

    private MappedScorer(RowMap map, int inputs, Affine affine) {
        this.map = map;
        this.inputs = inputs;
        this.affine = affine;
    }

    /**
     * From its parameters; the arrays are copied. On a map that is {@link RowMap.Explained} it is an {@link ExplainedScorer}.
     *
     * @param inputs how many features rows had in training; those past the map's reference are not looked at
     * @param intercepts one per output
     * @param weights one row per output, one weight per term
     * @throws IllegalArgumentException if lengths disagree or a number is not finite
     */
    public static MappedScorer of(RowMap map, int inputs, double[] intercepts, double[][] weights) {
        if (inputs < map.reference().inputs()) {
            throw new IllegalArgumentException(
                    "inputs must be at least the map's " + map.reference().inputs() + ", got " + inputs);
        }
        Affine affine = new Affine(intercepts, weights, map.terms());
        return map instanceof RowMap.Explained explained
                ? new OnExplained(explained, inputs, affine)
                : new MappedScorer(map, inputs, affine);
    }

    public RowMap map() {
        return map;
    }

    @Override
    public int inputs() {
        return inputs;
    }

    @Override
    public int outputs() {
        return affine.outputs();
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        Shapes.requireRow(this, x, u);
        scoreInto(x, 1, u);
    }

    @Override
    public void scoreInto(float[] x, int rows, double[] u) {
        Shapes.requireRows(this, x, rows, u);
        affine.applyInto(
                rows, map.firstTerm(), (first, panel, z) -> map.mapInto(x, first * inputs, inputs, panel, z), u);
    }

    /** One per output, a fresh array. */
    public double[] intercepts() {
        return affine.intercepts.clone();
    }

    /** One row per output, one weight per term, fresh arrays. */
    public double[][] weights() {
        return affine.copyOfWeights();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MappedScorer that
                && inputs == that.inputs
                && map.equals(that.map)
                && affine.equals(that.affine);
    }

    @Override
    public int hashCode() {
        return 31 * map.hashCode() + affine.hashCode();
    }

    private static final class OnExplained extends MappedScorer implements ExplainedScorer {
        private static final long serialVersionUID = 1;

        private final RowMap.Explained features;

        OnExplained(RowMap.Explained features, int inputs, Affine affine) {
            super(features, inputs, affine);
            this.features = features;
        }

        @Override
        public void differenceInto(float[] a, float[] b, int output, double[] contributions) {
            Shapes.requirePair(this, a, b, output, contributions);
            features.differenceInto(a, b, affine.weights[output], contributions);
        }

        @Override
        public boolean uses(int feature) {
            return features.reference().scale(feature) > 0;
        }
    }
}
