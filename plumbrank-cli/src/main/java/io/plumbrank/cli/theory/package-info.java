/** Commands that use the theory without a model: explain, check, consistency, loss and lab. */
@NullMarked
package io.plumbrank.cli.theory;

import org.jspecify.annotations.NullMarked;
