/**
 * Classes at the smallest expected cost, for any loss matrix (RAT13, Theorem 3): the task, its predictor, its fields in model files and its words.
 *
 * <p>A kind sees {@code task} and {@code model}, and neither other kinds nor {@code train}; its {@code TaskKind} is found by
 * {@code ServiceLoader}, and nobody else asks which kind a task is.
 */
@NullMarked
package io.plumbrank.kind.classes;

import org.jspecify.annotations.NullMarked;
