package io.plumbrank.learn.trees;

import io.plumbrank.learn.Checkpoints;
import io.plumbrank.learn.instances.GroupLoss.GroupDerivatives;
import io.plumbrank.learn.instances.Score;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link TreeEngine} is asked to fit. The large arrays are not copied. Without a surrogate it is the squared one,
 * Σ w ‖f(x) − target‖².
 *
 * @param rows the training rows
 * @param aims what they aim at
 * @param surrogate another surrogate than the squared one, or null
 * @param validation what stops boosting and picks the round, or null for all rounds
 * @param checkpoints where to keep what is done so far, or null
 * @param how parameters, seed and threads
 */
public record TreeProblem(
        TreeRows rows,
        Aims aims,
        @Nullable Surrogate surrogate,
        @Nullable Validation validation,
        @Nullable Checkpoints checkpoints,
        How how) {
    public TreeProblem {
        aims.requireRows(rows.rows());
        if (surrogate != null) {
            surrogate.requireRows(rows.rows());
        }
        if (validation != null && validation.rows().inputs() != rows.inputs()) {
            throw new IllegalArgumentException(
                    "validation rows have " + validation.rows().inputs() + " features, training rows " + rows.inputs());
        }
    }

    /** The squared surrogate, default parameters, no validation, seed 1, one thread. */
    public static TreeProblem of(TreeRows rows, double[] targets, int outputs) {
        return new TreeProblem(
                rows,
                new Aims(targets, outputs, new double[0], new int[0]),
                null,
                null,
                null,
                new How(Map.of(), 1, 1, (round, measure) -> {}));
    }

    /**
     * What rows aim at.
     *
     * @param targets what to regress on, row-major, {@code outputs} per row; NaN where it is not known, so that the row has no part
     *     in the trees of that output
     * @param outputs the dimension d of targets and scores
     * @param weights one per row, of which only the proportions count; empty for equal ones
     * @param groups the number of rows of each group, in order, which sampling takes or leaves whole; empty for single rows
     */
    public record Aims(double[] targets, int outputs, double[] weights, int[] groups) {
        void requireRows(int rows) {
            if (outputs < 1 || (long) rows * outputs != targets.length) {
                throw new IllegalArgumentException(
                        rows + " rows of " + outputs + " outputs, but " + targets.length + " targets");
            }
            if (weights.length != 0 && weights.length != rows) {
                throw new IllegalArgumentException(rows + " rows, but " + weights.length + " weights");
            }
            if (groups.length != 0) {
                requireGroups(groups, rows);
            }
        }
    }

    /**
     * How it is fitted.
     *
     * @param parameters by XGBoost's names
     * @param seed for sampling of rows and columns
     * @param threads how many may be used
     * @param progress told after each round
     */
    public record How(Map<String, String> parameters, long seed, int threads, Progress progress) {
        public How {
            parameters = Map.copyOf(parameters);
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
        }
    }

    public double[] targets() {
        return aims.targets;
    }

    public int outputs() {
        return aims.outputs;
    }

    public double[] weights() {
        return aims.weights;
    }

    public Map<String, String> parameters() {
        return how.parameters;
    }

    /** A surrogate by its derivatives: the rows of each group, and what makes the function of a thread. */
    public record Surrogate(int[] groups, Supplier<GroupDerivatives> gradients) {
        void requireRows(int rows) {
            requireGroups(groups, rows);
        }
    }

    private static void requireGroups(int[] groups, int rows) {
        long sum = 0;
        for (int group : groups) {
            if (group < 0) {
                throw new IllegalArgumentException("a group of " + group + " rows");
            }
            sum += group;
        }
        if (sum != rows) {
            throw new IllegalArgumentException("groups of " + sum + " rows together, but " + rows + " rows");
        }
    }

    /**
     * Early stopping. The first round with the best measure is kept. Boosting ends when for {@code early_stopping_rounds} rounds
     * neither the measure has risen nor the risk has fallen: a decoded prediction may stand still for long while scores move
     * towards the point where it changes, and then the measure stands still too.
     *
     * @param scoring of the scores of these rows, row-major
     */
    public record Validation(TreeRows rows, Function<double[], Score> scoring) {
        /** The measure alone. */
        public double measure(double[] scores) {
            return scoring.apply(scores).measure();
        }
    }

    /** Is told how boosting goes on. */
    @FunctionalInterface
    public interface Progress {
        /** Receives the validation measure, NaN without validation, after each round from 1 on. */
        void round(int round, double measure);

        /** Whether boosting is to end with the rounds that there are; asked after each. */
        default boolean isOver() {
            return false;
        }
    }

    public TreeProblem withWeights(double... weights) {
        Aims weighted = new Aims(aims.targets, aims.outputs, weights, aims.groups);
        return new TreeProblem(rows, weighted, surrogate, validation, checkpoints, how);
    }

    /** The same with rows that belong together. */
    public TreeProblem withGroups(int... groups) {
        Aims grouped = new Aims(aims.targets, aims.outputs, aims.weights, groups);
        return new TreeProblem(rows, grouped, surrogate, validation, checkpoints, how);
    }

    /** The weights of all rows, scaled to the mean 1. */
    public float[] scaledWeights() {
        float[] scaled = new float[rows.rows()];
        Arrays.fill(scaled, 1);
        double sum = 0;
        for (double weight : aims.weights) {
            if (!(weight >= 0) || Double.isInfinite(weight)) {
                throw new IllegalArgumentException("weights must be finite and at least 0, got " + weight);
            }
            sum += weight;
        }
        if (aims.weights.length > 0 && sum == 0) {
            throw new IllegalArgumentException("all weights are 0");
        }
        for (int row = 0; row < aims.weights.length; row++) {
            scaled[row] = (float) (aims.weights[row] * aims.weights.length / sum);
        }
        return scaled;
    }

    public static boolean areEqual(float[] values) {
        for (float value : values) {
            if (value != values[0]) {
                return false;
            }
        }
        return true;
    }

    /** Whether some targets are not known. */
    public boolean hasGaps() {
        return Arrays.stream(aims.targets).anyMatch(Double::isNaN);
    }

    /** Whether a row knows the target of an output. */
    public boolean isKnown(int row, int output) {
        return !Double.isNaN(aims.targets[row * aims.outputs + output]);
    }

    /** The weighted mean of each output's known targets; 0 where there are none. */
    public double[] means(float[] scaledWeights) {
        double[] means = new double[aims.outputs];
        double[] weight = new double[aims.outputs];
        for (int row = 0; row < scaledWeights.length; row++) {
            for (int o = 0; o < means.length; o++) {
                double target = aims.targets[row * means.length + o];
                if (!Double.isNaN(target)) {
                    means[o] += scaledWeights[row] * target;
                    weight[o] += scaledWeights[row];
                }
            }
        }
        for (int o = 0; o < means.length; o++) {
            means[o] = weight[o] > 0 ? means[o] / weight[o] : 0;
        }
        return means;
    }

    /** Their weighted standard deviations. */
    public double[] deviations(float[] scaledWeights) {
        double[] means = means(scaledWeights);
        double[] deviations = new double[aims.outputs];
        double[] weight = new double[aims.outputs];
        for (int row = 0; row < scaledWeights.length; row++) {
            for (int o = 0; o < means.length; o++) {
                double off = aims.targets[row * means.length + o] - means[o];
                if (!Double.isNaN(off)) {
                    deviations[o] += scaledWeights[row] * off * off;
                    weight[o] += scaledWeights[row];
                }
            }
        }
        for (int o = 0; o < deviations.length; o++) {
            deviations[o] = weight[o] > 0 ? Math.sqrt(deviations[o] / weight[o]) : 0;
        }
        return deviations;
    }

    /** That of all outputs together: the root of the mean of their variances. */
    public double deviation(float[] scaledWeights) {
        return together(deviations(scaledWeights));
    }

    /** The root of the mean of the squares of deviations. */
    public static double together(double[] deviations) {
        double variance = 0;
        for (double own : deviations) {
            variance += Math.pow(own, 2) / deviations.length;
        }
        return Math.sqrt(variance);
    }

    /** The same with another surrogate than the squared one. */
    public TreeProblem withSurrogate(int[] groups, Supplier<GroupDerivatives> gradients) {
        return new TreeProblem(rows, aims, new Surrogate(groups, gradients), validation, checkpoints, how);
    }

    /** The same by least squares on the targets. */
    public TreeProblem bySquares() {
        return new TreeProblem(rows, aims, null, validation, checkpoints, how);
    }

    /** The same with early stopping by a measure alone. */
    public TreeProblem withValidation(TreeRows validRows, ToDoubleFunction<double[]> measure) {
        return withValidation(
                new Validation(validRows, scores -> new Score(measure.applyAsDouble(scores), Double.NaN)));
    }

    /** The same with early stopping. */
    public TreeProblem withValidation(Validation stopping) {
        return new TreeProblem(rows, aims, surrogate, stopping, checkpoints, how);
    }

    public TreeProblem withCheckpoints(Path directory, int every, boolean resume) {
        Checkpoints kept = new Checkpoints(directory, every, resume);
        return new TreeProblem(rows, aims, surrogate, validation, kept, how);
    }

    public TreeProblem withParameters(Map<String, String> parameters) {
        return with(new How(parameters, how.seed, how.threads, how.progress));
    }

    public TreeProblem withSeed(long seed) {
        return with(new How(how.parameters, seed, how.threads, how.progress));
    }

    public TreeProblem withThreads(int threads) {
        return with(new How(how.parameters, how.seed, threads, how.progress));
    }

    public TreeProblem withProgress(Progress progress) {
        return with(new How(how.parameters, how.seed, how.threads, progress));
    }

    private TreeProblem with(How other) {
        return new TreeProblem(rows, aims, surrogate, validation, checkpoints, other);
    }
}
