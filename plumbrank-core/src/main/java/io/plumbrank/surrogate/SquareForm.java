package io.plumbrank.surrogate;

/**
 * ψ(v,s) = lossFactor · Σ_i (d_i)² but for what does not depend on s, with d = targetFactor · v − s, or d less its mean over the
 * query.
 *
 * @param targetFactor what utilities are multiplied by
 * @param lossFactor what the sum of squares is multiplied by
 * @param centred whether d is less its mean, so that only differences of scores count
 */
public record SquareForm(double targetFactor, double lossFactor, boolean centred) {}
