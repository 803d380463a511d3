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
}
