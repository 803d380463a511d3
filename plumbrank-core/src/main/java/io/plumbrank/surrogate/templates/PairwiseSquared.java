package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.OrderPreservation;
import java.util.Arrays;
import java.util.Optional;

/**
 * Σ_{i&lt;j} (v_i − v_j − (s_i − s_j))², with c = 1 (CUG13, Table 2). With z = v − s the sum over pairs is r Σ_i (z_i − z̄)², so it
 * costs O(r). Its best scores are E[v], up to a common constant.
 *
 * <p>For r items √(2/r) would do for c: with z centred, the regret is r times that of the squared error, whose c is √2.
 */
record PairwiseSquared() implements Surrogate {
    private static final CentredSquared CENTRED = new CentredSquared();

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        double sum = CENTRED.gradientInto(scores, utilities, items, scratch, gradient);
        for (int i = 0; i < items; i++) {
            gradient[i] *= items;
        }
        return items * sum;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        Arrays.fill(curvature, 0, items, 2.0 * (items - 1));
    }

    @Override
    public Optional<double[]> optimalScores(double[] expectedUtilities) {
        return Optional.of(expectedUtilities.clone());
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.4", 1);
    }

    @Override
    public Surrogate trained() {
        return CENTRED;
    }

    @Override
    public String text() {
        return "pairwise-squared";
    }
}
