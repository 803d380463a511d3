package io.plumbrank.train;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan.Laps;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.task.Guide;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import io.plumbrank.util.internal.InOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fits some learners for a task and chooses the best candidate of all.
 *
 * @param keepsEach whether the values of all candidates are kept, instance by instance; blocks elsewhere then send more than sums
 */
record Search<I extends Instance>(Task<I> task, List<Learner> learners, Settings settings, boolean keepsEach) {
    /**
     * Chooses by a guide where the task has one and all learners are linear in features; else among all candidates.
     *
     * @param held the validation data; null to choose on the training data
     * @param parallel how many learners fit at a time
     */
    Choice choose(Instances<I> train, @Nullable Instances<I> held, int parallel, Progress progress, Laps laps) {
        return learners.stream().allMatch(FeatureLearner.class::isInstance)
                ? task.guide(train)
                        .map(guide -> byGuide(guide, held, parallel, progress, laps))
                        .orElseGet(() -> amongAll(train, held, parallel, progress, laps))
                : amongAll(train, held, parallel, progress, laps);
    }

    /** The better one of the guide's choice and the slow variant with the same features and λ. */
    private Choice byGuide(Guide<I> guide, @Nullable Instances<I> held, int parallel, Progress progress, Laps laps) {
        Choice quick = new Search<>(guide.quick(), learners, settings, keepsEach)
                .amongAll(guide.quickTrain(), held, parallel, progress, laps);
        Settings chosen = settings.withLambdas(List.of(quick.candidate().lambda()));
        Choice slow = new Search<>(guide.slow(), List.of(quick.learner()), chosen, keepsEach)
                .amongAll(guide.slowTrain(), held, 1, progress, laps)
                .numbered(guide.slowNumber());
        if (guide.quickNumber() < 0) {
            return slow;
        }
        boolean quicker = task.choosing().isBetter(quick.result(), slow.result());
        List<Trial> tried = new ArrayList<>();
        slow.tried().forEach(trial -> tried.add(trial.chosenIf(!quicker)));
        quick.tried().forEach(trial -> tried.add(trial.chosenIf(quicker)));
        return (quicker ? quick.numbered(guide.quickNumber()) : slow).among(tried, sideBySide(List.of(slow, quick)));
    }

    private Choice amongAll(
            Instances<I> train, @Nullable Instances<I> held, int parallel, Progress progress, Laps laps) {
        List<Variant> variants = task.variants(train, held);
        List<Choice> choices = new ArrayList<>();
        try (InOrder<Choice> workers = new InOrder<>(parallel, "plumbrank-learners", choices::add)) {
            for (Learner learner : learners) {
                LearnerSearch<I> search = new LearnerSearch<>(this, learner, variants, train, held);
                Progress own = parallel == 1 ? progress : progress.aside();
                Laps ownLaps = parallel == 1 ? laps : new Laps();
                workers.submit(() -> search.choose(own, ownLaps));
            }
            workers.finish();
        } catch (BudgetWatch.Over e) {
            // where time ends, the learners that are done are chosen among
            if (choices.isEmpty() || !progress.isOver()) {
                throw e;
            }
        }
        Choice best = choices.get(0);
        for (Choice choice : choices) {
            best = task.choosing().isBetter(choice.result(), best.result()) ? choice : best;
        }
        Learner chosen = best.learner();
        List<Trial> tried = choices.stream()
                .flatMap(choice -> choice.tried().stream()
                        .map(trial -> trial.chosenIf(choice.learner().equals(chosen))))
                .toList();
        return best.among(tried, sideBySide(choices));
    }

    private @Nullable HeldOutValues sideBySide(List<Choice> choices) {
        return keepsEach
                ? HeldOutValues.sideBySide(choices.stream().map(Choice::values).toList())
                : null;
    }
}
