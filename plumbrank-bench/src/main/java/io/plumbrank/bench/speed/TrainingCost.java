package io.plumbrank.bench.speed;

import io.plumbrank.bench.rows.Medians;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.ridge.GroupSums;
import io.plumbrank.learn.ridge.RegressionSums;
import io.plumbrank.learn.ridge.RidgePath;
import io.plumbrank.learn.ridge.RidgeProblem;
import io.plumbrank.learn.ridge.RowBlock;
import io.plumbrank.learn.ridge.SumsPass;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What learning adds to reading: streams a LETOR file once for nothing, and once into the sums of a ridge regression, turn
 * about, and prints medians. The paths over all λ are solved too.
 *
 * <pre>java -Xmx512m -cp benchmarks.jar io.plumbrank.bench.TrainingCost FILE (OUTPUTS|rank) [ROUNDS] [THREADS]</pre>
 *
 * <p>With a number, rows have so many outputs, as for a loss matrix. With {@code rank}, rows are items of queries, and both
 * squared surrogates are summed and solved for.
 */
public final class TrainingCost {
    private final Path file;
    private final int threads;
    private float[] row = {};

    private TrainingCost(Path file, int threads) {
        this.file = file;
        this.threads = threads;
    }

    public static void main(String[] args) {
        String what = args.length > 1 ? args[1] : "20";
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 5;
        int threads = args.length > 3 ? Integer.parseInt(args[3]) : 2;
        TrainingCost cost = new TrainingCost(Path.of(args[0]), threads);
        double[] read = new double[rounds];
        double[] sum = new double[rounds];
        double[] solve = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            cost.open(what).visit(query -> {
                for (int item = 0; item < query.size(); item++) {
                    cost.features(query, item);
                }
            });
            read[round] = seconds(start);

            start = System.nanoTime();
            Runnable solver = what.equals("rank") ? cost.queries() : cost.rows(Integer.parseInt(what));
            sum[round] = seconds(start);

            start = System.nanoTime();
            solver.run();
            solve[round] = seconds(start);
        }
        System.out.printf(
                Locale.ROOT,
                "%s, %s, %d threads, medians of %d%n"
                        + "read %.2f s; read and sum %.2f s, so summing adds %.2f s; solve for all lambdas %.2f s%n",
                Path.of(args[0]).getFileName(),
                what.equals("rank") ? "squared and pairwise-squared" : what + " outputs",
                threads,
                rounds,
                Medians.of(read),
                Medians.of(sum),
                Medians.of(sum) - Medians.of(read),
                Medians.of(solve));
    }

    /** Sums rows, and gives what solves. */
    private Runnable rows(int outputs) {
        double[] y = new double[outputs];
        try (SumsPass<RegressionSums> pass = SumsPass.ofRows(outputs, 0, threads, Padding.MISSING, TrainingCost::map)) {
            open("rows").visit(query -> {
                Arrays.fill(y, query.label(0));
                pass.add(features(query, 0), y, 1);
            });
            RegressionSums sums = pass.finish().total().orElseThrow();
            return () -> RidgePath.of(RidgeProblem.of(sums)).stackedScorer(RidgePath.defaultLambdas());
        }
    }

    /** Sums queries, and gives what solves. */
    private Runnable queries() {
        double[] y = new double[1];
        try (SumsPass<GroupSums> pass = SumsPass.ofGroups(0, threads, Padding.MISSING, TrainingCost::map)) {
            open("rank").visit(query -> {
                pass.startGroup(1);
                for (int item = 0; item < query.size(); item++) {
                    y[0] = query.label(item);
                    pass.addToGroup(features(query, item), y, 1);
                }
            });
            GroupSums sums = pass.finish().total().orElseThrow();
            return () -> RidgePath.stackedScorer(
                    List.of(RidgePath.of(RidgeProblem.pairwise(sums)), RidgePath.of(RidgeProblem.pointwise(sums))),
                    RidgePath.defaultLambdas());
        }
    }

    private static FeatureMap map(RowBlock first) {
        return new LinearFeatures.Spec().map(first.x(), first.rows(), first.inputs(), 1);
    }

    private float[] features(Query query, int item) {
        if (row.length < query.featureCount()) {
            row = new float[query.featureCount()];
        }
        query.featuresInto(item, row);
        return row;
    }

    private QuerySource open(String what) {
        Grouping grouping = what.equals("rank") ? Grouping.QUERY : Grouping.ROW;
        return QuerySource.of(file, CsvColumns.defaults(), grouping, new ReadOptions(threads, 0));
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
