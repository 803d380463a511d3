package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.PairSample;
import io.plumbrank.learn.PairTargets;
import io.plumbrank.learn.trees.TreePairs;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of items of queries, two rows each, (i, j) and (j, i): those of a {@link PairSample} to fit, and all to stop.
 *
 * @param samples one a query
 * @param own what is predicted of the items of a query on their own, one array a query; null for preferences
 * @param inputs as many features as training has
 * @param measured how well predictions do
 */
record TreeItemPairs(
        QuerySource source,
        List<Query> queries,
        List<PairSample> samples,
        @Nullable List<double[]> own,
        int inputs,
        PairValidation measured)
        implements TreeExamples<TreeItemPairs> {

    @Override
    public int count() {
        return queries.size();
    }

    @Override
    public double weight() {
        return queries.stream()
                .filter(query -> query.size() > 1)
                .mapToDouble(Query::weight)
                .sum();
    }

    @Override
    public TreeItemPairs only(IntPredicate numbers) {
        int[] some = IntStream.range(0, count()).filter(numbers).toArray();
        return new TreeItemPairs(
                source,
                TreeItems.pick(queries, some),
                TreeItems.pick(samples, some),
                own == null ? null : TreeItems.pick(own, some),
                inputs,
                measured);
    }

    /** How many rows there are to fit. */
    long rowsToFit() {
        return 2 * samples.stream().mapToLong(PairSample::taken).sum();
    }

    /** How many rows there are to stop. */
    long rowsToStop() {
        return 2 * samples.stream().mapToLong(PairSample::all).sum();
    }

    private boolean antisymmetric() {
        return measured.target().antisymmetric();
    }

    @Override
    public TreeTask task() {
        int width = measured.features().width(inputs);
        double[] targets = new double[(int) rowsToFit()];
        double[] weights = new double[targets.length];
        float[] x = new float[targets.length * TreePairs.width(width)];
        int[] next = {0};
        for (int q = 0; q < count(); q++) {
            Query query = queries.get(q);
            PairSample sample = samples.get(q);
            float[] items = measured.features().rows(query, inputs);
            PairTargets aims = PairLabels.targets(measured.target(), query);
            double weight = query.weight() / query.size() * sample.weight();
            sample.forEach((i, j) -> {
                int row = next[0];
                TreePairs.rowsInto(items, width, i, j, x, row * TreePairs.width(width));
                targets[row] = aims.of(i, j);
                targets[row + 1] = antisymmetric() ? -targets[row] : targets[row];
                weights[row] = weight;
                weights[row + 1] = weight;
                next[0] += 2;
            });
        }
        return TreeTask.of(TreeRows.of(x, TreePairs.width(width)), targets, 1).withWeights(weights);
    }

    @Override
    public TreeTask.Validation validation() {
        int width = measured.features().width(inputs);
        float[] x = new float[(int) rowsToStop() * TreePairs.width(width)];
        int[] firstRows = new int[count()];
        int row = 0;
        for (int q = 0; q < count(); q++) {
            firstRows[q] = row;
            int size = queries.get(q).size();
            float[] items = measured.features().rows(queries.get(q), inputs);
            for (int i = 0; i < size; i++) {
                for (int j = i + 1; j < size; j++, row += 2) {
                    TreePairs.rowsInto(items, width, i, j, x, row * TreePairs.width(width));
                }
            }
        }
        double sign = measured.measure().spec().largerIsBetter() ? 1 : -1;
        return new TreeTask.Validation(
                TreeRows.of(x, TreePairs.width(width)),
                scores -> sign * measured.mean(queries, q -> predicted(q, scores, firstRows[q])));
    }

    private double[] predicted(int q, double[] scores, int firstRow) {
        double[] between = new double[(int) samples.get(q).all()];
        for (int pair = 0; pair < between.length; pair++) {
            int row = firstRow + 2 * pair;
            between[pair] = TreePairs.combine(scores[row], scores[row + 1], antisymmetric());
        }
        return own == null ? between : PairScores.joined(own.get(q), between);
    }
}
