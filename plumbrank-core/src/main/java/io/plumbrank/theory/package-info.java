/**
 * The laboratory: distributions of labels, noise conditions, risks and their minimisers, and searches that try to break what is
 * promised.
 *
 *
 * <p>This room may touch all others, and none touches it.
 */
@NullMarked
package io.plumbrank.theory;

import org.jspecify.annotations.NullMarked;
