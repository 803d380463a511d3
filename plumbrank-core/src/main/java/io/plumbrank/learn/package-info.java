/**
 * Fitted functions f: x ↦ u ∈ R^d and what all training has in common: {@link io.plumbrank.learn.Scorer},
 * {@link io.plumbrank.learn.Settings}, {@link io.plumbrank.learn.Progress}. The bottom of the room: it sees none of its
 * sub-packages.
 *
 * <p>A learner knows rows, groups of rows and vectors, never a measure: it regresses on the encoded labels α, or minimises a
 * loss that it is given, and returns a path of scorers, one for each λ or number of rounds; who knows the target picks one.
 * {@code learn.instances} has the contract of learners, {@code learn.learners} those of the library.
 *
 * <p>This room may touch {@code data} and {@code util} only.
 */
@NullMarked
package io.plumbrank.learn;

import org.jspecify.annotations.NullMarked;
