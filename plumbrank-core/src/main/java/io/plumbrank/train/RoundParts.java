package io.plumbrank.train;

import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Score;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.task.Judgement;
import java.util.List;

/**
 * What a task makes of a round of boosting, block by block.
 *
 * @param selection with one thread
 * @param variant what is boosted
 */
record RoundParts<I extends Instance>(Selection<I> selection, int variant, List<Variant> variants)
        implements Plan.Parts<I, RoundParts.Sums> {
    private static final long serialVersionUID = 1;

    RoundParts {
        variants = List.copyOf(variants);
    }

    /** @param counts whether the measure tells two predictions apart for any of the instances */
    record Sums(boolean counts, Judgement judgement) implements Summable<Sums> {
        private static final long serialVersionUID = 1;

        @Override
        public Sums plus(Sums other) {
            return new Sums(counts || other.counts, judgement.plus(other.judgement));
        }
    }

    @Override
    public Sums of(List<I> instances, Outputs outputs) {
        Judgement none = new Judgement(List.of(new Candidate(variant, 0)), variants, true);
        return new Sums(
                instances.stream().anyMatch(selection.task()::counts), selection.known(instances, outputs, none, null));
    }

    @Override
    public Score score(Sums sum) {
        return sum.counts ? TrainingRun.score(selection.task(), sum.judgement.result(0)) : Score.NONE;
    }
}
