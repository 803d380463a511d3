/**
 * Helpers that every room needs and none owns: results of threads in order ({@link io.plumbrank.util.internal.InOrder}), sorting by
 * primitive keys, the arguments of a text such as {@code top-k(n=6,k=2)}, JSON, and files that appear whole or not at all. Only the
 * modules of this project may use them.
 */
@NullMarked
package io.plumbrank.util.internal;

import org.jspecify.annotations.NullMarked;
