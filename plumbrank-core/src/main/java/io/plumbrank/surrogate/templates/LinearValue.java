package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.Surrogate.SquareForm;
import io.plumbrank.target.OrderPreservation;
import java.util.Locale;
import java.util.Optional;

/**
 * The value-regularised linear loss of DMJ10, equation 14: Σ_{i→j} a_ij (s_j − s_i) + ν Σ_i ρ(s_i). The pairs collapse to the
 * net out-weights v_i = Σ_j (a_ij − a_ji), so λ = −v s + ν ρ(s); v may be of either sign. Its best score is the s with
 * ρ'(s) = E[v]/ν (Theorem 13). With ρ(z) = z² and ν = ½ it is half of least squares on v, less a constant:
 * λ = ½(v − s)² − ½v².
 *
 * <p><b>The constant.</b> The least expected loss is −ψ(E[v]) with ψ the convex conjugate of νρ. Where ψ is μ-strongly convex on
 * the expectations that occur, CUG13, Theorem 5.2, holds with c = 2/√μ, by the proof of its Table 2. For ρ = z² that is
 * μ = 1/(2ν); for cosh, ψ'' = 1/√(ν² + v²), so μ = 1/√(ν² + V²) for |v| ≤ V.
 *
 * @param rho strictly convex, and growing faster than any linear function
 * @param nu ν &gt; 0
 * @param largest V ≥ |v| of any label; infinite if unknown, and needed for the constant of cosh only
 */
record LinearValue(Rho rho, double nu, double largest) implements PointwiseSurrogate {

    /** ρ. */
    public enum Rho {
        /** z². */
        SQUARE,
        /** cosh z − 1: like z²/2 for small scores, and keeps large ones in check. */
        COSH;

        /** The word in the surrogate's text. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public LinearValue {
        if (!(nu > 0 && nu < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("nu must be positive and finite, got " + nu);
        }
        if (!(largest >= 0)) {
            throw new IllegalArgumentException("the largest |v| must not be negative, got " + largest);
        }
    }

    @Override
    public double loss(double utility, double score) {
        return nu * value(score) - utility * score;
    }

    @Override
    public double slope(double utility, double score) {
        double slope = switch (rho) {
            case SQUARE -> 2 * score;
            case COSH -> (Numbers.expSlope(score) - Numbers.expSlope(-score)) / 2;
        };
        return nu * slope - utility;
    }

    @Override
    public double curvature(double utility, double score) {
        return nu
                * switch (rho) {
                    case SQUARE -> 2;
                    case COSH -> (Numbers.expCurvature(score) + Numbers.expCurvature(-score)) / 2;
                };
    }

    private double value(double score) {
        return switch (rho) {
            case SQUARE -> score * score;
            case COSH -> (Numbers.exp(score) + Numbers.exp(-score)) / 2 - 1;
        };
    }

    @Override
    public double optimalScore(double expectedUtility) {
        double slope = expectedUtility / nu;
        return switch (rho) {
            case SQUARE -> slope / 2;
            // arsinh, by its odd symmetry so that large negative arguments lose no digits
            case COSH -> Math.copySign(Math.log(Math.abs(slope) + Math.hypot(slope, 1)), slope);
        };
    }

    @Override
    public Optional<SquareForm> squareForm() {
        return rho == Rho.SQUARE ? Optional.of(new SquareForm(1 / (2 * nu), nu, false)) : Optional.empty();
    }

    @Override
    public OrderPreservation preservation() {
        double curvature = switch (rho) {
            case SQUARE -> 1 / (2 * nu);
            case COSH -> 1 / Math.hypot(nu, largest);
        };
        String theorem = "DMJ10, Theorem 13";
        return curvature > 0
                ? new OrderPreservation.Proven(theorem, 2 / Math.sqrt(curvature))
                : new OrderPreservation.Proven(theorem);
    }

    @Override
    public String text() {
        return "linear-value(rho=" + rho.text() + ",nu=" + Numbers.text(nu)
                + (Double.isFinite(largest) ? ",largest=" + Numbers.text(largest) : "") + ")";
    }
}
