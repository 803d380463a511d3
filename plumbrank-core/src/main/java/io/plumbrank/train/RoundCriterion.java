package io.plumbrank.train;

import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Result;
import io.plumbrank.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The task's value of a round of boosting, by which boosting stops.
 *
 * @param rounds where the values of each instance are kept; null for nowhere
 */
record RoundCriterion<I extends Instance>(
        Selection<I> selection, @Nullable RoundValues<I> rounds) implements Plan.Criterion<I> {

    @Override
    public Score of(Variant variant, List<I> instances, Outputs outputs) {
        return instances.stream().anyMatch(selection.task()::counts)
                ? score(selection.task(), result(variant, instances, outputs))
                : Score.NONE;
    }

    private Result result(Variant variant, List<I> instances, Outputs outputs) {
        Judgement none = none(variant);
        if (rounds == null) {
            return selection.known(instances, outputs, none, null).result(0);
        }
        Judgement judgement =
                selection.known(instances, outputs, none.keepingEach(true), rounds.numbers(variant, instances));
        rounds.add(variant, instances, judgement.each());
        return judgement.result(0);
    }

    private static Judgement none(Variant variant) {
        return new Judgement(List.of(new Candidate(variant, 0)));
    }

    private static Score score(Task<?> task, Result result) {
        return new Score(task.choosing().sign() * result.measure(), result.surrogateRisk());
    }

    @Override
    public Plan.@Nullable Parts<I, ?> parts(Variant variant) {
        return rounds != null || selection.task().choosing().sumsByFold()
                ? null
                : new Parts<>(new Selection<>(selection.task(), 1), variant);
    }

    /**
     * The same value, made block by block.
     *
     * @param selection with one thread
     * @param variant what is boosted
     */
    private record Parts<I extends Instance>(Selection<I> selection, Variant variant) implements Plan.Parts<I, Sums> {
        private static final long serialVersionUID = 1;

        @Override
        public Sums of(List<I> instances, Outputs outputs) {
            return new Sums(
                    instances.stream().anyMatch(selection.task()::counts),
                    selection.known(instances, outputs, none(variant), null));
        }

        @Override
        public Score score(Sums sum) {
            return sum.counts ? RoundCriterion.score(selection.task(), sum.judgement.result(0)) : Score.NONE;
        }
    }

    /** @param counts whether the measure tells two predictions apart for any of the instances */
    private record Sums(boolean counts, Judgement judgement) implements Summable<Sums> {
        private static final long serialVersionUID = 1;

        @Override
        public Sums plus(Sums other) {
            return new Sums(counts || other.counts, judgement.plus(other.judgement));
        }
    }
}
