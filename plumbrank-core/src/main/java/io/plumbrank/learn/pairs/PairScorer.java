package io.plumbrank.learn.pairs;

import io.plumbrank.data.PairIndex;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.arithmetic.Affine;
import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.arithmetic.Shapes;
import io.plumbrank.util.internal.Interrupts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * u_ij = intercept + w·φ(x_i, x_j) for pairs of items; a row is the features of both. Where φ is antisymmetric so is u, and the
 * intercept is 0.
 *
 * <p>Immutable. {@link #scorePairs} is the way to score a query: on products it is one matrix product per item and one per pair,
 * O(r·m² + r²·m) an output; on sums or differences O(r·m + r²); else O(r²·(m + outputs)·D).
 */
public final class PairScorer implements Scorer, PairFunction {
    private static final long serialVersionUID = 1;

    private final PairFeatures features;
    private final Affine affine;

    /** For products, one matrix B an output with u_ij = z̃_iᵀBz̃_j; else empty. */
    private final List<double[][]> forms;

    private PairScorer(PairFeatures features, Affine affine) {
        this.features = features;
        this.affine = affine;
        this.forms = new ArrayList<>();
        if (features instanceof ProductPairs products && products.products()) {
            for (int output = 0; output < affine.outputs(); output++) {
                forms.add(form(products, affine.intercepts[output], affine.weights[output]));
            }
        }
    }

    /**
     * From its parameters; the arrays are copied.
     *
     * @param intercepts one per output; 0 where the features are antisymmetric
     * @param weights one row per output, one weight per feature of pairs
     * @throws IllegalArgumentException if lengths disagree, a number is not finite, or an intercept breaks antisymmetry
     */
    public static PairScorer of(PairFeatures features, double[] intercepts, double[][] weights) {
        for (double intercept : intercepts) {
            if (features.antisymmetric() && intercept != 0) {
                throw new IllegalArgumentException("an antisymmetric scorer has intercept 0, got " + intercept);
            }
        }
        return new PairScorer(
                features,
                new Affine(
                        intercepts, weights, features.size(features.reference().inputs())));
    }

    private static double[][] form(ProductPairs products, double intercept, double[] weights) {
        int k = products.itemInputs();
        double[][] form = new double[1 + k][1 + k];
        form[0][0] = intercept;
        for (int a = 0; a <= products.lastRow(); a++) {
            for (int b = products.firstColumn(a); b <= k; b++) {
                double weight = weights[products.base(a) + b - 1];
                form[b][a] = weight;
                form[a][b] = products.antisymmetric() ? -weight : weight;
            }
        }
        return form;
    }

    Affine affine() {
        return affine;
    }

    /** What u is linear in. */
    public PairFeatures features() {
        return features;
    }

    @Override
    public boolean antisymmetric() {
        return features.antisymmetric();
    }

    @Override
    public int itemInputs() {
        return features.itemInputs();
    }

    /** Twice the features of an item. */
    @Override
    public int inputs() {
        return features.reference().inputs();
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
        affine.applyInto(rows, 1, (first, panel, z) -> features.mapInto(x, first * inputs(), inputs(), panel, z), u);
    }

    @Override
    public double[][] scorePairs(float[] items, int count) {
        double[][] u = new double[outputs()][PairIndex.STRICT.size(count)];
        if (features instanceof ProductPairs products && products.products()) {
            scoreProductsInto(products, items, count, u);
        } else if (features instanceof ProductPairs sums) {
            scoreSumsInto(sums, items, count, u);
        } else {
            scoreRowsInto(items, count, u);
        }
        return u;
    }

    /**
     * Items are taken in the order of their features. Of z̃_iᵀBz̃_j and −z̃_jᵀBz̃_i, which differ by rounding, the one that is taken
     * is so the same wherever the items stand, and equal items have 0, as antisymmetry wants, and not what rounding left.
     */
    private void scoreProductsInto(ProductPairs products, float[] items, int count, double[][] u) {
        int k = products.itemInputs();
        double[][] given = new double[count][1 + k];
        for (int item = 0; item < count; item++) {
            products.extendInto(items, item * k, given[item]);
        }
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted((i, j) -> Arrays.compare(given[i], given[j]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[][] extended = new double[count][];
        double[][] columns = new double[1 + k][count];
        int[] distinct = new int[count];
        for (int item = 0; item < count; item++) {
            extended[item] = given[order[item]];
            boolean again = item > 0 && Arrays.equals(extended[item], extended[item - 1]);
            distinct[item] = again ? distinct[item - 1] : item;
            for (int a = 0; a <= k; a++) {
                columns[a][item] = extended[item][a];
            }
        }
        double[] row = new double[count];
        for (int output = 0; output < u.length; output++) {
            double[][] left = new double[count][1 + k]; // z̃_iᵀB
            Kernels.addProductInto(extended, 0, count, forms.get(output), 0, 1 + k, left);
            for (int i = 0; i + 1 < count; i++) {
                Interrupts.check();
                Arrays.fill(row, i + 1, count, 0);
                Kernels.addRowInto(left[i], columns, i + 1, count, row);
                for (int j = i + 1; j < count; j++) {
                    boolean turned = antisymmetric() && order[i] > order[j];
                    boolean equal = antisymmetric() && distinct[i] == distinct[j];
                    u[output][PairIndex.STRICT.of(order[i], order[j], count)] = equal ? 0 : turned ? -row[j] : row[j];
                }
            }
        }
    }

    /** Without products u_ij is the intercept and what item i adds, less or plus what j adds. */
    private void scoreSumsInto(ProductPairs products, float[] items, int count, double[][] u) {
        int k = products.itemInputs();
        double[][] extended = new double[count][1 + k];
        for (int item = 0; item < count; item++) {
            products.extendInto(items, item * k, extended[item]);
        }
        double sign = products.antisymmetric() ? -1 : 1;
        double[] scores = new double[count];
        for (int output = 0; output < u.length; output++) {
            Kernels.dotsInto(0, extended, 0, count, 1, affine.weights[output], 0, scores);
            for (int i = 0; i < count; i++) {
                double intercept = affine.intercepts[output];
                int row = PairIndex.STRICT.row(i, count);
                for (int j = i + 1; j < count; j++) {
                    u[output][row + j] = intercept + (scores[i] + sign * scores[j]);
                }
            }
        }
    }

    private void scoreRowsInto(float[] items, int count, double[][] u) {
        int m = features.itemInputs();
        float[] rows = new float[Kernels.PANEL * 2 * m];
        double[] scores = new double[Kernels.PANEL * outputs()];
        int filled = 0;
        int done = 0; // panels fill up in the order of PairIndex.STRICT, so that counting is the index
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                System.arraycopy(items, i * m, rows, filled * 2 * m, m);
                System.arraycopy(items, j * m, rows, (2 * filled + 1) * m, m);
                filled++;
                if (filled == Kernels.PANEL || done + filled == u[0].length) {
                    scoreInto(rows, filled, scores);
                    for (int row = 0; row < filled; row++) {
                        for (int output = 0; output < u.length; output++) {
                            u[output][done + row] = scores[row * u.length + output];
                        }
                    }
                    done += filled;
                    filled = 0;
                }
            }
        }
    }

    /** One row per output, one weight per feature of pairs, fresh arrays. */
    public double[][] weights() {
        return affine.copyOfWeights();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PairScorer that && features.equals(that.features) && affine.equals(that.affine);
    }

    @Override
    public int hashCode() {
        return 31 * features.hashCode() + affine.hashCode();
    }
}
