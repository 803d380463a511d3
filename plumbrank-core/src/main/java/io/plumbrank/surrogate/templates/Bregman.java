package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.OrderPreservation;
import java.util.Optional;

/**
 * The Bregman divergence B_ψ(v‖g(s)) of CUG13, equation 5, with the canonical link g = ∇ψ*. There it is the Fenchel–Young loss
 * ψ(v) + ψ*(s) − ⟨s, v⟩: convex in s, with gradient g(s) − v. Its best scores are ∇ψ(E[v]), and c = 2/√μ for a μ-strongly convex
 * ψ (Theorem 5.3). The cost is that of the {@link Potential}, O(r) for all in {@link Potentials}.
 *
 * <p>Another link than the canonical would keep the order too, but not in general convexity.
 */
public record Bregman(Potential potential) implements Surrogate {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        potential.linkInto(scores, items, gradient);
        double product = 0;
        for (int i = 0; i < items; i++) {
            product += scores[i] * utilities[i];
            gradient[i] -= utilities[i];
        }
        return potential.value(utilities, items) + potential.conjugate(scores, items) - product;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        potential.linkSlopesInto(scores, items, curvature);
    }

    @Override
    public Optional<double[]> optimalScores(double[] expectedUtilities) {
        double[] scores = new double[expectedUtilities.length];
        potential.inverseLinkInto(expectedUtilities, scores.length, scores);
        return Optional.of(scores);
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.3", 2 / Math.sqrt(potential.strongConvexity()));
    }

    @Override
    public String text() {
        return "bregman(" + potential.text() + ")";
    }
}
