/** {@code plumbrank experiment}: files of experiments and the experiments of the paper. */
@NullMarked
package io.plumbrank.cli.experiments;

import org.jspecify.annotations.NullMarked;
