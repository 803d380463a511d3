package io.plumbrank.train;

import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.HeldOut;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The best candidate of some learners.
 *
 * @param learner that fitted it
 * @param scorer fitted to all instances
 * @param heldOut its outputs for instances that it was not fitted to
 * @param result on these instances
 * @param tried all candidates
 * @param kept the values of all candidates on these instances; null where they are not kept
 * @param notes about the fit, whole sentences
 */
record Choice(
        Learner learner,
        Candidate candidate,
        InstanceScorer scorer,
        HeldOut heldOut,
        Result result,
        List<Trial> tried,
        @Nullable HeldOutValues kept,
        List<String> notes) {

    /** The values of all candidates on instances that they were not fitted to. */
    HeldOutValues values() {
        return Objects.requireNonNull(kept, "values were not kept");
    }

    /** The learner, surrogate and λ in words. */
    String settings() {
        Trial chosen = tried.stream().filter(Trial::chosen).findFirst().orElseThrow();
        return String.format(Locale.ROOT, "%s, %s, lambda %.3g", chosen.learner(), chosen.surrogate(), chosen.lambda());
    }

    /** All trials beside those of other kinds of models; under the name of the kind where that says more. */
    List<Trial> tried(String kind, boolean won) {
        return tried.stream()
                .map(trial -> new Trial(
                        kind.contains(" with ") ? kind : trial.learner(),
                        trial.surrogate(),
                        trial.lambda(),
                        trial.valid(),
                        trial.chosen() && won))
                .toList();
    }

    /** The task of the model. */
    <I extends Instance> Task<I> trained(Task<I> task, Instances<I> train) {
        return task.trained(candidate.variant(), train);
    }

    /** A copy without the outputs that it was chosen by, which are large. */
    Choice withoutHeldOut() {
        return new Choice(learner, candidate, scorer, HeldOut.by(scorer), result, tried, kept, notes);
    }

    /** A copy that was chosen among more trials. */
    Choice among(List<Trial> all, @Nullable HeldOutValues others) {
        return new Choice(learner, candidate, scorer, heldOut, result, all, others, notes);
    }

    /** A copy whose variant has another number. */
    Choice numbered(int number) {
        return new Choice(learner, candidate.numbered(number), scorer, heldOut, result, tried, kept, notes);
    }
}
