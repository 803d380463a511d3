package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.PairSample;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.trees.TreeLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.RankerTraining.Result;
import io.plumbrank.model.RankerTraining.Trial;
import io.plumbrank.target.PairRankingTarget;
import io.plumbrank.target.RankingTargets;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Trains a ranker by pairs for MAP, PD or Kendall's τ: least squares on RAT13's encodings of pairs, which a decoder turns into a
 * ranking. Minimised is the mean over queries of (1/r) Σ (u_ij − α_ij)² over the pairs of its r items (and for MAP the items on their
 * own), plus λ times the squared weights of standardised features. λ is chosen by the measure, by the rankings of
 * {@link PairRankingTarget#decodeQuickly}, and of equal ones the largest.
 *
 * <p>A linear model is linear in products of two items' features ({@link io.plumbrank.learn.ProductPairs}), and takes pairs at the
 * cost of items; beyond {@value #MOST_INPUTS} features of an item, in sums or differences alone. Of a query with more than
 * {@code maxPairs} pairs, Fourier features of two items take so many, and products for MAP the pairs between two halves of its items,
 * drawn at random and weighed so that the sums are unbiased.
 *
 * <p>Boosted trees ({@link io.plumbrank.learn.trees.TreePairs}) are fitted to the same pairs as Fourier features, in both orders,
 * and stopped on the measure by the same decoder. For MAP, trees on items come first, stopped on the measure of sorting by them.
 *
 * <pre>{@code
 * PairRankerTrainer trainer = PairRankerTrainer.of(MeasureSpec.parse("pd"));
 * PairRankerModel model = trainer.train(QuerySource.of(file, ReadOptions.defaults()), null, Progress.NONE).model();
 * }</pre>
 *
 * @param measure what to train for
 * @param decoder of the model
 * @param timeLimit of the decoder, for each query
 * @param learner linear or Fourier, with seed and threads
 * @param trees parameters of boosted trees by XGBoost's names, or null for the learner's model; with trees only the learner's
 *     seed and threads count
 * @param maxPairs of a query with more pairs than this, only some are taken where sums over all do not collapse
 * @param features what u sees of an item
 * @param standardise whether features are penalised in units of their standard deviation, and not in their own
 * @param lambdas what to choose from; empty for a grid, one a decade; trees pass over them
 * @param folds how many, where there is no validation file; at least 2
 * @param program name and version of the caller, for the model's provenance
 */
public record PairRankerTrainer(
        MeasureSpec measure,
        String decoder,
        Duration timeLimit,
        RidgeLearner learner,
        @Nullable Map<String, String> trees,
        int maxPairs,
        QueryFeatures features,
        boolean standardise,
        List<Double> lambdas,
        int folds,
        String program) {
    /** How many pairs a query may have until only some are taken, unless told otherwise. */
    public static final int DEFAULT_MAX_PAIRS = 300;

    /**
     * Products of m features cost m⁴/8 a query, and m⁶/8 in the end, where scores cost r·m²/2: up to here pairs of 100 items take
     * some three times as long as scores, or less.
     */
    static final int MOST_INPUTS = 12;

    public PairRankerTrainer {
        lambdas = List.copyOf(lambdas);
        if (trees != null) {
            trees = Map.copyOf(trees);
            TreeLearner.find().require(trees);
        }
        if (lambdas.stream().anyMatch(lambda -> !(lambda >= 0 && Double.isFinite(lambda)))) {
            throw new IllegalArgumentException("lambdas must be finite and not negative, got " + lambdas);
        }
        if (folds < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + folds);
        }
        if (maxPairs < 1) {
            throw new IllegalArgumentException("the most pairs of a query must be at least 1, got " + maxPairs);
        }
        if (timeLimit.isNegative()) {
            throw new IllegalArgumentException("time limit must not be negative, got " + timeLimit);
        }
        decoder = PairRankerModel.decoderOf(measure, decoder);
    }

    /** Linear, decoder auto with a second a query, standardised features, five folds. */
    public static PairRankerTrainer of(MeasureSpec measure) {
        return new PairRankerTrainer(
                measure,
                "auto",
                Duration.ofSeconds(1),
                RidgeLearner.linear(),
                null,
                DEFAULT_MAX_PAIRS,
                QueryFeatures.PLAIN,
                true,
                List.of(),
                5,
                "plumbrank");
    }

    /** The same with another learner. */
    public PairRankerTrainer withLearner(RidgeLearner learner) {
        return new PairRankerTrainer(
                measure, decoder, timeLimit, learner, trees, maxPairs, features, standardise, lambdas, folds, program);
    }

    /** The same with boosted trees in place of the learner's model. */
    public PairRankerTrainer withTrees(Map<String, String> trees) {
        return new PairRankerTrainer(
                measure, decoder, timeLimit, learner, trees, maxPairs, features, standardise, lambdas, folds, program);
    }

    /** The same with another decoder. */
    public PairRankerTrainer withDecoder(String decoder) {
        return new PairRankerTrainer(
                measure, decoder, timeLimit, learner, trees, maxPairs, features, standardise, lambdas, folds, program);
    }

    /** The same with another number of pairs of a query. */
    public PairRankerTrainer withMaxPairs(int maxPairs) {
        return new PairRankerTrainer(
                measure, decoder, timeLimit, learner, trees, maxPairs, features, standardise, lambdas, folds, program);
    }

    /** The same with other λ to choose from. */
    public PairRankerTrainer withLambdas(List<Double> lambdas) {
        return new PairRankerTrainer(
                measure, decoder, timeLimit, learner, trees, maxPairs, features, standardise, lambdas, folds, program);
    }

    /** The same with another number of folds. */
    public PairRankerTrainer withFolds(int folds) {
        return new PairRankerTrainer(
                measure, decoder, timeLimit, learner, trees, maxPairs, features, standardise, lambdas, folds, program);
    }

    /** Whether a linear model has products of so many features. */
    boolean hasProducts(int inputs) {
        return inputs <= MOST_INPUTS;
    }

    /** Whether a query has more pairs than are taken, where they are not all. */
    boolean isSampled(Query query) {
        PairSample sample = new PairSample(query.size(), maxPairs, learner.seed(), 0);
        return sample.taken() < sample.all();
    }

    String halvedNote(int queries) {
        return "of " + queries + " queries with more than " + maxPairs
                + " pairs, those between two halves were drawn and weighed; --max-pairs takes more";
    }

    String sampledNote(int queries) {
        return "of " + queries + " queries " + maxPairs + " pairs each were drawn and weighed; --max-pairs takes more";
    }

    /**
     * Trains.
     *
     * @param train labelled queries
     * @param valid likewise; null for cross-validation
     * @throws InputException if a file is not as it should be, there are too few queries, or the measure is undefined on all that
     *     validate
     */
    public PairRankerTraining train(QuerySource train, @Nullable QuerySource valid, Progress progress)
            throws IOException {
        Map<String, Double> seconds = new LinkedHashMap<>();
        long start = System.nanoTime();
        PairRankingTarget<Query> target = PairRankingTarget.ofQueries(measure).decodedBy(decoder);
        ValidationCheck.require(measure.measure(), valid == null ? train : valid, valid != null);
        @Nullable Folds split = valid == null ? new Folds(folds, learner.seed()) : null;
        QueryLabels labels = new QueryLabels(RankingTargets.ofQueries(measure), train);
        PairValidation validation = new PairValidation(measure.measure(), target, features, learner.threads());
        QuerySource validData = valid == null ? train : valid;
        FeatureCheck.requireNames(validData, train.featureNames());
        PairFits fits = trees == null
                ? new PairFitting(this, target, split).fit(train, labels, grid(), progress)
                : new PairTreeFitting(this, trees, split, validation).fit(labels, valid, progress);
        start = Laps.lap(seconds, "fit", start);

        progress.begin("validate");
        double[] grid = fits.lambdas();
        List<Result> results = validation.of(
                validData,
                number -> split == null ? fits.whole() : fits.withoutFold().get(split.of(number)),
                progress::rows);
        int best = best(grid, results);
        start = Laps.lap(seconds, "validate", start);

        progress.begin("evaluate");
        PairScores chosen = fits.fitted().apply(best);
        Result onTrain = validation.of(train, number -> chosen, progress::rows).get(0);
        Provenance provenance = Provenance.of(train, labels.rows(), learner.seed(), program)
                .withParameters(trees == null ? Map.of() : trees);
        Laps.lap(seconds, "evaluate", start);
        return new PairRankerTraining(
                new PairRankerModel(
                        measure, decoder, timeLimit, chosen, features, grid[best], labels.summary(), provenance),
                onTrain,
                results.get(best),
                valid == null ? folds : 0,
                IntStream.range(0, grid.length)
                        .mapToObj(l -> new Trial("pairs", grid[l], results.get(l)))
                        .toList(),
                notes(fits, best),
                seconds);
    }

    private List<String> notes(PairFits fits, int best) {
        List<String> notes = new ArrayList<>(fits.notes());
        if (lambdas.isEmpty()) {
            notes.addAll(LambdaNote.of(fits.lambdas()[best], Arrays.stream(fits.lambdas())));
        }
        return notes;
    }

    /** 13 values from 10⁻⁸ to 10⁴. */
    private double[] grid() {
        return lambdas.isEmpty()
                ? IntStream.rangeClosed(-8, 4)
                        .mapToDouble(power -> StrictMath.pow(10, power))
                        .toArray()
                : lambdas.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private int best(double[] grid, List<Result> results) {
        double sign = measure.largerIsBetter() ? 1 : -1;
        int best = 0;
        for (int l = 1; l < grid.length; l++) {
            double gain = sign * (results.get(l).measure() - results.get(best).measure());
            if (gain > 0 || (gain == 0 && grid[l] > grid[best])) {
                best = l;
            }
        }
        return best;
    }
}
