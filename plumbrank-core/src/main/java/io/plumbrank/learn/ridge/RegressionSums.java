package io.plumbrank.learn.ridge;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Summable;
import java.util.Arrays;

/**
 * All that least squares needs to know of any number of rows: Σw, Σw·z, Σw·zzᵀ, Σw·y and Σw·yzᵀ, where z = z(x) is what the
 * {@link FeatureMap} makes of a row (x − reference for a linear model) and y ∈ R^d the target. One Gram matrix serves all d outputs.
 *
 * <p>Immutable, with value equality to the last bit; O(k² + k·d) memory whatever the number of rows. Sums over rows of
 * different width add as if the narrower ones had been padded with missing values, to the same bits.
 */
public final class RegressionSums implements Summable<RegressionSums> {
    private static final long serialVersionUID = 1;

    private final FeatureMap map;
    private final int inputs;

    /** Lower triangle of Σ w·(1, z)(1, z)ᵀ: row i has 1 + i entries. */
    private final double[][] moments;

    /** Σ w·y(1, z)ᵀ: one row per output. */
    private final double[][] cross;

    /** Takes the arrays over. */
    public RegressionSums(FeatureMap map, int inputs, double[][] moments, double[][] cross) {
        this.map = map;
        this.inputs = inputs;
        this.moments = moments;
        this.cross = cross;
    }

    /** Over one block, row after row. */
    static RegressionSums of(RowBlock block, FeatureMap map) {
        int inputs = Math.max(block.inputs(), map.reference().inputs());
        int features = map.size(inputs);
        MomentAccumulator accumulator = new MomentAccumulator(features, block.outputs());
        double[][] z = new double[Kernels.PANEL][1 + features];
        for (int first = 0; first < block.rows(); first += Kernels.PANEL) {
            int panel = Math.min(Kernels.PANEL, block.rows() - first);
            map.mapInto(block.x(), first * block.inputs(), block.inputs(), panel, z);
            for (int r = 0; r < panel; r++) {
                int row = first + r;
                accumulator.add(z[r], block.y(), row * block.outputs(), block.weight(row));
            }
        }
        return accumulator.finish(map, inputs);
    }

    /** @throws IllegalArgumentException if they have different feature maps or numbers of outputs */
    @Override
    public RegressionSums plus(RegressionSums other) {
        if (!map.equals(other.map)) {
            throw new IllegalArgumentException("sums over different feature maps do not add; shards must share one");
        }
        if (outputs() != other.outputs()) {
            throw new IllegalArgumentException(
                    "sums with " + outputs() + " and " + other.outputs() + " outputs do not add");
        }
        return new RegressionSums(
                map, Math.max(inputs, other.inputs), sum(moments, other.moments), sum(cross, other.cross));
    }

    private static double[][] sum(double[][] a, double[][] b) {
        double[][] longer = a.length >= b.length ? a : b;
        double[][] result = new double[longer.length][];
        int common = Math.min(a.length, b.length);
        for (int i = 0; i < common; i++) {
            result[i] = sum(a[i], b[i]);
        }
        // The rest is immutable like all of it, so both values may hold it.
        System.arraycopy(longer, common, result, common, longer.length - common);
        return result;
    }

    private static double[] sum(double[] a, double[] b) {
        double[] result = a.length >= b.length ? a.clone() : b.clone();
        double[] shorter = a.length >= b.length ? b : a;
        for (int j = 0; j < shorter.length; j++) {
            result[j] += shorter[j];
        }
        return result;
    }

    /** What the regression saw of a row. */
    public FeatureMap map() {
        return map;
    }

    /** The largest number of features that a row had. */
    public int inputs() {
        return inputs;
    }

    /** The number k of features z. */
    public int features() {
        return moments.length - 1;
    }

    /** The number d of outputs. */
    public int outputs() {
        return cross.length;
    }

    /** Σ w. */
    public double weight() {
        return moments[0][0];
    }

    /** Σ w·z_i. */
    public double featureSum(int feature) {
        return moments[1 + feature][0];
    }

    /** Σ w·z_i·z_j. */
    public double product(int i, int j) {
        return i >= j ? moments[1 + i][1 + j] : moments[1 + j][1 + i];
    }

    /** Σ w·y_o. */
    public double targetSum(int output) {
        return cross[output][0];
    }

    /** Σ w·y_o·z_i. */
    public double targetProduct(int output, int feature) {
        return cross[output][1 + feature];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegressionSums that
                && inputs == that.inputs
                && map.equals(that.map)
                && Arrays.deepEquals(moments, that.moments)
                && Arrays.deepEquals(cross, that.cross);
    }

    @Override
    public int hashCode() {
        return 31 * map.hashCode() + Arrays.deepHashCode(cross);
    }
}
