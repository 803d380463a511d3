package io.plumbrank.train;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Laps;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.task.Judgement;
import io.plumbrank.util.internal.InOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The choices of a nested search without each fold of the training data, so that the fold estimates the value of choosing so.
 */
final class OuterFolds<I extends Instance> {
    private final Search<I> search;
    private final Instances<I> train;
    private final Folds folds;
    private final List<Choice> choices = new ArrayList<>();

    /** Makes the choices. */
    OuterFolds(Search<I> search, Instances<I> train, Progress progress) {
        Settings settings = search.settings();
        this.search = search;
        this.train = train;
        this.folds = new Folds(settings.folds(), settings.seed());
        int count = train.load().size();
        progress.begin("folds", Progress.ROWS, count);
        requireEnough(count);
        try (InOrder<Choice> workers = new InOrder<>(settings.threads(), "plumbrank-folds", choice -> {
            choices.add(choice);
            progress.at((long) count * choices.size() / folds.count());
        })) {
            for (int fold = 0; fold < folds.count(); fold++) {
                int held = fold;
                workers.submit(() -> search.choose(instances(held, false), null, 1, progress.aside(), new Laps())
                        .withoutHeldOut());
            }
            workers.finish();
        }
    }

    /** A learner that needs folds to choose on has only the others of each fold for them. */
    private void requireEnough(int count) {
        if (count < folds.count()) {
            throw train.fault(
                    count + " " + train.nouns() + " that count", "at least " + folds.count() + ", one for each fold");
        }
        int others = IntStream.range(0, folds.count())
                .map(fold -> folds.numbers(count, fold, false).length)
                .min()
                .orElseThrow();
        int inner = search.task().choosing().innerFolds();
        if (others < inner && !search.learners().stream().allMatch(Learner::leavesOutRows)) {
            throw train.fault(
                    count + " " + train.nouns() + " that count, " + others + " of them outside the largest of "
                            + folds.count() + " folds",
                    "at least " + inner + " outside each, or a validation file");
        }
    }

    /** The instances of a fold, or all others. */
    private Instances<I> instances(int fold, boolean in) {
        List<I> all = train.load();
        return train.only(IntStream.of(folds.numbers(all.size(), fold, in))
                .mapToObj(all::get)
                .toList());
    }

    /**
     * The values of choosing among several searches on the same data, each fold judged by what is chosen without it.
     *
     * @param chooser gives the number of the search whose choice is taken
     */
    static Judgement judge(List<OuterFolds<?>> searches, ToIntFunction<List<Choice>> chooser) {
        List<Judgement> judged = new ArrayList<>();
        for (int fold = 0; fold < searches.get(0).choices.size(); fold++) {
            int held = fold;
            int chosen = chooser.applyAsInt(
                    searches.stream().map(each -> each.choices.get(held)).toList());
            judged.add(searches.get(chosen).judge(fold));
        }
        Judgement total = judged.get(0).fresh();
        judged.forEach(total::add);
        return total;
    }

    private Judgement judge(int fold) {
        Choice choice = choices.get(fold);
        return new Selection<>(choice.trained(search.task(), instances(fold, false)), 1)
                .ofModel(choice, instances(fold, true), search.keepsEach(), rows -> {});
    }
}
