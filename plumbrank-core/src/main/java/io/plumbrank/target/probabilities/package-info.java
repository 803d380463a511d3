/** Probabilities of classes: how scores become probabilities, how they are calibrated, and the files that hold them. */
@NullMarked
package io.plumbrank.target.probabilities;

import org.jspecify.annotations.NullMarked;
