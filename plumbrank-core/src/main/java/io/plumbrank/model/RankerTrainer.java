package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeLearner;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.RankerFits.Candidate;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.model.RankerTraining.Trial;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.SurrogateSpec;
import io.plumbrank.surrogate.Surrogates;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.RankingTargets;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Trains a ranker for a measure: encodes labels, minimises a surrogate of scores, and picks surrogate and λ by the
 * <em>measure</em>, on the validation file if there is one, else over folds of the training queries; of equal ones the
 * largest λ, and the surrogate that was named first. The final model is fitted to all of the training data.
 *
 * <p>Squares are minimised in closed form and stream: the first rows fix the feature map (Fourier features take a whole pass for
 * it), one pass sums, one validates, one evaluates, one makes the checksum; memory does not grow with the rows. Other surrogates
 * are minimised by L-BFGS over rows in memory.
 *
 * <pre>{@code
 * RankerTrainer trainer = RankerTrainer.of(MeasureSpec.parse("ndcg@10"));
 * RankerTraining training = trainer.train(QuerySource.of(file, ReadOptions.defaults()), null, Progress.NONE);
 * ModelFile.write(training.model(), Path.of("model.json"));
 * }</pre>
 *
 * @param measure what to train for
 * @param surrogates what to choose from, at least one
 * @param learner linear or Fourier, with seed and threads
 * @param trees null for the learner's model; else boosted trees take its place, and only its seed and threads count
 * @param features what f sees of an item
 * @param standardise whether features are penalised in units of their standard deviation, and not in their own
 * @param lambdas what to choose from; empty for a grid that suits the surrogate
 * @param folds how many, where there is no validation file; at least 2
 * @param program name and version of the caller, for the model's provenance
 */
public record RankerTrainer(
        MeasureSpec measure,
        List<SurrogateSpec> surrogates,
        RidgeLearner learner,
        @Nullable TreeSettings trees,
        QueryFeatures features,
        boolean standardise,
        List<Double> lambdas,
        int folds,
        String program) {

    public RankerTrainer {
        surrogates = List.copyOf(surrogates);
        lambdas = List.copyOf(lambdas);
        if (surrogates.isEmpty()) {
            throw new IllegalArgumentException("at least one surrogate is needed");
        }
        if (lambdas.stream().anyMatch(lambda -> !(lambda >= 0 && Double.isFinite(lambda)))) {
            throw new IllegalArgumentException("lambdas must be finite and not negative, got " + lambdas);
        }
        if (folds < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + folds);
        }
        if (surrogates.size() > 1 && !RidgeFitting.areSquares(surrogates)) {
            throw new IllegalArgumentException("of several surrogates all must be squares");
        }
        if (trees != null && surrogates.size() > 1) {
            throw new IllegalArgumentException("trees are fitted to one surrogate, got " + surrogates.size());
        }
        if (trees != null) {
            TreeLearner.find().require(trees.parameters());
        }
        for (SurrogateSpec surrogate : surrogates) {
            if (measure.takesPreferences() && surrogate.name().makesPairs()) {
                throw new IllegalArgumentException(
                        "'" + surrogate.name().text()
                                + "' makes its own pairs of grades and would not see observed preferences; 'squared' and 'pairs' do");
            }
        }
        RankingTargets.ofQueries(measure); // so that a measure that is no target is refused at once
    }

    /** Linear, the better of the squared surrogates, standardised features, five folds. */
    public static RankerTrainer of(MeasureSpec measure) {
        return new RankerTrainer(
                measure,
                automatic(),
                RidgeLearner.linear(),
                null,
                QueryFeatures.PLAIN,
                true,
                List.of(),
                5,
                "plumbrank");
    }

    /** The surrogates that {@code auto} stands for: both come out of one pass, and both are calibrated. */
    public static List<SurrogateSpec> automatic() {
        return List.of(Surrogates.parse("pairwise-squared"), Surrogates.parse("squared"));
    }

    /** The same with other surrogates to choose from. */
    public RankerTrainer withSurrogates(List<SurrogateSpec> surrogates) {
        return new RankerTrainer(measure, surrogates, learner, trees, features, standardise, lambdas, folds, program);
    }

    /** The same with another learner. */
    public RankerTrainer withLearner(RidgeLearner learner) {
        return new RankerTrainer(measure, surrogates, learner, trees, features, standardise, lambdas, folds, program);
    }

    /** The same with boosted trees in place of the learner's model; of several surrogates they take {@code squared}. */
    public RankerTrainer withTrees(TreeSettings trees) {
        List<SurrogateSpec> one = surrogates.size() > 1 ? List.of(Surrogates.parse("squared")) : surrogates;
        return new RankerTrainer(measure, one, learner, trees, features, standardise, lambdas, folds, program);
    }

    /** The same with another view of items. */
    public RankerTrainer withFeatures(QueryFeatures features) {
        return new RankerTrainer(measure, surrogates, learner, trees, features, standardise, lambdas, folds, program);
    }

    /** The same with other λ to choose from. */
    public RankerTrainer withLambdas(List<Double> lambdas) {
        return new RankerTrainer(measure, surrogates, learner, trees, features, standardise, lambdas, folds, program);
    }

    /** The same with another number of folds. */
    public RankerTrainer withFolds(int folds) {
        return new RankerTrainer(measure, surrogates, learner, trees, features, standardise, lambdas, folds, program);
    }

    /**
     * Trains.
     *
     * @param train labelled queries
     * @param valid likewise; null for cross-validation
     * @throws InputException if a file is not as it should be, there are fewer queries than folds, or the measure is undefined on
     *     all that validate
     */
    public RankerTraining train(QuerySource train, @Nullable QuerySource valid, Progress progress) throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        RankingTarget<Query> target = RankingTargets.ofQueries(measure);
        @Nullable Folds split = valid == null ? new Folds(folds, learner.seed()) : null;
        if (valid != null) {
            FeatureCheck.requireNames(valid, train.featureNames());
        }
        ValidationCheck.require(measure.measure(), valid == null ? train : valid, valid != null);
        RankerFits fits = fit(target, split, train, valid, progress, seconds);

        long start = System.nanoTime();
        progress.begin("validate");
        QuerySource validData = valid == null ? train : valid;
        List<Surrogate> surrogatesTried =
                fits.candidates().stream().map(Candidate::surrogate).toList();
        List<Result> results = scores(target, surrogatesTried)
                .of(validData, number -> fits.validation().get(split == null ? 0 : split.of(number)), progress::rows);
        int best = best(fits.candidates(), results);
        start = Laps.lap(seconds, "validate", start);

        progress.begin("evaluate");
        Candidate chosen = fits.candidates().get(best);
        Scorer scorer = fits.fitted().apply(best);
        Result onTrain = scores(target, List.of(chosen.surrogate()))
                .of(train, number -> scorer, progress::rows)
                .get(0);
        Provenance provenance = Provenance.of(train, fits.labels().rows(), learner.seed(), program)
                .withParameters(trees == null ? Map.of() : trees.parameters());
        Laps.lap(seconds, "evaluate", start);
        return new RankerTraining(
                new RankerModel(
                        measure,
                        chosen.surrogate(),
                        scorer,
                        features,
                        chosen.lambda(),
                        fits.labels().summary(),
                        provenance),
                onTrain,
                results.get(best),
                valid == null ? folds : 0,
                trials(fits.candidates(), results),
                notes(fits, best),
                seconds);
    }

    private RankerFits fit(
            RankingTarget<Query> target,
            @Nullable Folds split,
            QuerySource train,
            @Nullable QuerySource valid,
            Progress progress,
            Map<String, Double> seconds) {
        if (trees != null) {
            return new TreeFitting(this, trees, target, split).fit(train, valid, progress, seconds);
        }
        return RidgeFitting.areSquares(surrogates)
                ? new RidgeFitting(this, target, split).fit(train, progress, seconds)
                : new DescentFitting(this, target, split).fit(train, valid, progress, seconds);
    }

    private RankerScores scores(RankingTarget<Query> target, List<Surrogate> tried) {
        Measure evaluated = measure.measure();
        return new RankerScores(evaluated, target, features, tried, learner.threads());
    }

    private List<String> notes(RankerFits fits, int best) {
        List<String> notes = new ArrayList<>(fits.notes().apply(best));
        long negative = fits.labels().negativeGrades();
        if (negative > 0 && measure.hasGain()) {
            notes.add(negative + (negative == 1 ? " item has" : " items have")
                    + " a negative grade, which has no gain in " + measure.typed()
                    + ", as grade 0 has none; eval counts it so too.");
        }
        if (lambdas.isEmpty()) {
            notes.addAll(LambdaNote.of(
                    fits.candidates().get(best).lambda(),
                    fits.candidates().stream().mapToDouble(Candidate::lambda)));
        }
        return notes;
    }

    private int best(List<Candidate> candidates, List<Result> results) {
        int best = 0;
        for (int c = 1; c < candidates.size(); c++) {
            double gain = results.get(c).measure() - results.get(best).measure();
            gain = measure.largerIsBetter() ? gain : -gain;
            boolean same =
                    candidates.get(c).surrogate().equals(candidates.get(best).surrogate());
            boolean simpler =
                    same && candidates.get(c).lambda() > candidates.get(best).lambda();
            if (gain > 0 || (gain == 0 && simpler)) {
                best = c;
            }
        }
        return best;
    }

    private static List<Trial> trials(List<Candidate> candidates, List<Result> results) {
        List<Trial> trials = new ArrayList<>();
        IntStream.range(0, candidates.size()).forEach(c -> {
            Candidate candidate = candidates.get(c);
            trials.add(new Trial(candidate.surrogate().text(), candidate.lambda(), results.get(c)));
        });
        return trials;
    }
}
