package io.plumbrank.learn.descent;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.features.Features;
import io.plumbrank.learn.instances.BlockSums;
import io.plumbrank.learn.instances.GroupLoss;
import io.plumbrank.learn.ridge.RidgeLearner;
import io.plumbrank.learn.ridge.RidgePath;
import java.util.Arrays;
import java.util.Comparator;
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
 * weight of its group; features that do not vary have weight 0, as in {@link RidgePath}. Where a loss does not depend on the
 * level of the scores, b stays 0.
 *
 * <pre>{@code
 * DescentPath path = DescentLearner.linear().fit(groups, () -> loss, new double[] {1e-2, 1e-3});
 * Scorer scorer = path.scorer(1);
 * }</pre>
 *
 * <p>An iteration is about one pass over the rows, O(rows · k) and the losses. Features z are kept for as many rows as fit
 * into a quarter of the heap, and made anew in every pass for the others. The result is a function of the rows in their order, the configuration and
 * the seed; threads and memory change no bit.
 *
 * @param features what the score is linear in
 * @param seed of all that is random
 * @param threads how many threads sum
 * @param maxIterations for each λ; where the infimum is not attained, as with separable data and λ = 0, nothing else ends it
 * @param tolerance what the gradient must have cancelled to, relative to the sum of its terms' magnitudes
 * @param standardise whether z is divided by its standard deviation; if not, only the mean is taken off
 */
public record DescentLearner(
        Features features, long seed, int threads, int maxIterations, double tolerance, boolean standardise) {

    public DescentLearner {
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        if (maxIterations < 1) {
            throw new IllegalArgumentException("iterations must be at least 1, got " + maxIterations);
        }
        if (!(tolerance >= 0)) {
            throw new IllegalArgumentException("tolerance must not be negative, got " + tolerance);
        }
    }

    /** Linear, seed 1, all processors, at most 500 iterations, tolerance 10⁻⁶, standardised. */
    public static DescentLearner linear() {
        return of(RidgeLearner.linear());
    }

    /** On Fourier features with the median distance as bandwidth, otherwise as {@link #linear}. */
    public static DescentLearner fourier(int count) {
        return of(RidgeLearner.fourier(count));
    }

    /** With the features, seed and threads of another learner, otherwise as {@link #linear}. */
    public static DescentLearner of(RidgeLearner ridge) {
        return new DescentLearner(ridge.features(), ridge.seed(), ridge.threads(), 500, 1e-6, true);
    }

    /** The same with another seed. */
    public DescentLearner withSeed(long seed) {
        return new DescentLearner(features, seed, threads, maxIterations, tolerance, standardise);
    }

    /** The same with another number of threads. */
    public DescentLearner withThreads(int threads) {
        return new DescentLearner(features, seed, threads, maxIterations, tolerance, standardise);
    }

    /** The same with another end. */
    public DescentLearner until(int maxIterations, double tolerance) {
        return new DescentLearner(features, seed, threads, maxIterations, tolerance, standardise);
    }

    /** The same with z − mean for (z − mean)/sd. */
    public DescentLearner withoutScaling() {
        return new DescentLearner(features, seed, threads, maxIterations, tolerance, false);
    }

    /**
     * Fits the rows; those of the first {@value BlockSums#BLOCK_ROWS} numbers fix the feature map.
     *
     * @param loss gives each thread a loss of its own
     * @param lambdas in any order
     * @throws IllegalArgumentException if no group has a positive weight, a λ is negative or not finite, a feature is infinite,
     *     or the loss of scores that are all 0 is not finite
     */
    public DescentPath fit(GroupedRows rows, Supplier<GroupLoss> loss, double[] lambdas) {
        return fit(rows, featureMap(rows), loss, lambdas);
    }

    /**
     * Fits the rows under a feature map that something else fixed, such as a sample of all rows.
     *
     * @throws IllegalArgumentException as {@link #fit(GroupedRows, Supplier, double[])}
     */
    public DescentPath fit(GroupedRows rows, FeatureMap map, Supplier<GroupLoss> loss, double[] lambdas) {
        return fit(rows, map, loss, lambdas, iterations -> {}, scorer -> true);
    }

    /**
     * The same, followed.
     *
     * @param follower is told how many iterations are done; a λ counts as {@link #maxIterations} when it is finished
     * @param goesOn asked after each λ, from the largest on, whether smaller ones are wanted; the path has those that were done
     * @throws IllegalArgumentException as {@link #fit(GroupedRows, Supplier, double[])}
     */
    DescentPath fit(
            GroupedRows rows,
            FeatureMap map,
            Supplier<GroupLoss> loss,
            double[] lambdas,
            LongConsumer follower,
            Predicate<Scorer> goesOn) {
        for (double lambda : lambdas) {
            if (!(lambda >= 0) || Double.isInfinite(lambda)) {
                throw new IllegalArgumentException("lambda must be finite and not negative, got " + lambda);
            }
        }
        if (IntStream.range(0, rows.groups()).noneMatch(group -> rows.weight(group) > 0)) {
            throw new IllegalArgumentException("nothing to learn from: no group has a positive weight");
        }
        long memory = Runtime.getRuntime().maxMemory() / 4;
        try (GroupedObjective objective = new GroupedObjective(rows, map, standardise, threads, memory, loss)) {
            return descend(objective, map, rows.inputs(), lambdas, follower, goesOn);
        }
    }

    private FeatureMap featureMap(GroupedRows rows) {
        int inputs = rows.inputs();
        int count = (int) Math.min(BlockSums.BLOCK_ROWS, rows.rows());
        float[] x = new float[Math.multiplyExact(count, inputs)];
        rows.copyFirstInto(count, x);
        return new RidgeLearner(features, seed, threads).featureMap(x, count, inputs);
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
        for (int i : largestFirst(lambdas)) {
            long before = finished;
            descent.memory().addCurvature(2 * (lambdas[i] - objective.lambda()), objective.unpenalised());
            objective.setLambda(lambdas[i]);
            Descent.End end =
                    descent.minimise(maxIterations, tolerance, iterations -> follower.accept(before + iterations));
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

    private static int[] largestFirst(double[] lambdas) {
        return IntStream.range(0, lambdas.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -lambdas[i]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
