package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.QueryFeatures;
import io.plumbrank.learn.trees.GroupGradient;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreeTask;
import io.plumbrank.measure.Measure;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The items of queries, a row each, scored to be sorted.
 *
 * @param targets what items aim at, one array a query
 * @param weights of items, one array a query
 * @param surrogate of a query's scores
 * @param features what a scorer sees of an item
 * @param inputs as many features as training has
 * @param measure that stops
 */
record TreeItems(
        QuerySource source,
        List<Query> queries,
        List<double[]> targets,
        List<double[]> weights,
        Surrogate surrogate,
        QueryFeatures features,
        int inputs,
        Measure measure,
        int threads)
        implements TreeExamples<TreeItems> {

    @Override
    public int count() {
        return queries.size();
    }

    @Override
    public double weight() {
        return weights.stream().flatMapToDouble(DoubleStream::of).sum();
    }

    @Override
    public TreeItems only(IntPredicate numbers) {
        int[] some = IntStream.range(0, count()).filter(numbers).toArray();
        return new TreeItems(
                source,
                pick(queries, some),
                pick(targets, some),
                pick(weights, some),
                surrogate,
                features,
                inputs,
                measure,
                threads);
    }

    static <T> List<T> pick(List<T> all, int[] some) {
        return IntStream.of(some).mapToObj(all::get).toList();
    }

    private TreeRows matrix() {
        int width = features.width(inputs);
        float[] x = new float[queries.stream().mapToInt(Query::size).sum() * width];
        int at = 0;
        for (Query query : queries) {
            float[] rows = features.rows(query, inputs);
            System.arraycopy(rows, 0, x, at, rows.length);
            at += rows.length;
        }
        return TreeRows.of(x, width);
    }

    @Override
    public TreeTask task() {
        TreeTask task = TreeTask.of(matrix(), joined(targets), 1).withWeights(joined(weights));
        return isLeastSquares()
                ? task
                : task.withSurrogate(queries.stream().mapToInt(Query::size).toArray(), gradients());
    }

    private static double[] joined(List<double[]> byQuery) {
        return byQuery.stream().flatMapToDouble(DoubleStream::of).toArray();
    }

    /** Whether it is least squares on the targets as they are. */
    private boolean isLeastSquares() {
        return surrogate
                .squareForm()
                .map(form -> form.targetFactor() == 1 && !form.centred())
                .orElse(false);
    }

    private Supplier<GroupGradient> gradients() {
        return () -> {
            Scratch scratch = new Scratch();
            return (scores, aims, rows, gradient, curvature) -> {
                surrogate.gradientInto(scores, aims, rows, scratch, gradient);
                surrogate.stepCurvatureInto(scores, aims, rows, scratch, curvature);
            };
        };
    }

    @Override
    public TreeTask.Validation validation() {
        double sign = measure.spec().largerIsBetter() ? 1 : -1;
        QueryMeans means = new QueryMeans(measure, queries, threads);
        return new TreeTask.Validation(matrix(), scores -> sign * means.of(scores));
    }
}
