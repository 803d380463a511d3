package io.plumbrank.train;

import io.plumbrank.learn.Settings;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import java.util.List;

/**
 * The value of a model on new data.
 *
 * @param value of its measure, with the error
 * @param valid the means on what validates
 * @param by how the value was estimated, in words
 */
record Worth(Estimate value, Result valid, String by) {
    /** By folds of which each judges a choice that was made without it. */
    static Worth of(Task<?> task, Settings settings, OuterFolds.Outcome outcome, double range) {
        String by = ModelChoice.byFolds(outcome.folds(), settings.folds());
        return of(task, settings, outcome.values(), outcome.sums(), outcome.shared(), range, by);
    }

    /** By values of the model alone. */
    static Worth of(Task<?> task, Settings settings, Judgement judged, double shared, double range, String by) {
        return of(task, settings, judged.each().trimmed(), judged, shared, range, by);
    }

    private static Worth of(
            Task<?> task,
            Settings settings,
            HeldOutValues values,
            Judgement sums,
            double shared,
            double range,
            String by) {
        Contest alone = new Contest(List.of(values), task.largerIsBetter(), settings.seed());
        double known = Math.max(values.range(), task.choosing().isByMeasure() ? range : 0);
        Estimate value = alone.decide().standings().get(0).value();
        return new Worth(value.widened(shared, known), sums.result(0), by);
    }
}
