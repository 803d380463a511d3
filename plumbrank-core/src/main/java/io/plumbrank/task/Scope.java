package io.plumbrank.task;

import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.QueryFeatures.Context;
import java.util.List;

/**
 * What a choice among kinds of models may vary beside the kind.
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
