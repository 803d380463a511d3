/**
 * Learners of f: x ↦ u ∈ R^d, linear or on random Fourier features: closed-form ridge regression in one streaming pass, and
 * L-BFGS over rows in memory for one score and any convex loss of groups.
 *
 * <p>A learner knows vectors, not measures: it regresses on the encoded labels α, or minimises a loss that it is given, and
 * returns a whole path of scorers, one for each λ; who knows the target picks one on validation data. Regression is the
 * least squares of RAT13, Theorem 3, whose pair sums collapse to sums over items. Sums go by fixed blocks of rows and merge in a fixed
 * order, so threads change no bit, nor do the shards of a regression.
 *
 * <p>This room may touch {@code data} and {@code util} only.
 */
@NullMarked
package io.plumbrank.learn;

import org.jspecify.annotations.NullMarked;
