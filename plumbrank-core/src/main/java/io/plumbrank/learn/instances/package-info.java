/**
 * The contract of learners, for those who write one: {@link io.plumbrank.learn.instances.Learner} fits
 * {@link io.plumbrank.learn.instances.Instances} by a {@link io.plumbrank.learn.instances.Plan} and returns
 * {@link io.plumbrank.learn.instances.Fitted}. Its signatures name types of this package and of {@code learn} alone.
 *
 * <p>A task makes instances and never sees a learner; a learner fits them and never sees a measure.
 */
@NullMarked
package io.plumbrank.learn.instances;

import org.jspecify.annotations.NullMarked;
