/**
 * Learners of f: x ↦ u ∈ R^d: linear in features of rows ({@link io.plumbrank.learn.FeatureLearner}), or boosted trees
 * ({@link io.plumbrank.learn.TreeLearner}).
 *
 * <p>A learner knows rows, groups of rows and vectors, never a measure: it regresses on the encoded labels α, or minimises a
 * loss that it is given, and returns a path of scorers, one for each λ or number of rounds; who knows the target picks one.
 *
 * <p>This room may touch {@code data} and {@code util} only.
 */
@NullMarked
package io.plumbrank.learn;

import org.jspecify.annotations.NullMarked;
