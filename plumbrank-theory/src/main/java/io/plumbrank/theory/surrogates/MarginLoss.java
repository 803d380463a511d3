package io.plumbrank.theory.surrogates;

/** ϕ in Σ_{i→j} a_ij ϕ(s_i − s_j), convex and falling at 0. */
interface MarginLoss {
    /** ϕ(z). */
    double value(double z);

    /** ϕ'(z), from the left at a kink. */
    double slope(double z);
}
