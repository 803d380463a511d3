package io.plumbrank.bench.rows;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.RankingTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * LETOR files as tree learners want them, with NDCG@10 as target and measure.
 *
 * @param rows dense, one after another
 * @param groups the number of rows of each query
 * @param grades one per row
 * @param targets the encoded grades, one per row
 */
public record RankingRows(TreeRows rows, int[] groups, double[] grades, double[] targets) {
    private static final MeasureSpec NDCG = MeasureSpec.parse("ndcg@10");

    public static RankingRows load(List<Path> files, int threads) {
        List<Query> queries = new ArrayList<>();
        int inputs = 0;
        for (Path file : files) {
            var data = QuerySource.of(file, new ReadOptions(threads, 0)).load();
            inputs = Math.max(inputs, data.featureCount());
            queries.addAll(data.queries());
        }
        return of(queries, inputs);
    }

    /** @param inputs how many features a row has here, at least as many as any of them; those that it does not have are missing */
    public static RankingRows of(List<Query> queries, int inputs) {
        int count = queries.stream().mapToInt(Query::size).sum();
        float[] x = new float[count * inputs];
        int[] groups = new int[queries.size()];
        double[] grades = new double[count];
        double[] targets = new double[count];
        RankingTarget<double[]> target = RankingTargets.of(NDCG);
        int at = 0;
        for (int q = 0; q < groups.length; q++) {
            Query query = queries.get(q);
            groups[q] = query.size();
            double[] alpha = new double[query.size()];
            target.encodeInto(query.labels(), alpha);
            float[] row = new float[query.featureCount()];
            for (int item = 0; item < query.size(); item++) {
                query.featuresInto(item, row);
                System.arraycopy(row, 0, x, at * inputs, row.length);
                Arrays.fill(x, at * inputs + row.length, (at + 1) * inputs, Float.NaN);
                grades[at] = query.label(item);
                targets[at++] = alpha[item];
            }
        }
        return new RankingRows(new TreeRows(x, inputs, count), groups, grades, targets);
    }

    /** The mean NDCG@10 of scores of these rows. */
    public double ndcg(double[] scores) {
        return Arrays.stream(ndcgs(scores)).average().orElseThrow();
    }

    /** The NDCG@10 of each query. */
    public double[] ndcgs(double[] scores) {
        Measure measure = NDCG.measure();
        double[] values = new double[groups.length];
        int at = 0;
        for (int q = 0; q < groups.length; q++) {
            int to = at + groups[q];
            values[q] = measure.evaluate(
                    JudgedList.ofScores(Arrays.copyOfRange(scores, at, to), Arrays.copyOfRange(grades, at, to)));
            at = to;
        }
        return values;
    }

    public static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }
}
