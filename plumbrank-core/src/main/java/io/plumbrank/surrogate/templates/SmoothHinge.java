package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.target.OrderPreservation;
import java.util.Arrays;

/**
 * λ = v ϕ_α(1 − s) + (η − v) ϕ_α(s), where ϕ_α(x) is 0 for x ≤ 0, x²/(2α) up to α and x − α/2 beyond: the differentiable hinge
 * of CUG13, Table 2, with c = 4 √(η/α).
 *
 * <p><b>Why α ≤ 1.</b> Half of that constant is enough: with x = E[v], the least expected loss of an item is
 * (1 − α/2)x − αx²/(2(η − x)) for small x, the mirror image of it for large x, and x(η − x)/(2αη) between the two where α &gt; ½.
 * Its second derivative is at most −α/η on the outer parts and −1/(αη) on the inner, and its slope never rises where they
 * meet, so it is μ-strongly concave with μ = min(α, 1/α)/η and c = 2/√μ will do. For α ≤ 1 that is 2 √(η/α); above, μ falls
 * while the paper's constant falls with it.
 *
 * @param eta at least the largest utility of any label
 * @param alpha α in (0, 1]
 */
public record SmoothHinge(Eta eta, double alpha) implements PointwiseSurrogate {
    public SmoothHinge {
        if (!(alpha > 0 && alpha <= 1)) {
            throw new IllegalArgumentException("alpha must be in (0, 1], got " + alpha);
        }
    }

    @Override
    public double loss(double utility, double score) {
        double v = eta.place(utility);
        return v * hinge(1 - score) + (eta.value() - v) * hinge(score);
    }

    @Override
    public double slope(double utility, double score) {
        double v = eta.place(utility);
        return (eta.value() - v) * hingeSlope(score) - v * hingeSlope(1 - score);
    }

    @Override
    public double curvature(double utility, double score) {
        double v = eta.place(utility);
        return v * hingeCurvature(1 - score) + (eta.value() - v) * hingeCurvature(score);
    }

    /** Its largest, η/α: it is 0 where both hinges are straight. */
    @Override
    public void stepCurvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        Arrays.fill(curvature, 0, items, eta.value() / alpha);
    }

    /** The middle one where several are best. */
    @Override
    public double optimalScore(double expectedUtility) {
        double v = eta.place(expectedUtility);
        double rest = eta.value() - v;
        if (v == rest) {
            return 0.5;
        }
        double outer = alpha * Math.min(v, rest) / Math.max(v, rest);
        double fromNearEnd = outer <= 1 - alpha ? outer : Math.min(v, rest) / eta.value();
        return v < rest ? fromNearEnd : 1 - fromNearEnd;
    }

    private double hinge(double x) {
        return x <= 0 ? 0 : x <= alpha ? x * x / (2 * alpha) : x - alpha / 2;
    }

    private double hingeSlope(double x) {
        return x <= 0 ? 0 : x <= alpha ? x / alpha : 1;
    }

    private double hingeCurvature(double x) {
        return x > 0 && x < alpha ? 1 / alpha : 0;
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.2", 4 * Math.sqrt(eta.value() / alpha));
    }

    @Override
    public String text() {
        return "smooth-hinge(" + eta.text() + ",alpha=" + Numbers.text(alpha) + ")";
    }
}
