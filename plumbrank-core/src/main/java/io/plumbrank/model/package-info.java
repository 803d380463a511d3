/**
 * Models: a task with a fitted scorer and its provenance, their files, and what predicts with them.
 *
 * <p>{@link io.plumbrank.model.TaskKind} is the contract of a kind of task; {@link io.plumbrank.model.ModelFile} writes and reads models
 * of every kind by it. {@link io.plumbrank.model.KnownFeatures} compares data with the features of training. This room sees {@code task}
 * and the mathematics.
 */
@NullMarked
package io.plumbrank.model;

import org.jspecify.annotations.NullMarked;
