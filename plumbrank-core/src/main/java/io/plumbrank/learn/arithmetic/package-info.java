/** The arithmetic of functions that are linear in features: products, sums and cosines that give the same bits on every machine. A part of the room {@code learn}. */
@NullMarked
package io.plumbrank.learn.arithmetic;

import org.jspecify.annotations.NullMarked;
