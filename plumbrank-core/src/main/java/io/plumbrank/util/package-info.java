/**
 * The fault that a user reads ({@link io.plumbrank.util.InputException}). This room touches no other room, and every other may touch
 * it.
 */
@NullMarked
package io.plumbrank.util;

import org.jspecify.annotations.NullMarked;
