/** Numbered results of RAT13, CUG13 and DMJ10, tried on random instances. */
@NullMarked
package io.plumbrank.theory.papers;

import org.jspecify.annotations.NullMarked;
