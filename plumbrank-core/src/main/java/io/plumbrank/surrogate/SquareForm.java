package io.plumbrank.surrogate;

/**
 * ψ(v,s) = lossFactor · Σ_i (d_i)² but for what does not depend on s, with d = targetFactor · v − s, or d less its mean over the
 * query.
 */
public record SquareForm(double targetFactor, double lossFactor, boolean centred) {}
