/**
 * What a learner is given and gives: instances as groups of rows, the loss of a group, what is held out, and the candidates
 * that come out.
 *
 * <p>A task makes {@link io.plumbrank.learn.instances.Instances} and never sees a learner; a learner fits them by a
 * {@link io.plumbrank.learn.instances.Plan} and never sees a measure. A part of the room {@code learn}, for modules of this
 * project alone.
 */
@NullMarked
package io.plumbrank.learn.instances;

import org.jspecify.annotations.NullMarked;
