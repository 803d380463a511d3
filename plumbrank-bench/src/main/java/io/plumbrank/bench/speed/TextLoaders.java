package io.plumbrank.bench.speed;

import io.plumbrank.bench.rows.Medians;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import ml.dmlc.xgboost4j.java.DMatrix;

/**
 * Reads one LETOR file with XGBoost's own text loader and with ours, turn about in one process, and prints medians.
 *
 * <pre>OMP_NUM_THREADS=2 java -cp benchmarks.jar io.plumbrank.bench.TextLoaders FILE [ROUNDS] [THREADS]</pre>
 *
 * XGBoost takes its threads from {@code OMP_NUM_THREADS}, which must be set to the same number.
 */
public final class TextLoaders {
    private TextLoaders() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        int threads = args.length > 2 ? Integer.parseInt(args[2]) : 2;
        double megabytes = Files.size(file) / 1e6;
        ReadOptions options = new ReadOptions(threads, 0);
        double[] xgboost = new double[rounds];
        double[] load = new double[rounds];
        double[] visit = new double[rounds];
        long rows = 0;
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            DMatrix matrix = new DMatrix(file + "?format=libsvm");
            xgboost[round] = seconds(start);
            long theirs = matrix.rowNum();
            matrix.dispose();

            start = System.nanoTime();
            Dataset data = QuerySource.of(file, options).load();
            load[round] = seconds(start);

            start = System.nanoTime();
            long[] seen = {0};
            QuerySource.of(file, options).visit(query -> seen[0] += query.size());
            visit[round] = seconds(start);
            rows = data.rows();
            if (theirs != rows || seen[0] != rows) {
                throw new IllegalStateException(
                        "rows differ: XGBoost " + theirs + ", load " + rows + ", visit " + seen[0]);
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%s: %.0f MB, %d rows, %d threads, medians of %d%n",
                file,
                megabytes,
                rows,
                threads,
                rounds);
        print("XGBoost DMatrix from text", xgboost, xgboost, megabytes);
        print("plumbrank, whole data set in memory", load, xgboost, megabytes);
        print("plumbrank, streaming", visit, xgboost, megabytes);
    }

    private static void print(String what, double[] times, double[] peer, double megabytes) {
        double median = Medians.of(times);
        System.out.printf(
                Locale.ROOT,
                "%-36s %6.2f s  %5.0f MB/s  %.2f times XGBoost's speed%n",
                what,
                median,
                megabytes / median,
                Medians.of(peer) / median);
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
