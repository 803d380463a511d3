/** The feature maps of this library, linear, Fourier and kernel, and the samples of rows that fix them. A part of the room {@code learn}. */
@NullMarked
package io.plumbrank.learn.maps;

import org.jspecify.annotations.NullMarked;
