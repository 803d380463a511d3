package io.plumbrank.theory.surrogates;

/** A smooth convex function of scores that does not change when all of them grow by the same. */
@FunctionalInterface
public interface SmoothRisk {
    /** Writes the gradient and returns the value. */
    double gradientInto(double[] scores, double[] gradient);
}
