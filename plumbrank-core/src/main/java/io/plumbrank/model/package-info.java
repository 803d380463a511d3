/**
 * Models: what training leaves behind and prediction takes up, and the files that keep them.
 *
 * <p>Here the stations of the road meet: a trainer reads data, encodes labels with a target, fits a scorer, and picks λ by
 * the <em>target</em> loss; a model scores and decodes. A model file carries its target, its guarantee and where it comes
 * from, and is refused when it is damaged or newer than the program.
 *
 * <p>This room may touch {@code util}, {@code data}, {@code target}, {@code learn}, {@code decode}, {@code measure} and
 * {@code surrogate}. It implements encode, fit, decode of RAT13, Theorem 3.
 */
@NullMarked
package io.plumbrank.model;

import org.jspecify.annotations.NullMarked;
