/**
 * What training minimises: surrogates ψ(v,s) of the scores s of one query, given the utilities v that a target encodes.
 *
 * <p>The order-preserving templates of CUG13, section 5, and DMJ10's value-regularised linear loss are calibrated with every
 * positional measure; RankSVM, RankNet, RankBoost, ListNet and ListMLE are here to compare with, and are not. Each
 * {@link io.plumbrank.surrogate.Surrogate} says which, by which theorem, and with which constant.
 *
 * <p>A surrogate of your own implements {@link io.plumbrank.surrogate.Surrogate} and brings a
 * {@link io.plumbrank.surrogate.SurrogateProvider}; ours are in {@code surrogate.templates}, as yours would be.
 *
 * <p>This room may touch {@code util}, {@code data}, {@code measure} and {@code target}. It knows arrays of one query, no models.
 */
@NullMarked
package io.plumbrank.surrogate;

import org.jspecify.annotations.NullMarked;
