package io.plumbrank.learn.ridge;

import io.plumbrank.learn.instances.Summable;
import org.jspecify.annotations.Nullable;

/**
 * All that least squares needs to know of the pairs of items of any number of queries. The pairs of a query are divided by the
 * number of its items, each counted once.
 *
 * @param pairs over pairs of different items; of antisymmetric features the two orders cancel in the sums of features and targets
 * @param items over the items on their own, with the targets that they have beside their pairs; null where they have none
 * @param groupWeight the sum of the weights of queries
 */
public record PairSums(RegressionSums pairs, @Nullable RegressionSums items, double groupWeight)
        implements Summable<PairSums> {
    private static final long serialVersionUID = 1;

    @Override
    public PairSums plus(PairSums other) {
        return new PairSums(
                pairs.plus(other.pairs),
                items == null || other.items == null ? null : items.plus(other.items),
                groupWeight + other.groupWeight);
    }
}
