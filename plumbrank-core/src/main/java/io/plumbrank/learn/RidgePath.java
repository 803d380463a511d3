package io.plumbrank.learn;

import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Ridge regression for every λ at once. For sums over rows (z, y, w), the solution at λ minimises
 *
 * <p>(1/Σw) Σ w·‖y − f(z)‖² + λ·‖V‖², f(z) = b + Vᵀ·(z − mean)/sd,
 *
 * <p>with the intercept b free. One eigendecomposition of the correlation matrix, R = QΛQᵀ, gives V(λ) = Q(Λ + λI)⁻¹Qᵀc,
 * where c holds the covariances of standardised features and targets. λ = 0 is least squares, of least norm where R is
 * singular; λ = ∞ is the mean.
 *
 * <p>A feature that does not vary has weight 0. So has one whose standard deviation is below a millionth of its distance
 * from the reference: float features do not carry such differences.
 *
 * <p>Immutable. Construction costs O(k³ + k²·d) for k features and d outputs, a solution O(k²·d), its risk O(k·d). Which λ
 * is best is for the caller to find, by its own measure on validation data; {@link #stackedScorer} scores them all at once.
 */
public final class RidgePath {
    private final FeatureMap map;
    private final int inputs;
    private final int features;

    private final double[] featureMeans;
    private final double[] targetMeans;
    private final double[] targetVariances;

    /** Features that vary, and their standard deviations. */
    private final int[] varying;

    private final double[] deviations;
    private final SymmetricEigen eigen;

    /** Qᵀc: one row an eigenvector, one column an output. */
    private final double[][] rotated;

    private RidgePath(RegressionSums sums) {
        double weight = sums.weight();
        this.map = sums.map();
        this.inputs = sums.inputs();
        this.features = sums.features();
        int outputs = sums.outputs();

        double[] squares = IntStream.range(0, features)
                .mapToDouble(i -> sums.product(i, i))
                .toArray();
        FeatureSpread spread = FeatureSpread.of(
                weight,
                IntStream.range(0, features).mapToDouble(sums::featureSum).toArray(),
                squares);
        this.featureMeans = spread.means();
        this.varying = IntStream.range(0, features)
                .filter(i -> spread.deviations()[i] > 0)
                .toArray();
        this.deviations =
                IntStream.of(varying).mapToDouble(i -> spread.deviations()[i]).toArray();

        this.targetMeans = new double[outputs];
        this.targetVariances = new double[outputs];
        for (int o = 0; o < outputs; o++) {
            targetMeans[o] = sums.targetSum(o) / weight;
            targetVariances[o] = Math.max(0, sums.targetSquare(o) / weight - targetMeans[o] * targetMeans[o]);
        }
        this.eigen = SymmetricEigen.ofSemidefinite(correlations(sums));
        this.rotated = rotate(covariances(sums));
    }

    /**
     * @throws IllegalArgumentException if no row has a positive weight, or a feature was infinite somewhere
     * @throws IllegalStateException if the eigendecomposition does not converge
     */
    public static RidgePath of(RegressionSums sums) {
        if (!(sums.weight() > 0)) {
            throw new IllegalArgumentException("nothing to learn from: no row has a positive weight");
        }
        return new RidgePath(sums);
    }

    /** Of the total over all blocks. */
    public static RidgePath of(BlockSums<RegressionSums> sums) {
        return of(sums.total()
                .orElseThrow(() -> new IllegalArgumentException("nothing to learn from: there are no rows")));
    }

    /**
     * 21 values from 10⁻⁸ to 10², two a decade. The eigenvalues of a correlation matrix have mean 1, so one grid serves all
     * data: its ends are as good as no regularisation and as good as the mean.
     */
    public static double[] defaultLambdas() {
        return IntStream.rangeClosed(-16, 4)
                .mapToDouble(half -> StrictMath.pow(10, half / 2.0))
                .toArray();
    }

    private DMatrixRMaj correlations(RegressionSums sums) {
        int n = varying.length;
        DMatrixRMaj result = new DMatrixRMaj(n, n);
        for (int i = 0; i < n; i++) {
            result.set(i, i, 1);
            for (int j = 0; j < i; j++) {
                double covariance = sums.product(varying[i], varying[j]) / sums.weight()
                        - featureMeans[varying[i]] * featureMeans[varying[j]];
                double correlation = covariance / (deviations[i] * deviations[j]);
                result.set(i, j, correlation);
                result.set(j, i, correlation);
            }
        }
        return result;
    }

    private double[][] covariances(RegressionSums sums) {
        double[][] result = new double[varying.length][outputs()];
        for (int i = 0; i < varying.length; i++) {
            for (int o = 0; o < outputs(); o++) {
                double covariance =
                        sums.targetProduct(o, varying[i]) / sums.weight() - featureMeans[varying[i]] * targetMeans[o];
                result[i][o] = covariance / deviations[i];
            }
        }
        return result;
    }

    private double[][] rotate(double[][] covariances) {
        int n = varying.length;
        double[][] result = new double[n][outputs()];
        for (int i = 0; i < n; i++) {
            for (int e = 0; e < n; e++) {
                Kernels.addOneInto(eigen.basis()[i][e], covariances[i], 0, outputs(), result[e]);
            }
        }
        return result;
    }

    /** The number d of outputs. */
    public int outputs() {
        return targetMeans.length;
    }

    /** The solution at one λ ≥ 0. */
    public Scorer scorer(double lambda) {
        return stackedScorer(lambda);
    }

    /**
     * The solutions at several λ side by side: output l·d + o is output o at λ_l, to the same bits as from {@link #scorer}.
     * The way to validate a path: each row's features are made once and go through one blocked product.
     */
    public Scorer stackedScorer(double... lambdas) {
        double[][] weights = weights(lambdas);
        double[] intercepts = new double[weights.length];
        for (int o = 0; o < intercepts.length; o++) {
            intercepts[o] = targetMeans[o % outputs()] - Kernels.dot(0, featureMeans, 0, weights[o]);
        }
        return map.scorer(inputs, intercepts, weights);
    }

    /** Weights of z in its own scale, one row for each λ and output. */
    private double[][] weights(double[] lambdas) {
        int n = varying.length;
        int outputs = outputs();
        double[][] shrunk = new double[n][lambdas.length * outputs];
        for (int l = 0; l < lambdas.length; l++) {
            for (int e = 0; e < n; e++) {
                double inverse = inverse(e, lambdas[l]);
                for (int o = 0; o < outputs; o++) {
                    shrunk[e][l * outputs + o] = rotated[e][o] * inverse;
                }
            }
        }
        double[][] standardised = new double[n][lambdas.length * outputs];
        Kernels.addProductInto(eigen.basis(), 0, n, shrunk, 0, lambdas.length * outputs, standardised);
        double[][] weights = new double[lambdas.length * outputs][features];
        for (int i = 0; i < n; i++) {
            for (int o = 0; o < weights.length; o++) {
                weights[o][varying[i]] = standardised[i][o] / deviations[i];
            }
        }
        return weights;
    }

    /** 1/(Λ_e + λ); the pseudo-inverse where that is 1/0 but for rounding. */
    private double inverse(int e, double lambda) {
        if (!(lambda >= 0)) {
            throw new IllegalArgumentException("lambda must not be negative, got " + lambda);
        }
        double shifted = eigen.values()[e] + lambda;
        double rounding = eigen.values()[0] * varying.length * Math.ulp(1.0);
        return shifted > rounding ? 1 / shifted : 0;
    }

    /**
     * The mean squared error of each output on the training data, (1/Σw) Σ w·(y_o − f_o)², from the sums alone; their total
     * is the surrogate risk. Good to about 10⁻¹⁵ of the target's mean square. O(k·d).
     */
    public double[] trainingRisks(double lambda) {
        double[] risks = targetVariances.clone();
        for (int e = 0; e < varying.length; e++) {
            double inverse = inverse(e, lambda);
            double explained = inverse * (2 - inverse * eigen.values()[e]);
            for (int o = 0; o < risks.length; o++) {
                risks[o] -= rotated[e][o] * rotated[e][o] * explained;
            }
        }
        for (int o = 0; o < risks.length; o++) {
            risks[o] = Math.max(0, risks[o]);
        }
        return risks;
    }
}
