package io.plumbrank.explain;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.evaluate.QueryValues;
import io.plumbrank.explain.FeatureImportances.Feature;
import io.plumbrank.explain.FeatureImportances.Splits;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How much a measure loses when a feature is shuffled over all items of all queries, or over all rows of label rankings (Breiman,
 * 2001), so that it keeps its values and says nothing any more. What the model derives from the feature within a query is derived anew.
 *
 * <p>The data are held in memory. Every feature that the model uses costs {@code repeats} evaluations; queries are scored in
 * parallel, and threads change no bit.
 *
 * <pre>{@code
 * FeatureImportances importances = PermutationImportance.of(measure).of(ranker, source, Progress.NONE);
 * }</pre>
 *
 * @param measure what to lose
 * @param repeats how often each feature is shuffled, at least once
 * @param seed of the shuffles
 * @param threads that score
 */
public record PermutationImportance(MeasureSpec measure, int repeats, long seed, int threads) {
    public PermutationImportance {
        if (repeats < 1) {
            throw new IllegalArgumentException("repeats must be at least 1, got " + repeats);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Five repeats, seed 1, all processors. */
    public static PermutationImportance of(MeasureSpec measure) {
        return new PermutationImportance(measure, 5, 1, Runtime.getRuntime().availableProcessors());
    }

    /** A copy with another number of threads. */
    public PermutationImportance withThreads(int threads) {
        return new PermutationImportance(measure, repeats, seed, threads);
    }

    /**
     * Shuffles one feature after another. Those that the model does not use and the data do not have are left out.
     *
     * @param data labelled queries, or rows with positions, as the reading of the model has them
     * @param progress is told how many rows were scored, feature by feature
     * @throws InputException if the data are not as they should be, have other features than in training, or no query counts
     */
    public FeatureImportances of(RankingPredictor model, QuerySource data, Progress progress) {
        QuerySource source = model.judged(data).loaded();
        Evaluator evaluator =
                new Evaluator(List.of(measure), ReadOptions.defaults().withThreads(threads));
        Evaluation whole = evaluator.rankers(source, List.of("whole"), query -> run -> model.scores(query));
        double value = value(whole, source, model.reading().grouping() == Grouping.ROW);
        List<Query> queries = source.load().queries();
        int rows = queries.stream().mapToInt(model::rows).sum();
        long used = IntStream.range(0, model.inputs())
                .filter(input -> uses(model, input))
                .count();
        progress.begin("importance", Progress.ROWS, (1 + used * repeats) * rows);
        List<Feature> features = new ArrayList<>();
        SplitSums splits = new SplitSums(model);
        SplittableRandom random = new SplittableRandom(seed);
        long scored = rows;
        for (int input = 0; input < model.inputs(); input++) {
            SplittableRandom stream = random.split();
            float[] column = column(model, queries, rows, input);
            if (uses(model, input)) {
                double[] drops = drops(model, source, evaluator, input, column, stream, value);
                features.add(feature(model.inputName(input), drops, splits.of(input)));
                scored += (long) repeats * rows;
                progress.at(scored);
            } else if (isPresent(column, source.absent())) {
                features.add(feature(model.inputName(input), new double[repeats], splits.of(input)));
            }
        }
        features.sort(Comparator.comparingDouble(feature -> -feature.drop()));
        MeasureSpec known = whole.measures().get(0);
        return new FeatureImportances(
                known.typed(), known.text(), known.largerIsBetter(), value, features, whole.notes());
    }

    private double[] drops(
            RankingPredictor model,
            QuerySource source,
            Evaluator evaluator,
            int input,
            float[] column,
            SplittableRandom random,
            double value) {
        float[][] shuffled = new float[repeats][];
        for (int repeat = 0; repeat < repeats; repeat++) {
            shuffled[repeat] = shuffled(column, random);
        }
        List<String> names =
                IntStream.range(0, repeats).mapToObj(Integer::toString).toList();
        int[] next = {0};
        List<QueryValues> runs = evaluator
                .rankers(source, names, query -> {
                    int first = next[0];
                    next[0] += model.rows(query);
                    return new ShuffledScores(model, query, input, first, shuffled);
                })
                .runs();
        double sign = measure.largerIsBetter() ? 1 : -1;
        return runs.stream().mapToDouble(run -> sign * (value - run.mean(0))).toArray();
    }

    /** The scores of a query with one feature shuffled, once per repeat. */
    private static final class ShuffledScores implements IntFunction<double[]> {
        private final RankingPredictor model;
        private final Query query;
        private final int input;
        private final int firstRow;
        private final float[][] shuffled;

        /** Made by the thread that scores. */
        private @Nullable Function<float[], double[]> scores;

        ShuffledScores(RankingPredictor model, Query query, int input, int firstRow, float[][] shuffled) {
            this.model = model;
            this.query = query;
            this.input = input;
            this.firstRow = firstRow;
            this.shuffled = shuffled;
        }

        @Override
        public double[] apply(int repeat) {
            Function<float[], double[]> known = scores == null ? model.scoresBy(query, input) : scores;
            scores = known;
            return known.apply(Arrays.copyOfRange(shuffled[repeat], firstRow, firstRow + model.rows(query)));
        }
    }

    /** The measure with all features as they are. */
    private double value(Evaluation whole, QuerySource source, boolean rows) {
        double value = whole.runs().get(0).mean(0);
        if (Double.isNaN(value)) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    (rows ? "no row" : "no query") + " that counts in " + measure.typed(),
                    (rows ? "rows with a positive weight and positions" : "queries with a positive weight and labels")
                            + " on which the measure is defined");
        }
        return value;
    }

    private static boolean uses(RankingPredictor model, int input) {
        if (!(model.rowScorer().orElse(null) instanceof ExplainedScorer scorer)) {
            return true;
        }
        return IntStream.range(model.view().width(input), model.view().width(input + 1))
                .anyMatch(scorer::uses);
    }

    private static float[] column(RankingPredictor model, List<Query> queries, int rows, int input) {
        float[] column = new float[rows];
        int at = 0;
        for (Query query : queries) {
            for (int row = 0; row < model.rows(query); row++) {
                column[at++] = query.feature(row, input);
            }
        }
        return column;
    }

    private static boolean isPresent(float[] column, Absent absent) {
        for (float value : column) {
            if (!Float.isNaN(value) && !absent.is(value)) {
                return true;
            }
        }
        return false;
    }

    /** Fisher and Yates. */
    private static float[] shuffled(float[] column, SplittableRandom random) {
        float[] copy = column.clone();
        for (int i = copy.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            float value = copy[i];
            copy[i] = copy[other];
            copy[other] = value;
        }
        return copy;
    }

    private static Feature feature(String name, double[] drops, @Nullable Splits splits) {
        double mean = Arrays.stream(drops).average().orElseThrow();
        double squares =
                Arrays.stream(drops).map(drop -> (drop - mean) * (drop - mean)).sum();
        return new Feature(name, mean, Math.sqrt(squares / (drops.length - 1) / drops.length), splits);
    }
}
