/** Sums and risks over instances that do not depend on the order of blocks. */
@NullMarked
package io.plumbrank.learn.sums;

import org.jspecify.annotations.NullMarked;
