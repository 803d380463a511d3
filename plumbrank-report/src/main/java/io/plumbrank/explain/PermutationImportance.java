package io.plumbrank.explain;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.evaluate.Evaluation;
import io.plumbrank.evaluate.Evaluator;
import io.plumbrank.evaluate.QueryValues;
import io.plumbrank.explain.FeatureImportances.Feature;
import io.plumbrank.explain.FeatureImportances.Splits;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.kind.labels.LabelRanker;
import io.plumbrank.learn.ExplainedScorer;
import io.plumbrank.learn.Progress;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How much a measure loses when a feature is shuffled over all items of all queries (Breiman, 2001), so that it keeps its values
 * and says nothing any more. What the model derives from the feature within a query is derived anew.
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

    /** The same with another number of threads. */
    public PermutationImportance withThreads(int threads) {
        return new PermutationImportance(measure, repeats, seed, threads);
    }

    /**
     * Shuffles one feature after another. Those that the model does not use and the data do not have are left out.
     *
     * @param data labelled queries
     * @param progress is told how many rows were scored, feature by feature
     * @throws InputException if the data are not as they should be, have other features than in training, or no query counts
     */
    public FeatureImportances of(ScoreRanker model, QuerySource data, Progress progress) {
        QuerySource source = data.loaded();
        model.requireFeaturesOf(source);
        Evaluator evaluator =
                new Evaluator(List.of(measure), false, ReadOptions.defaults().withThreads(threads));
        Evaluation whole = evaluator.rankers(source, List.of("whole"), query -> run -> model.scores(query));
        double value = value(whole, source, "no query", "queries with a positive weight and labels");
        Dataset queries = source.load();
        long used = IntStream.range(0, model.inputs())
                .filter(input -> uses(model, input))
                .count();
        progress.begin("importance", Progress.ROWS, (1 + used * repeats) * queries.rows());
        List<Feature> features = new ArrayList<>();
        SplitSums splits = new SplitSums(model);
        SplittableRandom random = new SplittableRandom(seed);
        long scored = queries.rows();
        for (int input = 0; input < model.inputs(); input++) {
            SplittableRandom stream = random.split();
            float[] column = column(queries, input);
            if (uses(model, input)) {
                double[] drops = drops(model, source, evaluator, input, column, stream, value);
                features.add(feature(model.inputName(input), drops, splits.of(input)));
                scored += repeats * queries.rows();
                progress.at(scored);
            } else if (isPresent(column)) {
                features.add(feature(model.inputName(input), new double[repeats], splits.of(input)));
            }
        }
        features.sort(Comparator.comparingDouble(feature -> -feature.drop()));
        return new FeatureImportances(whole.measures().get(0), value, features, whole.notes());
    }

    /**
     * The same for rankings of labels: each feature is shuffled over all rows.
     *
     * @param data rows with positions, as {@link LabelRanker#reading} has them
     * @throws InputException if the data are not as they should be, have other features than in training, or no row counts
     */
    public FeatureImportances of(LabelRanker model, QuerySource data, Progress progress) {
        return new LabelImportance(this, model, data).of(progress);
    }

    private double[] drops(
            ScoreRanker model,
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
                    next[0] += query.size();
                    return new ShuffledScores(model, query, input, first, shuffled);
                })
                .runs();
        double sign = measure.largerIsBetter() ? 1 : -1;
        return runs.stream().mapToDouble(run -> sign * (value - run.mean(0))).toArray();
    }

    /** The scores of a query with one feature shuffled, once per repeat. */
    private static final class ShuffledScores implements IntFunction<double[]> {
        private final ScoreRanker model;
        private final Query query;
        private final int input;
        private final int firstRow;
        private final float[][] shuffled;

        /** Made by the thread that scores. */
        private float @Nullable [] rows;

        ShuffledScores(ScoreRanker model, Query query, int input, int firstRow, float[][] shuffled) {
            this.model = model;
            this.query = query;
            this.input = input;
            this.firstRow = firstRow;
            this.shuffled = shuffled;
        }

        @Override
        public double[] apply(int repeat) {
            float[] x = rows == null ? model.view().rows(query, model.inputs()) : rows;
            rows = x;
            float[] values = Arrays.copyOfRange(shuffled[repeat], firstRow, firstRow + query.size());
            model.view().replaceInto(values, input, x);
            double[] scores = new double[query.size()];
            model.itemScorer().scoreInto(x, query.size(), scores);
            return scores;
        }
    }

    /** The measure with all features as they are. */
    double value(Evaluation whole, QuerySource source, String found, String expected) {
        double value = whole.runs().get(0).mean(0);
        if (Double.isNaN(value)) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    found + " that counts in " + measure.typed(),
                    expected + " on which the measure is defined");
        }
        return value;
    }

    private static boolean uses(ScoreRanker model, int input) {
        if (!(model.itemScorer() instanceof ExplainedScorer scorer)) {
            return true;
        }
        return IntStream.range(model.view().width(input), model.view().width(input + 1))
                .anyMatch(scorer::uses);
    }

    private static float[] column(Dataset data, int input) {
        float[] column = new float[Math.toIntExact(data.rows())];
        int row = 0;
        for (Query query : data.queries()) {
            for (int item = 0; item < query.size(); item++) {
                column[row++] = query.feature(item, input);
            }
        }
        return column;
    }

    static boolean isPresent(float[] column) {
        for (float value : column) {
            if (!Float.isNaN(value)) {
                return true;
            }
        }
        return false;
    }

    /** Fisher and Yates. */
    static float[] shuffled(float[] column, SplittableRandom random) {
        float[] copy = column.clone();
        for (int i = copy.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            float value = copy[i];
            copy[i] = copy[other];
            copy[other] = value;
        }
        return copy;
    }

    static Feature feature(String name, double[] drops, @Nullable Splits splits) {
        double mean = Arrays.stream(drops).average().orElseThrow();
        double squares =
                Arrays.stream(drops).map(drop -> (drop - mean) * (drop - mean)).sum();
        return new Feature(name, mean, Math.sqrt(squares / (drops.length - 1) / drops.length), splits);
    }
}
