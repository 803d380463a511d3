package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.Surrogate.SquareForm;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.Optional;

/**
 * Σ_i (z_i − z̄)² with z = v − s: the pairwise squared loss divided by the number of items, which is how it is trained. Its best
 * scores are E[v], up to a common constant.
 *
 * <p>c = √2, as for the squared error: measures do not see a constant added to all scores, and the best constant makes the
 * squared error this.
 */
record CentredSquared() implements Surrogate {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        double mean = 0;
        for (int i = 0; i < items; i++) {
            mean += (utilities[i] - scores[i]) / items;
        }
        double sum = 0;
        for (int i = 0; i < items; i++) {
            double z = utilities[i] - scores[i] - mean;
            gradient[i] = -2.0 * z;
            sum += z * z;
        }
        return sum;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        for (int i = 0; i < items; i++) {
            curvature[i] = 2.0 * (items - 1) / items;
        }
    }

    @Override
    public Optional<double[]> optimalScores(double[] expectedUtilities) {
        return Optional.of(expectedUtilities.clone());
    }

    @Override
    public Optional<SquareForm> squareForm() {
        return Optional.of(new SquareForm(1, 1, true));
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.4", Math.sqrt(2));
    }

    @Override
    public Guarantee guarantee(RankingTarget<?> target, int items) {
        return PerItem.divided(Surrogate.super.guarantee(target, items));
    }

    @Override
    public String text() {
        return "pairwise-squared";
    }
}
