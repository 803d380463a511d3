/**
 * Losses of classes: any matrix, and those with a closed form that need none. A part of the room {@code target}.
 *
 * <p>Encoding, decoding and guarantee are those of RAT13, Theorem 3; the dimension of a matrix is that of its doubly centred
 * form.
 */
@NullMarked
package io.plumbrank.target.classes;

import org.jspecify.annotations.NullMarked;
