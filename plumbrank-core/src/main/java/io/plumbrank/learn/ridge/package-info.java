/**
 * Least squares in closed form: sums in one streaming pass, the path of all λ from one eigendecomposition, rows left out one at
 * a time. The least squares of RAT13, Theorem 3, whose sums over pairs collapse to sums over items. A part of the room
 * {@code learn}.
 *
 * <p>Sums go by fixed blocks of rows and merge in a fixed order, so threads change no bit.
 */
@NullMarked
package io.plumbrank.learn.ridge;

import org.jspecify.annotations.NullMarked;
