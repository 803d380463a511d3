/**
 * Training: one {@link io.plumbrank.train.Trainer} fits one learner, or tries several kinds of models.
 *
 * <p>{@link io.plumbrank.train.TrainingRun} fits and chooses for one list of learners; {@link io.plumbrank.train.AutoRun} holds a
 * {@link io.plumbrank.train.Contest} among several. This room sees {@code task} and
 * {@code model}, and no kind: {@code Task.choosing} and {@code Task.variations} say what differs between them.
 */
@NullMarked
package io.plumbrank.train;

import org.jspecify.annotations.NullMarked;
