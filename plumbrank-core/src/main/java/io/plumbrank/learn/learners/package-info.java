/**
 * The learners of the library: linear in features of rows ({@link io.plumbrank.learn.learners.FeatureLearner}), boosted trees
 * ({@link io.plumbrank.learn.learners.TreeLearner}) and forests ({@link io.plumbrank.learn.learners.ForestLearner}).
 *
 * <p>A learner chooses a strategy by the shape of the instances, and gives it a small specification. No other package of the
 * room {@code learn} sees this one.
 */
@NullMarked
package io.plumbrank.learn.learners;

import org.jspecify.annotations.NullMarked;
