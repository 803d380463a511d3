/**
 * From u to a ranking: exact and anytime decoders for the two hard targets of RAT13, MAP (section 6) and PD (section 7).
 *
 * <p>A problem ({@link io.plumbrank.decode.algorithms.LinearOrdering}, {@link io.plumbrank.decode.algorithms.MapAssignment}) and limits go in; a
 * {@link io.plumbrank.decode.DecodeResult} comes out, which says how good the ranking is and whether that is proven.
 *
 * <p>A {@link io.plumbrank.decode.Decoder} is a constant of {@link io.plumbrank.decode.algorithms.OrderingDecoder} or
 * {@link io.plumbrank.decode.algorithms.MapDecoder}, with its cost and its {@link io.plumbrank.decode.Decoder.Exactness}, which {@code target} turns
 * into a guarantee: Theorem 3 of RAT13 needs exact decoders, Theorems 4 and 7 say when the cheap ones are. Whoever adds one adds a
 * constant, and {@code DecoderContract} tests what it says.
 *
 * <p>This room may touch {@code data} only, and knows u but no labels. Stronger solvers are found by
 * {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.plumbrank.decode;

import org.jspecify.annotations.NullMarked;
