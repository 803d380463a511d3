/**
 * Trees of our own: histograms of bins, in pure Java.
 *
 * <p>A part of the room {@code learn}. Features are cut into at most 255 bins of one byte ({@code BinnedRows}). Gradients become
 * integers ({@code RoundedGradients}), so that sums over rows are exact: whatever the number of threads and the order of rows, a
 * histogram has the same bits, and a sibling's is the exact difference of the parent's and the other child's. For least squares
 * with equal weights the curvature is the count, which shares a number with the gradient. {@code Grower} grows a tree from sums
 * alone; one tree may have a vector in each leaf, with the gain summed over outputs.
 */
@NullMarked
package io.plumbrank.learn.boost;

import org.jspecify.annotations.NullMarked;
