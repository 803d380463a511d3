/**
 * What every room needs and none owns: results of threads in order ({@link io.plumbrank.util.InOrder}), sorting by primitive keys,
 * the arguments of a text such as {@code top-k(n=6,k=2)}, files that appear whole or not at all, and the fault that a user reads
 * ({@link io.plumbrank.util.InputException}).
 *
 * <p>This room touches no other room, and every other may touch it.
 */
@NullMarked
package io.plumbrank.util;

import org.jspecify.annotations.NullMarked;
