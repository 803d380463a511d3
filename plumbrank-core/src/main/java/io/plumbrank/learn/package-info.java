/**
 * Learners of f: x ↦ u ∈ R^d: closed-form ridge regression in one streaming pass, linear or on random Fourier features.
 *
 * <p>A learner knows vectors, not measures: it regresses on the encoded labels α and returns a whole path of scorers, one
 * for each λ; who knows the target picks one on validation data. This is the least squares of RAT13, Theorem 3 (THEORY.md,
 * sections 2 and 7). Sums go by fixed blocks of rows and merge in a fixed tree, so threads and shards change no bit.
 *
 * <p>This room may touch {@code data} only.
 */
@NullMarked
package io.plumbrank.learn;

import org.jspecify.annotations.NullMarked;
