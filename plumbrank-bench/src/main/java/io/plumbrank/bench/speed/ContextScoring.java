package io.plumbrank.bench.speed;

import io.plumbrank.bench.rows.Medians;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.model.Ranker;
import io.plumbrank.train.Trainer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Scores queries of 100 items with 136 features by a linear ranker, plain and with the context z,rank, turn about in one process and on
 * one thread, and prints medians of the thread's processor time and their ratio.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.ContextScoring [ROUNDS]</pre>
 */
public final class ContextScoring {
    private static final int ITEMS = 100;
    private static final int FEATURES = 136;
    private static final int QUERIES = 50;
    private static final int WARM_UP = 60;

    private ContextScoring() {}

    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 41;
        for (String values : List.of("uniform", "skewed", "counts")) {
            run(values, rounds);
        }
    }

    private static void run(String values, int rounds) {
        List<Query> queries = queries(values);
        Ranker plain = ranker(queries, List.of());
        Ranker context = ranker(queries, QueryFeatures.parseContexts(List.of("z", "rank")));
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double[] without = new double[rounds];
        double[] with = new double[rounds];
        double sum = 0;
        for (int round = -WARM_UP; round < rounds; round++) {
            long start = threads.getCurrentThreadCpuTime();
            for (Query query : queries) {
                sum += plain.outputs(query)[0];
            }
            long between = threads.getCurrentThreadCpuTime();
            for (Query query : queries) {
                sum += context.outputs(query)[0];
            }
            long end = threads.getCurrentThreadCpuTime();
            if (round >= 0) {
                without[round] = (between - start) / 1e6 / QUERIES;
                with[round] = (end - between) / 1e6 / QUERIES;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s: plain %.4f ms, z,rank %.4f ms, %.1f times (%.3g)%n",
                values,
                Medians.of(without),
                Medians.of(with),
                Medians.of(with) / Medians.of(without),
                sum);
    }

    private static List<Query> queries(String values) {
        SplittableRandom random = new SplittableRandom(1);
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < QUERIES; q++) {
            float[][] features = new float[ITEMS][FEATURES];
            double[] labels = new double[ITEMS];
            for (int i = 0; i < ITEMS; i++) {
                for (int j = 0; j < FEATURES; j++) {
                    features[i][j] = switch (values) {
                        case "uniform" -> (float) random.nextDouble();
                        case "skewed" -> (float) Math.exp(2 * random.nextGaussian());
                        default -> random.nextInt(1 + j % 20);
                    };
                }
                labels[i] = random.nextInt(3);
            }
            queries.add(Query.of("q" + q, labels, features));
        }
        return queries;
    }

    private static Ranker ranker(List<Query> queries, List<QueryFeatures.Context> contexts) {
        ItemTask task = ItemTask.of(MeasureSpec.parse("ndcg@10")).withView(new QueryFeatures(false, contexts));
        return Trainer.of(task)
                .withLearner(FeatureLearner.linear())
                .train(QuerySource.of(queries))
                .predictor()
                .as(Ranker.class)
                .orElseThrow();
    }
}
