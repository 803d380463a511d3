package io.plumbrank.learn.trees;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link TreeLearner} is asked to fit. The large arrays are not copied. Without a surrogate it is the squared one,
 * Σ w ‖f(x) − target‖², fitted for each output by trees of its own.
 *
 * @param rows the training rows
 * @param targets what to regress on, row-major, {@code outputs} a row
 * @param outputs the dimension d of targets and scores
 * @param weights one a row, of which only the proportions count; empty for equal ones
 * @param surrogate another surrogate than the squared one, or null
 * @param validation what stops boosting and picks the round, or null for all rounds
 * @param checkpoints where to keep what is done so far, or null
 * @param parameters by XGBoost's names
 * @param seed for sampling of rows and columns
 * @param threads how many may be used
 * @param progress told after each round
 */
@SuppressWarnings("ArrayRecordComponent") // large inputs that nobody compares
public record TreeTask(
        TreeRows rows,
        double[] targets,
        int outputs,
        double[] weights,
        @Nullable Surrogate surrogate,
        @Nullable Validation validation,
        @Nullable Checkpoints checkpoints,
        Map<String, String> parameters,
        long seed,
        int threads,
        Progress progress) {
    /** Checks the shapes. */
    public TreeTask {
        parameters = Map.copyOf(parameters);
        if (outputs < 1 || (long) rows.rows() * outputs != targets.length) {
            throw new IllegalArgumentException(
                    rows.rows() + " rows of " + outputs + " outputs, but " + targets.length + " targets");
        }
        if (weights.length != 0 && weights.length != rows.rows()) {
            throw new IllegalArgumentException(rows.rows() + " rows, but " + weights.length + " weights");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (surrogate != null) {
            if (outputs != 1) {
                throw new IllegalArgumentException(
                        "a surrogate of groups needs one output, got " + outputs + "; use the squared surrogate");
            }
            surrogate.requireRows(rows.rows());
        }
        if (validation != null && validation.rows().inputs() != rows.inputs()) {
            throw new IllegalArgumentException(
                    "validation rows have " + validation.rows().inputs() + " features, training rows " + rows.inputs());
        }
    }

    /** The squared surrogate, default parameters, no validation, seed 1, one thread. */
    public static TreeTask of(TreeRows rows, double[] targets, int outputs) {
        return new TreeTask(
                rows, targets, outputs, new double[0], null, null, null, Map.of(), 1, 1, (round, measure) -> {});
    }

    /**
     * A surrogate by its derivatives.
     *
     * @param groups the number of rows of each group, in order
     * @param gradients makes the function that a thread uses
     */
    @SuppressWarnings("ArrayRecordComponent") // as above
    public record Surrogate(int[] groups, Supplier<GroupGradient> gradients) {
        void requireRows(int rows) {
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
    }

    /**
     * Early stopping.
     *
     * @param measure of the scores of these rows, row-major; larger is better, NaN is worst. Boosting ends when it has not
     *     risen for {@code early_stopping_rounds} rounds, and the first round with the best value is kept
     */
    public record Validation(TreeRows rows, ToDoubleFunction<double[]> measure) {}

    /**
     * Checkpoints. The file is replaced whole, so a killed run leaves the last one.
     *
     * @param directory where the checkpoint is; made if it is not there
     * @param every rounds from one to the next
     * @param resume whether to go on from the checkpoint that is there, if one is
     */
    public record Checkpoints(Path directory, int every, boolean resume) {
        /** The name of the file in the directory. */
        public static final String FILE = "trees.checkpoint";

        /** Checks the rounds. */
        public Checkpoints {
            if (every < 1) {
                throw new IllegalArgumentException("a checkpoint every " + every + " rounds; at least 1");
            }
        }
    }

    /** Is told how boosting goes on. */
    @FunctionalInterface
    public interface Progress {
        /**
         * A round is done.
         *
         * @param round counted from 1
         * @param measure the validation measure, NaN where nothing is validated
         */
        void round(int round, double measure);
    }

    /** The same with weights of rows. */
    public TreeTask withWeights(double... newWeights) {
        return with(draft -> draft.weights = newWeights);
    }

    /** The same with another surrogate than the squared one. */
    public TreeTask withSurrogate(int[] groups, Supplier<GroupGradient> gradients) {
        return with(draft -> draft.surrogate = new Surrogate(groups, gradients));
    }

    /** The same with early stopping. */
    public TreeTask withValidation(TreeRows validRows, ToDoubleFunction<double[]> measure) {
        return with(draft -> draft.validation = new Validation(validRows, measure));
    }

    /** The same with checkpoints. */
    public TreeTask withCheckpoints(Path directory, int every, boolean resume) {
        return with(draft -> draft.checkpoints = new Checkpoints(directory, every, resume));
    }

    /** The same with parameters by XGBoost's names. */
    public TreeTask withParameters(Map<String, String> newParameters) {
        return with(draft -> draft.parameters = newParameters);
    }

    /** The same with a seed. */
    public TreeTask withSeed(long newSeed) {
        return with(draft -> draft.seed = newSeed);
    }

    /** The same with a number of threads. */
    public TreeTask withThreads(int newThreads) {
        return with(draft -> draft.threads = newThreads);
    }

    /** The same with somebody who is told of each round. */
    public TreeTask withProgress(Progress newProgress) {
        return with(draft -> draft.progress = newProgress);
    }

    private TreeTask with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new TreeTask(
                rows,
                targets,
                outputs,
                draft.weights,
                draft.surrogate,
                draft.validation,
                draft.checkpoints,
                draft.parameters,
                draft.seed,
                draft.threads,
                draft.progress);
    }

    /** What may change. */
    private static final class Draft {
        private double[] weights;
        private @Nullable Surrogate surrogate;
        private @Nullable Validation validation;
        private @Nullable Checkpoints checkpoints;
        private Map<String, String> parameters;
        private long seed;
        private int threads;
        private Progress progress;

        Draft(TreeTask task) {
            weights = task.weights;
            surrogate = task.surrogate;
            validation = task.validation;
            checkpoints = task.checkpoints;
            parameters = task.parameters;
            seed = task.seed;
            threads = task.threads;
            progress = task.progress;
        }
    }
}
