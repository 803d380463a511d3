/** Measures of rankings as targets: how each encodes labels to scores or pairs, and what that promises. */
@NullMarked
package io.plumbrank.target.measures;

import org.jspecify.annotations.NullMarked;
