package io.plumbrank.learn.descent;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.util.internal.Sorting;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Fits one score per output to convex losses of groups that are not squares, for each λ by descent from the solution of the next larger
 * one. It minimises
 *
 * <p>(1/Σw) Σ w·loss(s) + λ·‖v‖², s = b + vᵀ·(z − mean)/sd,
 *
 * <p>over groups of weight w, with the intercept b free. Means and standard deviations are those of all rows, each with the
 * weight of its group; features that do not vary have weight 0, as in least squares. Where a loss does not depend on the
 * level of the scores, b stays 0.
 *
 * <p>An iteration is about one pass over the rows, O(rows · k) and the losses. Features z are kept for as many rows as fit
 * into a quarter of the heap, and made anew in every pass for the others. The result is a function of the rows in their order, and of
 * the configuration; threads and memory change no bit.
 *
 * @param threads how many threads sum
 * @param maxIterations for each λ; where the infimum is not attained, as with separable data and λ = 0, nothing else ends it
 * @param tolerance what the gradient must have cancelled to, relative to the sum of its terms' magnitudes
 * @param standardise whether z is divided by its standard deviation; if not, only the mean is taken off
 */
record DescentLearner(int threads, int maxIterations, double tolerance, boolean standardise) {
    /** For each λ. */
    static final int MOST_ITERATIONS = 500;

    static final double TOLERANCE = 1e-6;

    /**
     * Fits the rows.
     *
     * @param loss gives each thread a loss of its own
     * @param lambdas in any order
     * @param follower receives how many iterations are done; a λ counts as {@link #maxIterations} when it is finished
     * @param goesOn asked after each λ, from the largest on, whether smaller ones are wanted; the path has those that were done
     * @throws IllegalArgumentException if no group has a positive weight, a feature is infinite, or the loss of scores that are all 0
     *     is not finite
     */
    DescentPath fit(
            GroupedRows rows,
            FeatureMap map,
            Supplier<GroupLoss> loss,
            double[] lambdas,
            LongConsumer follower,
            Predicate<Scorer> goesOn) {
        if (IntStream.range(0, rows.groups()).noneMatch(group -> rows.weight(group) > 0)) {
            throw new IllegalArgumentException("nothing to learn from: no group has a positive weight");
        }
        long memory = Runtime.getRuntime().maxMemory() / 4;
        try (GroupedObjective objective = new GroupedObjective(rows, map, standardise, threads, memory, loss)) {
            return descend(objective, map, rows.inputs(), lambdas, follower, goesOn);
        }
    }

    private DescentPath descend(
            GroupedObjective objective,
            FeatureMap map,
            int inputs,
            double[] lambdas,
            LongConsumer follower,
            Predicate<Scorer> goesOn) {
        DescentPath.Solution[] solutions = new DescentPath.Solution[lambdas.length];
        double[][] intercepts = new double[lambdas.length][];
        double[][][] weights = new double[lambdas.length][][];
        Descent descent = new Descent(objective, new double[objective.size()]);
        long finished = 0;
        for (int i : Sorting.descending(lambdas, lambdas.length)) {
            long before = finished;
            Descent.End end = objective.minimise(
                    descent, lambdas[i], maxIterations, tolerance, iterations -> follower.accept(before + iterations));
            finished += maxIterations;
            follower.accept(finished);
            solutions[i] = new DescentPath.Solution(
                    lambdas[i], end.value(), end.gradientNorm(), end.iterations(), end.converged());
            intercepts[i] = objective.intercepts(end.point());
            weights[i] = objective.weights(end.point());
            if (!goesOn.test(map.scorer(inputs, intercepts[i], weights[i]))) {
                break;
            }
        }
        int[] done = IntStream.range(0, lambdas.length)
                .filter(i -> weights[i] != null)
                .toArray();
        return new DescentPath(
                map,
                inputs,
                Arrays.stream(done).mapToObj(i -> solutions[i]).toList(),
                Arrays.stream(done).mapToObj(i -> intercepts[i]).toArray(double[][]::new),
                Arrays.stream(done).mapToObj(i -> weights[i]).toArray(double[][][]::new));
    }
}
