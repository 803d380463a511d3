package io.plumbrank.target;

import java.util.OptionalDouble;

/**
 * What is known of a surrogate before any target is named: whether its risk is least only at scores that order the items
 * like their expected utilities (CUG13, Definition 3.1). From it and the target follows the {@link Guarantee}.
 */
public sealed interface OrderPreservation {

    /**
     * Order-preserving for every distribution of the utilities.
     *
     * @param theorem the result that says so
     * @param constant c in: regret of a positional measure ≤ c · C_φ(2) · sqrt(surrogate regret) (CUG13, Table 2), where the
     *     surrogate is the sum over the query, not divided by anything; empty where it is not known
     */
    record Proven(String theorem, OptionalDouble constant) implements OrderPreservation {
        public Proven {
            if (constant.isPresent() && !(constant.getAsDouble() > 0 && Double.isFinite(constant.getAsDouble()))) {
                throw new IllegalArgumentException("c must be positive and finite, got " + constant.getAsDouble());
            }
        }

        public Proven(String theorem, double constant) {
            this(theorem, OptionalDouble.of(constant));
        }

        public Proven(String theorem) {
            this(theorem, OptionalDouble.empty());
        }
    }

    /**
     * Not order-preserving: for some distributions its best scores order the items against their expected utilities.
     *
     * @param because why, in a clause
     * @param linearInTwo whether two items alone are ordered by their expected utilities all the same
     */
    record Refuted(String because, boolean linearInTwo) implements OrderPreservation {}
}
