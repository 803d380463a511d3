package io.plumbrank.train;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.instances.Candidate;
import io.plumbrank.learn.instances.Fitted;
import io.plumbrank.learn.instances.Holdout;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances;
import io.plumbrank.learn.instances.Learner;
import io.plumbrank.learn.instances.Plan;
import io.plumbrank.learn.instances.Plan.Laps;
import io.plumbrank.learn.instances.Variant;
import io.plumbrank.learn.learners.TreeLearner;
import io.plumbrank.task.HeldOutValues;
import io.plumbrank.task.Judgement;
import io.plumbrank.task.Task;
import io.plumbrank.task.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Fits one learner, judges its candidates on instances that they were not fitted to, and chooses the best one. */
final class LearnerSearch<I extends Instance> {
    private final Task<I> task;
    private final boolean keepsEach;
    private final Learner learner;
    private final List<Variant> variants;
    private final Instances<I> train;
    private final Holdout<I> holdout;
    private final Settings settings;

    /** @param held the validation data; null to choose on the training data */
    LearnerSearch(
            Search<I> search,
            Learner learner,
            List<Variant> variants,
            Instances<I> train,
            @Nullable Instances<I> held) {
        this.task = search.task();
        this.keepsEach = search.keepsEach();
        this.learner = learner;
        this.variants = variants;
        this.train = train;
        this.holdout = task.choosing().holdout(learner, held, search.settings());
        this.settings = search.settings().withThreads(task.choosing().threadsOfAFit(search.settings()));
    }

    Choice choose(Progress progress, Laps laps) {
        Selection<I> selection = new Selection<>(task, settings.threads());
        RoundValues<I> rounds =
                keepsEach && learner instanceof TreeLearner && !task.shape().isPaired()
                        ? new RoundValues<>(holdout.folds())
                        : null;
        RoundCriterion<I> criterion = new RoundCriterion<>(selection, rounds);
        Fitted fitted = learner.fit(train, new Plan<>(variants, holdout, criterion, settings, progress, laps));
        List<Candidate> candidates = fitted.candidates();
        Instances<I> judged = holdout.judged(train);
        progress.begin("validate", Progress.ROWS, judged.knownRows());
        Judgement none = new Judgement(candidates).keepingEach(keepsEach);
        Judgement judgement = selection.of(
                judged,
                fitted.heldOut(),
                task.choosing().addsShares(holdout) ? none.ofTotal(weight(judged)) : none,
                task::judge,
                progress::at);
        laps.lap("validate");
        selection.requireCounting(judgement, judged);
        int[] families = families(candidates);
        int best = best(candidates, families, judgement);
        List<Trial> tried = new ArrayList<>();
        for (int c = 0; c < candidates.size(); c++) {
            Candidate candidate = candidates.get(c);
            String surrogate = candidate.variant().loss().text();
            tried.add(new Trial(learner.text(), surrogate, candidate.lambda(), judgement.result(c), c == best));
        }
        return new Choice(
                learner,
                candidates.get(best),
                fitted.scorer().apply(best),
                fitted.heldOut().only(best),
                judgement.result(best),
                tried,
                keepsEach ? values(judgement, rounds, families) : null,
                fitted.notes().apply(best));
    }

    private double weight(Instances<I> data) {
        return data.load().stream().mapToDouble(Instance::weight).sum();
    }

    private HeldOutValues values(Judgement judgement, @Nullable RoundValues<I> rounds, int[] families) {
        HeldOutValues ofRounds = rounds == null ? null : rounds.all();
        return ofRounds == null ? judgement.each().trimmed().inFamilies(families) : ofRounds;
    }

    /** By candidate: the number of its variant from 1 on, where λ is chosen by the surrogate's risk; else 0. */
    private int[] families(List<Candidate> candidates) {
        return candidates.stream()
                .map(Candidate::variant)
                .mapToInt(variant -> task.choosesByRisk(variant.loss()) ? 1 + variant.number() : 0)
                .toArray();
    }

    /** The first of the best; of its λ that are as good the largest, since more regularisation is the simpler model. */
    private int best(List<Candidate> candidates, int[] families, Judgement judgement) {
        int best = -1;
        for (int c = 0; c < candidates.size(); c++) {
            if (families[c] > 0 && !hasLeastRisk(c, families, judgement)) {
                continue;
            }
            boolean simpler = best >= 0
                    && candidates.get(c).variant().number()
                            == candidates.get(best).variant().number()
                    && candidates.get(c).lambda() > candidates.get(best).lambda()
                    && judgement.result(c).measure() == judgement.result(best).measure();
            best = best < 0 || simpler || task.choosing().isBetter(judgement.result(c), judgement.result(best))
                    ? c
                    : best;
        }
        return best;
    }

    private static boolean hasLeastRisk(int c, int[] families, Judgement judgement) {
        double own = judgement.result(c).surrogateRisk();
        return IntStream.range(0, families.length)
                .filter(other -> families[other] == families[c])
                .noneMatch(other -> judgement.result(other).surrogateRisk() < own);
    }
}
