/**
 * Rankings of the items of queries by pairs, for MAP, PD and Kendall's τ (RAT13, Section 5): the task, its predictor, its fields in model files and its words.
 *
 * <p>A kind sees {@code task} and {@code model}, and neither other kinds nor {@code train}; its {@code TaskKind} is found by
 * {@code ServiceLoader}, and nobody else asks which kind a task is.
 */
@NullMarked
package io.plumbrank.kind.pairs;

import org.jspecify.annotations.NullMarked;
