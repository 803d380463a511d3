package io.plumbrank.learn.ridge;

import io.plumbrank.learn.maps.FeatureSpread;
import java.util.List;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * What a {@link RidgePath} solves: which squares are summed, how they are averaged, and in which scale features are
 * penalised.
 *
 * <p>Means are those of all rows, so that the intercept puts the mean score at the mean target, whatever the loss. A feature
 * that does not vary has weight 0. So has one whose standard deviation is below a millionth of its distance from the
 * reference, since float features do not carry such differences, and within groups one that varies between groups alone.
 *
 * <p>Immutable. Every form refuses sums of no positive weight, and features that were infinite somewhere.
 */
public final class RidgeProblem {
    private final RegressionSums total;
    private final FeatureSpread spread;

    /** Whose squares count: those of all rows about the mean, or of rows about their group's. */
    private final RegressionSums fitted;

    private final double lossPerRow;
    private final boolean standardised;
    private final List<Integer> signs;

    private RidgeProblem(RegressionSums total, RegressionSums fitted, double lossPerRow, boolean standardised) {
        this(total, fitted, lossPerRow, standardised, List.of());
    }

    private RidgeProblem(
            RegressionSums total, RegressionSums fitted, double lossPerRow, boolean standardised, List<Integer> signs) {
        this.signs = signs;
        if (!(total.weight() > 0)) {
            throw new IllegalArgumentException("nothing to learn from: no row has a positive weight");
        }
        this.total = total;
        this.spread = FeatureSpread.of(
                total.weight(),
                IntStream.range(0, total.features())
                        .mapToDouble(total::featureSum)
                        .toArray(),
                IntStream.range(0, total.features())
                        .mapToDouble(i -> total.product(i, i))
                        .toArray());
        this.fitted = fitted;
        this.lossPerRow = lossPerRow;
        this.standardised = standardised && total.map().isStandardised();
    }

    /** (1/Σw) Σ w·‖y − f‖² over rows. */
    public static RidgeProblem of(RegressionSums sums) {
        return new RidgeProblem(sums, sums, 1, true);
    }

    /** (1/Σw) Σ w·‖y − f‖², where the mean is over groups, each with the sum of its rows. */
    public static RidgeProblem pointwise(GroupSums sums) {
        return ofGroups(sums.total(), sums.groupWeight());
    }

    /** The same from the sums over all rows of groups whose own weights add up to {@code groupWeight}. */
    public static RidgeProblem ofGroups(RegressionSums sums, double groupWeight) {
        return new RidgeProblem(sums, sums, sums.weight() / groupWeight, true);
    }

    /** The mean over groups of Σ_{i&lt;j} w_i w_j ‖(y_i − y_j) − (f_i − f_j)‖² / Σw: their rows about their means. */
    public static RidgeProblem pairwise(GroupSums sums) {
        RegressionSums total = sums.total();
        return new RidgeProblem(total, sums.within(), total.weight() / sums.groupWeight(), true);
    }

    /** The same, with features penalised in their own scale and not in units of their standard deviation. */
    public RidgeProblem unscaled() {
        return new RidgeProblem(total, fitted, lossPerRow, false, signs);
    }

    /** A copy whose weights must not be negative (1) or not positive (-1), by feature; 0, as from the end on, bounds nothing. */
    public RidgeProblem withSigns(List<Integer> bounds) {
        return new RidgeProblem(total, fitted, lossPerRow, standardised, List.copyOf(bounds));
    }

    /** The signs of some features; empty where nothing is bounded. */
    int[] signs(int[] varying) {
        return signs.isEmpty()
                ? new int[0]
                : IntStream.of(varying)
                        .map(feature -> feature < signs.size() ? signs.get(feature) : 0)
                        .toArray();
    }

    RegressionSums total() {
        return total;
    }

    /** The mean loss over the mean over rows. */
    double lossPerRow() {
        return lossPerRow;
    }

    double[] featureMeans() {
        return spread.means();
    }

    double[] targetMeans() {
        return IntStream.range(0, total.outputs())
                .mapToDouble(o -> total.targetSum(o) / total.weight())
                .toArray();
    }

    /** The features whose weights are not 0 from the outset. */
    int[] varying() {
        return IntStream.range(0, total.features())
                .filter(i -> covariance(fitted, i, i) > FeatureSpread.ROUNDING * total.product(i, i) / total.weight())
                .toArray();
    }

    /** What each of some features is divided by. */
    double[] scales(int[] varying) {
        return IntStream.of(varying)
                .mapToDouble(i -> standardised ? spread.deviations()[i] : 1)
                .toArray();
    }

    /** Covariances of the scaled features. */
    DMatrixRMaj gram(int[] varying, double[] scales) {
        int n = varying.length;
        DMatrixRMaj result = new DMatrixRMaj(n, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double value = covariance(fitted, varying[i], varying[j]) / (scales[i] * scales[j]);
                result.set(i, j, value);
                result.set(j, i, value);
            }
        }
        return result;
    }

    /** Covariances of the scaled features with the targets: one row per feature. */
    double[][] cross(int[] varying, double[] scales) {
        double[][] result = new double[varying.length][total.outputs()];
        for (int i = 0; i < varying.length; i++) {
            for (int o = 0; o < result[i].length; o++) {
                double product = fitted.targetProduct(o, varying[i]) / total.weight();
                double means =
                        (fitted.featureSum(varying[i]) / total.weight()) * (fitted.targetSum(o) / total.weight());
                result[i][o] = (product - means) / scales[i];
            }
        }
        return result;
    }

    private double covariance(RegressionSums sums, int i, int j) {
        return sums.product(i, j) / total.weight()
                - (sums.featureSum(i) / total.weight()) * (sums.featureSum(j) / total.weight());
    }
}
