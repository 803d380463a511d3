package io.plumbrank.learn.ridge;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Ridge regression for every λ at once. For sums over rows (z, y, w), the solution at λ minimises
 *
 * <p>(1/Σw) Σ w·‖y − f(z)‖² + λ·‖V‖², f(z) = b + Vᵀ·(z − mean)/sd,
 *
 * <p>with the intercept b free; {@link RidgeProblem} has other forms of the loss. One eigendecomposition of the correlation
 * matrix, R = QΛQᵀ, gives V(λ) = Q(Λ + λI)⁻¹Qᵀc, where c holds the covariances of standardised features and targets. λ = 0
 * is least squares, of least norm where R is singular; λ = ∞ is the mean.
 *
 * <p>Immutable. Construction costs O(k³ + k²·d) for k features and d outputs, a solution O(k²·d). Which λ
 * is best is for the caller to find, by its own measure on validation data; {@link #stackedScorer} scores them all at once.
 */
public final class RidgePath {
    private final FeatureMap map;
    private final int inputs;
    private final int features;
    private final double lossPerRow;
    private final double weight;

    private final double[] featureMeans;
    private final double[] targetMeans;

    /** Features that vary, and what they are divided by. */
    private final int[] varying;

    private final double[] scales;
    private final SymmetricEigen eigen;

    /** Qᵀc: one row per eigenvector, one column per output. */
    private final double[][] rotated;
    /** The solutions within bounds of signs; null without any. */
    private final @Nullable BoundedSquares bounded;

    private RidgePath(RidgeProblem problem, @Nullable List<Row> rows) {
        RegressionSums total = problem.total();
        this.map = total.map();
        this.inputs = total.inputs();
        this.features = total.features();
        this.lossPerRow = problem.lossPerRow();
        this.weight = total.weight();
        this.featureMeans = problem.featureMeans();
        this.targetMeans = problem.targetMeans();
        this.varying = problem.varying();
        this.scales = problem.scales(varying);
        this.eigen = rows == null || rows.size() >= varying.length
                ? SymmetricEigen.ofSemidefinite(problem.gram(varying, scales))
                : SymmetricEigen.ofFewRows(scaled(rows));
        double[][] cross = problem.cross(varying, scales);
        this.rotated = rotate(cross);
        int[] signs = problem.signs(varying);
        this.bounded = signs.length == 0 ? null : new BoundedSquares(problem.gram(varying, scales), cross, signs);
    }

    /** @throws IllegalStateException if the eigendecomposition does not converge */
    public static RidgePath of(RidgeProblem problem) {
        return new RidgePath(problem, null);
    }

    /** A row that was summed, features at z[1 …]. */
    record Row(double[] z, double weight) {}

    /**
     * The same with the rows at hand: where they are fewer than the features, by a decomposition as large as they are many,
     * O(n³ + n²k) in place of O(k³).
     */
    static RidgePath of(RidgeProblem problem, List<Row> rows) {
        return new RidgePath(problem, rows);
    }

    /** √(w/Σw) times the standardised features. */
    private double[][] scaled(List<Row> rows) {
        return rows.stream()
                .map(row -> {
                    double root = Math.sqrt(row.weight / weight);
                    return IntStream.range(0, varying.length)
                            .mapToDouble(i -> root * (row.z[1 + varying[i]] - featureMeans[varying[i]]) / scales[i])
                            .toArray();
                })
                .toArray(double[][]::new);
    }

    /**
     * 21 values from 10⁻⁸ to 10², two per decade. The eigenvalues of a correlation matrix have mean 1, so one grid serves all
     * data: its ends are as good as no regularisation and as good as the mean.
     */
    public static double[] defaultLambdas() {
        return IntStream.rangeClosed(-16, 4)
                .mapToDouble(half -> StrictMath.pow(10, half / 2.0))
                .toArray();
    }

    private double[][] rotate(double[][] covariances) {
        double[][] result = new double[directions()][outputs()];
        for (int i = 0; i < varying.length; i++) {
            for (int e = 0; e < result.length; e++) {
                Kernels.addOneInto(eigen.basis()[i][e], covariances[i], 0, outputs(), result[e]);
            }
        }
        return result;
    }

    /** How many eigenvectors there are: all, or those of the span of the rows. */
    private int directions() {
        return eigen.values().length;
    }

    public int outputs() {
        return targetMeans.length;
    }

    /** What all solutions give in the mean over the training rows. */
    double targetMean(int output) {
        return targetMeans[output];
    }

    /**
     * Row by row and λ by λ, how much the fit at a training row rises with its own target: (w/Σw)·(1 + sᵀ(R + λI)⁻¹s) with s the
     * standardised features of the row. O(k²) a row and O(k) for each λ.
     */
    double[] leverages(float[] x, double[] weights, int rows, double[] lambdas) {
        int n = varying.length;
        int directions = directions();
        double[][] inverses = new double[lambdas.length][directions];
        for (int l = 0; l < lambdas.length; l++) {
            for (int e = 0; e < directions; e++) {
                inverses[l][e] = inverse(e, lambdas[l]);
            }
        }
        double[] result = new double[rows * lambdas.length];
        double[][] z = new double[Kernels.PANEL][1 + features];
        double[][] standardised = new double[Kernels.PANEL][n];
        for (int first = 0; first < rows; first += Kernels.PANEL) {
            int panel = Math.min(Kernels.PANEL, rows - first);
            map.mapInto(x, first * inputs, inputs, panel, z);
            for (int r = 0; r < panel; r++) {
                for (int i = 0; i < n; i++) {
                    standardised[r][i] = (z[r][1 + varying[i]] - featureMeans[varying[i]]) / scales[i];
                }
            }
            double[][] squares = new double[panel][directions];
            Kernels.addProductInto(standardised, 0, panel, eigen.basis(), 0, directions, squares);
            for (int r = 0; r < panel; r++) {
                double share = weights[first + r] / weight;
                for (int e = 0; e < directions; e++) {
                    squares[r][e] *= squares[r][e];
                }
                for (int l = 0; l < lambdas.length; l++) {
                    result[(first + r) * lambdas.length + l] = share * Kernels.dot(1, squares[r], 0, inverses[l]);
                }
            }
        }
        return result;
    }

    /** The solution at one λ ≥ 0, of the outputs from {@code from} up to {@code to} alone. */
    public Scorer scorer(double lambda, int from, int to) {
        double[][] weights = Arrays.copyOfRange(weights(new double[] {lambda}), from, to);
        double[] intercepts = new double[weights.length];
        for (int o = 0; o < intercepts.length; o++) {
            intercepts[o] = intercept(from + o, weights[o]);
        }
        return map.scorer(inputs, intercepts, weights);
    }

    /**
     * The solutions at several λ side by side: output l·d + o is output o at λ_l, to the same bits as alone. The way to
     * validate a path: each row's features are made once and go through one blocked product.
     */
    public Scorer stackedScorer(double... lambdas) {
        return stackedScorer(List.of(this), lambdas);
    }

    /** The same for several paths over the same rows and features, one after another. */
    public static Scorer stackedScorer(List<RidgePath> paths, double... lambdas) {
        RidgePath first = paths.get(0);
        List<double[]> weights = new ArrayList<>();
        double[] intercepts = new double[paths.size() * lambdas.length * first.outputs()];
        for (RidgePath path : paths) {
            if (!path.map.equals(first.map) || path.inputs != first.inputs || path.outputs() != first.outputs()) {
                throw new IllegalArgumentException("paths over different rows do not go side by side");
            }
            for (double[] row : path.weights(lambdas)) {
                intercepts[weights.size()] = path.intercept(weights.size() % path.outputs(), row);
                weights.add(row);
            }
        }
        return first.map.scorer(first.inputs, intercepts, weights.toArray(double[][]::new));
    }

    /** What a solution adds to its weights: the mean target, less what the weights make of the mean features. */
    double intercept(int output, double[] weights) {
        return targetMeans[output] - Kernels.dot(0, featureMeans, 0, weights);
    }

    /** Weights of z in its own scale, one row for each λ and output. */
    double[][] weights(double[] lambdas) {
        int n = varying.length;
        int outputs = outputs();
        double[][] shrunk = new double[directions()][lambdas.length * outputs];
        for (int l = 0; l < lambdas.length; l++) {
            for (int e = 0; e < shrunk.length; e++) {
                double inverse = inverse(e, lambdas[l]);
                for (int o = 0; o < outputs; o++) {
                    shrunk[e][l * outputs + o] = rotated[e][o] * inverse;
                }
            }
        }
        double[][] standardised = new double[n][lambdas.length * outputs];
        Kernels.addProductInto(eigen.basis(), 0, n, shrunk, 0, lambdas.length * outputs, standardised);
        for (int column = 0; bounded != null && column < lambdas.length * outputs; column++) {
            int own = column;
            double[] within = bounded.weights(
                    Arrays.stream(standardised).mapToDouble(row -> row[own]).toArray(),
                    lambdas[column / outputs] / lossPerRow,
                    column % outputs);
            for (int i = 0; i < n; i++) {
                standardised[i][column] = within[i];
            }
        }
        double[][] weights = new double[lambdas.length * outputs][features];
        for (int i = 0; i < n; i++) {
            for (int o = 0; o < weights.length; o++) {
                weights[o][varying[i]] = standardised[i][o] / scales[i];
            }
        }
        return weights;
    }

    /** 1/(Λ_e + λ); the pseudo-inverse where that is 1/0 but for rounding. */
    private double inverse(int e, double lambda) {
        if (!(lambda >= 0)) {
            throw new IllegalArgumentException("lambda must not be negative, got " + lambda);
        }
        double shifted = eigen.values()[e] + lambda / lossPerRow;
        double rounding = eigen.values()[0] * varying.length * Math.ulp(1.0);
        return shifted > rounding ? 1 / shifted : 0;
    }
}
