package io.plumbrank.surrogate;

import java.util.Optional;

/** A sum over items, ψ(v,s) = Σ_i λ(v_i, s_i) (CUG13, equation 3). O(r). */
public interface PointwiseSurrogate extends Surrogate {

    /** λ(v,s). */
    double loss(double utility, double score);

    /** ∂λ/∂s. */
    double slope(double utility, double score);

    /** ∂²λ/∂s². */
    double curvature(double utility, double score);

    /** A score at which E[λ(v,s)] is least for a utility of this expectation; infinite where the infimum is not attained. */
    double optimalScore(double expectedUtility);

    @Override
    default double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        double sum = 0;
        for (int i = 0; i < items; i++) {
            sum += loss(utilities[i], scores[i]);
            gradient[i] = slope(utilities[i], scores[i]);
        }
        return sum;
    }

    @Override
    default void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        for (int i = 0; i < items; i++) {
            curvature[i] = curvature(utilities[i], scores[i]);
        }
    }

    @Override
    default Optional<double[]> optimalScores(double[] expectedUtilities) {
        double[] scores = new double[expectedUtilities.length];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = optimalScore(expectedUtilities[i]);
        }
        return Optional.of(scores);
    }
}
