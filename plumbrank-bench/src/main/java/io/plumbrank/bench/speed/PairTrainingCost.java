package io.plumbrank.bench.speed;

import io.plumbrank.bench.rows.Medians;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.kind.pairs.PairTask;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.task.Task;
import io.plumbrank.train.Trainer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What training by pairs costs beside training by scores, both linear and in closed form, on generated queries of 100 items in
 * memory: medians over rounds, turn about, after some that warm up.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.PairTrainingCost [FEATURES] [QUERIES] [ROUNDS] [THREADS]</pre>
 *
 * <p><em>Fit</em> is what is summed and solved, for all λ; <em>choose</em> is the validation, on a hundredth as many queries, where
 * pairs have r²/2 outputs and a decoder for each λ; <em>all</em> is both and the measures of the training data in the end.
 */
public final class PairTrainingCost {
    private static final int ITEMS = 100;
    private static final int WARM_UP = 8;

    private PairTrainingCost() {}

    public static void main(String[] args) {
        int features = args.length > 0 ? Integer.parseInt(args[0]) : 20;
        int queries = args.length > 1 ? Integer.parseInt(args[1]) : 2000;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        int threads = args.length > 3 ? Integer.parseInt(args[3]) : 2;
        Settings settings = Settings.defaults().withThreads(threads);
        QuerySource train = data(1, queries, features);
        QuerySource valid = data(2, Math.max(1, queries / 100), features);
        System.out.printf(
                Locale.ROOT,
                "%d queries of %d items, %d features, %d threads, medians of %d%n",
                queries,
                ITEMS,
                features,
                threads,
                rounds);
        for (String measure : List.of("pd", "map")) {
            MeasureSpec spec = MeasureSpec.parse(measure);
            double[][] seconds = new double[6][rounds];
            for (int round = -WARM_UP; round < rounds; round++) {
                Map<String, Double> scores = seconds(ItemTask.of(spec), settings, train, valid);
                Map<String, Double> pairs = seconds(PairTask.of(spec), settings, train, valid);
                if (round < 0) {
                    continue;
                }
                seconds[0][round] = scores.getOrDefault("sum", 0.0) + scores.getOrDefault("solve", 0.0);
                seconds[1][round] = pairs.getOrDefault("sum", 0.0) + pairs.getOrDefault("solve", 0.0);
                seconds[2][round] = scores.getOrDefault("validate", 0.0);
                seconds[3][round] = pairs.getOrDefault("validate", 0.0);
                seconds[4][round] = sum(scores);
                seconds[5][round] = sum(pairs);
            }
            System.out.printf(
                    Locale.ROOT,
                    "%-4s fit: scores %.3f s, pairs %.3f s, ratio %.2f; choose: scores %.3f s, pairs %.3f s; all: ratio %.2f%n",
                    measure,
                    Medians.of(seconds[0]),
                    Medians.of(seconds[1]),
                    Medians.of(seconds[1]) / Medians.of(seconds[0]),
                    Medians.of(seconds[2]),
                    Medians.of(seconds[3]),
                    Medians.of(seconds[5]) / Medians.of(seconds[4]));
        }
    }

    private static Map<String, Double> seconds(Task<?> task, Settings settings, QuerySource train, QuerySource valid) {
        return Trainer.of(task)
                .withLearner(FeatureLearner.linear())
                .withSettings(settings)
                .train(train, valid)
                .seconds();
    }

    private static QuerySource data(long seed, int queries, int features) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Query> made = new ArrayList<>();
        for (int q = 0; q < queries; q++) {
            float[][] x = new float[ITEMS][features];
            double[] grades = new double[ITEMS];
            for (int i = 0; i < ITEMS; i++) {
                double level = 2 * random.nextDouble();
                for (int j = 0; j < features; j++) {
                    x[i][j] = (float) random.nextDouble();
                    level += j < 3 ? x[i][j] : 0;
                }
                grades[i] = Math.floor(level);
            }
            made.add(Query.of("q" + q, grades, x));
        }
        return QuerySource.of("generated", new Dataset(made));
    }

    private static double sum(Map<String, Double> laps) {
        return laps.values().stream().mapToDouble(Double::doubleValue).sum();
    }
}
