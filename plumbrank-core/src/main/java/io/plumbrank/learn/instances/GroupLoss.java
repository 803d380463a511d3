package io.plumbrank.learn.instances;

/**
 * A convex loss of the scores of one group of rows, such as the items of a query. What it means is for others to know: a
 * learner sees values and gradients only. It may keep scratch memory, so one thread uses it at a time.
 */
@FunctionalInterface
public interface GroupLoss {
    /**
     * Writes the gradient by the scores, or a subgradient where the loss has a kink. The arrays begin at 0 and may be longer
     * than {@code items}; only the gradient is written.
     *
     * @param scores one per row
     * @param targets one per row
     * @param items how many rows the group has, at least one
     * @return the loss; infinite if it is too large to say
     */
    double gradientInto(double[] scores, double[] targets, int items, double[] gradient);

    /**
     * The derivatives of what training minimises, for the rows of one group (a query's items). The learner knows no more of the
     * surrogate than this. An instance is used by one thread at a time.
     */
    @FunctionalInterface
    interface GroupDerivatives {
        /**
         * Writes ∂ψ/∂s and a bound on ∂²ψ/∂s² or its value; looks at and writes the first {@code rows} entries.
         *
         * @param scores of the group's rows; of a row with several outputs, all of them
         * @param targets of the group's rows
         * @param rows how many scores there are
         * @param curvature not negative
         */
        void into(double[] scores, double[] targets, int rows, double[] gradient, double[] curvature);
    }
}
