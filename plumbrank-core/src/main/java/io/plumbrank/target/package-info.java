/**
 * The user's target as theory sees it: loss, encoder, decoder and guarantee, for loss matrices, named losses and measures.
 *
 * <p>RAT13, Theorem 3, in general form: if ℓ(y,t) = ⟨α_y, β_t⟩ + c_y + b_t, then regressing on α_y by least squares and
 * predicting argmin_t ⟨u, β_t⟩ + b_t is calibrated for ℓ. {@link io.plumbrank.target.LossMatrix} and
 * {@link io.plumbrank.target.classes.MatrixLoss} do this for any matrix, {@link io.plumbrank.target.classes.ClassLosses} without one, and
 * {@link io.plumbrank.target.measures.RankingTargets} for measures of rankings; MAP and PD by scores under a condition (RAT13,
 * Corollary 5 and Theorem 6), by pairs ({@link io.plumbrank.target.rankings.PairRankingTarget}) under none.
 *
 * <p>This room may touch {@code util}, {@code data}, {@code measure} and {@code decode}. It alone knows which measure is the target.
 */
@NullMarked
package io.plumbrank.target;

import org.jspecify.annotations.NullMarked;
