package io.plumbrank.learn.descent;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureMap;
import java.util.Arrays;
import java.util.List;

/**
 * What {@link DescentLearner} found for each λ, in the order in which they were asked for.
 *
 * @param intercepts by solution and output
 * @param weights by solution and output, of z in its own scale
 */
record DescentPath(FeatureMap map, int inputs, List<Solution> solutions, double[][] intercepts, double[][][] weights) {
    /**
     * The end of one descent.
     *
     * @param lambda the regularisation
     * @param objective the value that was reached
     * @param gradientNorm the Euclidean norm of the gradient by (b, v) there; of a subgradient at a kink, where it need not
     *     be small
     * @param iterations steps that were taken from the solution of the next larger λ
     * @param converged whether the gradient fell below the tolerance; if not, iterations ran out or steps won nothing more
     */
    record Solution(double lambda, double objective, double gradientNorm, int iterations, boolean converged) {}

    /** The path with so many of its solutions, those of the largest λ, where these come last. */
    DescentPath largest(int count) {
        int from = solutions.size() - count;
        return new DescentPath(
                map,
                inputs,
                List.copyOf(solutions.subList(from, solutions.size())),
                Arrays.copyOfRange(intercepts, from, intercepts.length),
                Arrays.copyOfRange(weights, from, weights.length));
    }

    Scorer scorer(int solution) {
        return map.scorer(inputs, intercepts[solution], weights[solution]);
    }

    /** All solutions side by side: the outputs of {@link #scorer} 0, of 1, …, to the same bits. The way to validate a path. */
    Scorer stackedScorer() {
        return map.scorer(
                inputs,
                Arrays.stream(intercepts).flatMapToDouble(Arrays::stream).toArray(),
                Arrays.stream(weights).flatMap(Arrays::stream).toArray(double[][]::new));
    }
}
