package io.plumbrank.surrogate;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.target.rankings.RankingTarget;
import java.io.Serializable;
import java.util.Optional;

/**
 * A convex loss ψ(v,s) of the scores s of one query's items, given their utilities v, that training minimises in place of the
 * target. It is the plain sum over items or pairs, and the constants of the regret bounds hold for this sum; a learner that
 * divides it by n has √n times the constant. Immutable and thread-safe.
 *
 * <p>The kernels look at the first {@code items} entries of each array, write as many, and allocate nothing once the scratch
 * has grown to the query.
 *
 * <p><b>Curvature is the diagonal of the Hessian</b>, ∂²ψ/∂s_i², not a product with it: the diagonal is what boosting takes as
 * the weight of a row and what preconditions a linear learner, and L-BFGS needs neither.
 *
 * <pre>{@code
 * Surrogate surrogate = Surrogates.parse("logistic").surrogate(UtilityRange.ZERO.including(utilities, r));
 * double value = surrogate.gradientInto(scores, utilities, r, new Scratch(), gradient);
 * surrogate.guarantee(target, r).sentences();
 * }</pre>
 */
public interface Surrogate extends Serializable {

    /** The text that {@link Surrogates#parse} reads, with all parameters, where there is one. */
    String text();

    /**
     * Writes ∂ψ/∂s, or a subgradient where ψ has a kink.
     *
     * @return ψ(v,s)
     * @throws IllegalArgumentException if a utility is outside the range that the surrogate was made for
     */
    double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient);

    /** Writes the diagonal of the Hessian, never negative; at a kink the value on one of its sides. */
    void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature);

    /**
     * Writes what a step of boosting divides the gradient by: the curvature, or a bound on it where ψ is straight in places far from
     * the best scores, and the curvature would stop every step there.
     */
    default void stepCurvatureInto(
            double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        curvatureInto(scores, utilities, items, scratch, curvature);
    }

    /** The surrogate as training minimises it: a sum over pairs divides by the number of items, so that long queries do not outweigh others. */
    default Surrogate trained() {
        return this;
    }

    /** ψ(v,s). */
    default double value(double[] scores, double[] utilities) {
        return gradientInto(scores, utilities, scores.length, new Scratch(), new double[scores.length]);
    }

    /** ∂ψ/∂s as a new array. */
    default double[] gradient(double[] scores, double[] utilities) {
        double[] gradient = new double[scores.length];
        gradientInto(scores, utilities, scores.length, new Scratch(), gradient);
        return gradient;
    }

    /** The diagonal of the Hessian as a new array. */
    default double[] curvature(double[] scores, double[] utilities) {
        double[] curvature = new double[scores.length];
        curvatureInto(scores, utilities, scores.length, new Scratch(), curvature);
        return curvature;
    }

    /**
     * Scores at which E[ψ(v,s)] is least for utilities of this expectation, infinite where the infimum is not attained; empty
     * where there is no closed form or the expectation does not decide.
     */
    default Optional<double[]> optimalScores(double[] expectedUtilities) {
        return Optional.empty();
    }

    /** The squares that it is but for a constant, so that least squares minimises it in closed form; else empty. */
    default Optional<SquareForm> squareForm() {
        return Optional.empty();
    }

    /** Whether its best scores order the items like their expected utilities, by which theorem, and with which constant. */
    OrderPreservation preservation();

    /** What training on this surrogate promises for a target, with queries of r items. */
    default Guarantee guarantee(RankingTarget<?> target, int items) {
        return target.guarantee(preservation(), items);
    }

    /**
     * ψ(v,s) = lossFactor · Σ_i (d_i)² but for what does not depend on s, with d = targetFactor · v − s, or d less its mean over the
     * query.
     */
    record SquareForm(double targetFactor, double lossFactor, boolean centred) {}
}
