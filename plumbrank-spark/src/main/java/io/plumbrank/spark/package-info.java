/**
 * Training, scoring and evaluation on Apache Spark. {@link io.plumbrank.spark.RankingEstimator} and
 * {@link io.plumbrank.spark.LossMatrixEstimator} run the tasks and learners of the core on a DataFrame: rows go to blocks that
 * depend on nothing but themselves ({@link io.plumbrank.data.blocks.BlockRule}), sums are made where the blocks are, and the driver solves.
 * The model is the file that {@code plumbrank train --blocks} writes on one machine, byte for byte.
 */
@NullMarked
package io.plumbrank.spark;

import org.jspecify.annotations.NullMarked;
