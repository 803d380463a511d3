package org.example.extend;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.SurrogateKind;
import io.plumbrank.surrogate.SurrogateProvider;
import io.plumbrank.target.OrderPreservation;
import java.util.List;

/**
 * λ(v, s) = e^s − v s, the negative log-likelihood of a count v with mean e^s, but for what depends on v alone. It suits gains that range
 * over orders of magnitude, where least squares sees the largest ones only.
 *
 * <p>E[λ(v, s)] = e^s − E[v] s is least at s = log E[v] alone, which rises with E[v]: for every distribution of the utilities the best
 * scores order the items like their expected utilities, so that it is order-preserving (CUG13, Definition 3.1). Up to constants it is the
 * Bregman divergence of v log v − v, which is strongly convex on no unbounded range; so no constant of a regret bound is claimed.
 */
public record Poisson() implements PointwiseSurrogate {
    /** Beyond it e^s goes on in a straight line, so that losses and slopes stay finite. */
    private static final double LARGEST_EXPONENT = 600;

    @Override
    public double loss(double utility, double score) {
        requireCount(utility);
        double power = Math.exp(Math.min(score, LARGEST_EXPONENT));
        return power * (1 + Math.max(0, score - LARGEST_EXPONENT)) - utility * score;
    }

    @Override
    public double slope(double utility, double score) {
        requireCount(utility);
        return Math.exp(Math.min(score, LARGEST_EXPONENT)) - utility;
    }

    @Override
    public double curvature(double utility, double score) {
        return score <= LARGEST_EXPONENT ? Math.exp(score) : 0;
    }

    /** Minus infinity for 0, where the infimum is not attained. */
    @Override
    public double optimalScore(double expectedUtility) {
        return Math.log(expectedUtility);
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("a Bregman divergence, which is least at the mean (Banerjee et al. 2005)");
    }

    @Override
    public String text() {
        return "poisson";
    }

    private static void requireCount(double utility) {
        if (!(utility >= 0)) {
            throw new IllegalArgumentException("poisson takes utilities of at least 0, got " + utility);
        }
    }

    /** Brings it; the services line names this class. */
    public static final class Provider implements SurrogateProvider {
        @Override
        public List<SurrogateKind> kinds() {
            return List.of(SurrogateKind.of("poisson", spec -> new Poisson()));
        }
    }
}
