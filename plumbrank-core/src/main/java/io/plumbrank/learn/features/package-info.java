/**
 * What functions are linear in: features as they are, random Fourier features, kernels at landmarks; and scorers that are
 * affine in them. A part of the room {@code learn}.
 */
@NullMarked
package io.plumbrank.learn.features;

import org.jspecify.annotations.NullMarked;
