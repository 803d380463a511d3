/**
 * Rankings of a fixed set of labels for a feature vector, with positions that may be missing: the task, its predictor, its fields in model files and its words.
 *
 * <p>A kind sees {@code task} and {@code model}, and neither other kinds nor {@code train}; its {@code TaskKind} is found by
 * {@code ServiceLoader}, and nobody else asks which kind a task is.
 */
@NullMarked
package io.plumbrank.kind.labels;

import org.jspecify.annotations.NullMarked;
