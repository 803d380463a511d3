/**
 * Measures of rankings as targets: by scores of items (RAT13, section 3 and Corollary 5; CUG13 for order preservation), by
 * pairs (RAT13, section 4), and rankings of labels. A part of the room {@code target}.
 */
@NullMarked
package io.plumbrank.target.rankings;

import org.jspecify.annotations.NullMarked;
