/** How classifiers do on labelled rows: losses, calibration, and comparison row by row. */
@NullMarked
package io.plumbrank.kind.classes.evaluation;

import org.jspecify.annotations.NullMarked;
