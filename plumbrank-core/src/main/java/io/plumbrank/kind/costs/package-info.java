/**
 * Costs of each row's own: columns hold what each prediction costs for this row, such as the amount of a credit. {@link
 * io.plumbrank.kind.costs.CostTask} encodes, decodes, judges and promises; {@link io.plumbrank.kind.costs.CostKind} writes and reads it and
 * has its words; {@link io.plumbrank.kind.costs.CostPredictor} predicts.
 *
 * <p>RAT13, Theorem 3, needs no class here: with α the row's costs themselves, ℓ(costs, t) = ⟨α, β_t⟩, and least squares on α are calibrated
 * for the expected cost ({@link io.plumbrank.kind.costs.CostVector}).
 */
@NullMarked
package io.plumbrank.kind.costs;

import org.jspecify.annotations.NullMarked;
