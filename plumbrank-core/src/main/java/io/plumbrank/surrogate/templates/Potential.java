package io.plumbrank.surrogate.templates;

/**
 * ψ, the strictly convex function that makes a {@link Bregman} divergence, with its conjugate ψ*(s) = max_v ⟨s, v⟩ − ψ(v). Users
 * may write their own. It owes:
 * <ul>
 *   <li>ψ is the same for all orders of the items, so that the link g = ∇ψ* keeps the order of the scores;
 *   <li>g maps all of R^r into the domain of ψ, and that contains the utilities of all labels, or its closure does;
 *   <li>all methods look at the first {@code items} entries and write as many.
 * </ul>
 *
 * <p>See {@link Potentials} for examples.
 */
public interface Potential {
    /** ψ(v). */
    double value(double[] utilities, int items);

    /** ψ*(s). */
    double conjugate(double[] scores, int items);

    /** g(s) = ∇ψ*(s), the expected utilities for which s is best. */
    void linkInto(double[] scores, int items, double[] utilities);

    /** The diagonal of the Hessian of ψ* at s. */
    void linkSlopesInto(double[] scores, int items, double[] slopes);

    /** ∇ψ(v), the inverse of the link; infinite on the boundary of the domain where the gradient is. */
    void inverseLinkInto(double[] utilities, int items, double[] scores);

    /** μ &gt; 0: ψ is μ-strongly convex in the Euclidean norm where expected utilities lie. */
    double strongConvexity();

    String text();
}
