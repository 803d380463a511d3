/**
 * Functions of two items: their features, their sums, and scorers with one output per pair. A part of the room
 * {@code learn}.
 */
@NullMarked
package io.plumbrank.learn.pairs;

import org.jspecify.annotations.NullMarked;
