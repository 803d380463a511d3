package io.plumbrank.bench;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.RegressionSums;
import io.plumbrank.learn.RidgeLearner;
import io.plumbrank.learn.RidgePath;
import io.plumbrank.learn.SumsPass;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * What learning adds to reading: streams a LETOR file once for nothing, and once into the sums of a ridge regression with a
 * number of outputs, turn about, and prints medians. The path over all λ is solved too.
 *
 * <pre>java -Xmx512m -cp benchmarks.jar io.plumbrank.bench.TrainingCost FILE [OUTPUTS] [ROUNDS] [THREADS]</pre>
 */
public final class TrainingCost {
    private TrainingCost() {}

    /** See the class. */
    public static void main(String[] args) {
        Path file = Path.of(args[0]);
        int outputs = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        int threads = args.length > 3 ? Integer.parseInt(args[3]) : 2;
        double[] read = new double[rounds];
        double[] sum = new double[rounds];
        double[] solve = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            float[][] row = {new float[0]};
            open(file, threads).visit(query -> {
                if (row[0].length < query.featureCount()) {
                    row[0] = new float[query.featureCount()];
                }
                query.featuresInto(0, row[0]);
            });
            read[round] = seconds(start);

            start = System.nanoTime();
            RegressionSums sums = sums(file, outputs, threads);
            sum[round] = seconds(start);

            start = System.nanoTime();
            RidgePath.of(sums).stackedScorer(RidgePath.defaultLambdas());
            solve[round] = seconds(start);
            if (round == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%s: %d rows, %d features, %d outputs, %d threads, medians of %d%n",
                        file,
                        sums.rows(),
                        sums.features(),
                        outputs,
                        threads,
                        rounds);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "read %.2f s; read and sum %.2f s, so summing adds %.2f s; solve for all lambdas %.2f s%n",
                median(read),
                median(sum),
                median(sum) - median(read),
                median(solve));
    }

    private static RegressionSums sums(Path file, int outputs, int threads) {
        double[] y = new double[outputs];
        float[][] row = {new float[0]};
        try (SumsPass<RegressionSums> pass =
                RidgeLearner.linear().withThreads(threads).pass(outputs)) {
            open(file, threads).visit(query -> {
                if (row[0].length < query.featureCount()) {
                    row[0] = new float[query.featureCount()];
                }
                query.featuresInto(0, row[0]);
                Arrays.fill(y, query.label(0));
                pass.add(row[0], y, 1);
            });
            return pass.finish().total().orElseThrow();
        }
    }

    private static QuerySource open(Path file, int threads) {
        return QuerySource.of(file, CsvColumns.defaults(), Grouping.ROW, new ReadOptions(threads, 0));
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
