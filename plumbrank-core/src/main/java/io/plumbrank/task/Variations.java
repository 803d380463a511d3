package io.plumbrank.task;

import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Versions of a task that a choice among kinds of models tries.
 *
 * @param closedForm by a surrogate that one pass over the data fits
 * @param logLoss by log-loss, null where that is not open
 * @param inContext with items seen in context, null where that is not open
 * @param boosted by what boosted trees minimise, null where trees are not tried
 * @param boostedInContext the same with items seen in context
 * @param boostedByPairs the same by a surrogate of pairs, with its name
 * @param forest what forests are fitted for, null where they are not tried
 * @param guidedForest the same where outputs are so many that {@link Task#guide} chooses for them
 */
public record Variations(
        Task<?> closedForm,
        @Nullable Task<?> logLoss,
        @Nullable Task<?> inContext,
        @Nullable Task<?> boosted,
        @Nullable Task<?> boostedInContext,
        @Nullable Named boostedByPairs,
        @Nullable Forest forest,
        @Nullable Forest guidedForest) {

    /** The task alone: linear models, Fourier features and kernels, trees and a forest. */
    public static Variations of(Task<?> task) {
        return new Variations(task, null, null, task, null, null, new Forest(task, Map.of(), true), null);
    }

    /** A task by its surrogate's name. */
    public record Named(String surrogate, Task<?> task) {}

    /**
     * What a forest is fitted for.
     *
     * @param parameters beside the usual ones
     * @param several whether several forests are fitted to choose from
     */
    public record Forest(Task<?> task, Map<String, String> parameters, boolean several) {
        public Forest {
            parameters = Map.copyOf(parameters);
        }
    }

    /**
     * Variations beside the kind of model.
     *
     * @param views whether items may be seen in context, beside the task's own view of them
     * @param scaled whether features are penalised in units of their standard deviation, and not in their own
     */
    public record Scope(boolean views, boolean scaled) {
        /** The context that is tried. */
        public static final List<Context> CONTEXT = List.of(Context.Z, Context.RANK);

        /** Everything that the user left open: views where the task names none. */
        public static Scope of(Task<?> task) {
            return new Scope(task.view().isPlain(), true);
        }

        /** The view of items in context. */
        public static QueryFeatures inContext() {
            return new QueryFeatures(false, CONTEXT);
        }
    }
}
