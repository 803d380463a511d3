package io.plumbrank.learn.descent;

/** A convex function of many variables. */
interface Objective {
    /** Writes the gradient, or a subgradient at a kink; returns the value, not finite if the point is too far out. */
    double gradientInto(double[] point, double[] gradient);

    /** How large the terms of the last gradient were before they cancelled. */
    double gradientScale();
}
