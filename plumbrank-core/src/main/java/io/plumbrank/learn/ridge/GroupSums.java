package io.plumbrank.learn.ridge;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Summable;

/**
 * All that least squares needs to know of groups of rows, such as queries with their items, to fit both the targets and their
 * differences within a group. With z̄ and ȳ the means of a group, by the weights w of its rows,
 *
 * <ul>
 *   <li>{@link #within} sums w·(z − z̄)(z − z̄)ᵀ and w·(y − ȳ)(z − z̄)ᵀ: the pair sums Σ_{i&lt;j} w_i w_j (z_i − z_j)(z_i − z_j)ᵀ of
 *       each group, divided by its Σw, at the cost of items;
 *   <li>{@link #between} sums W·(1, z̄)(1, z̄)ᵀ and W·ȳ(1, z̄)ᵀ with the weight W of all rows of a group;
 *   <li>{@link #total}, the sum of both, is what the rows give without their groups.
 * </ul>
 *
 * <p>Immutable, with value equality to the last bit.
 *
 * @param within of rows less their group's mean
 * @param between of the groups' means
 * @param groupWeight the sum of their own weights
 */
public record GroupSums(RegressionSums within, RegressionSums between, double groupWeight)
        implements Summable<GroupSums> {
    private static final long serialVersionUID = 1;

    /** Over one block, group after group. */
    static GroupSums of(RowBlock block, FeatureMap map) {
        int inputs = Math.max(block.inputs(), map.reference().inputs());
        GroupMoments moments = new GroupMoments(block, map, inputs);
        double groupWeight = 0;
        for (int group = 0; group < block.groups(); group++) {
            moments.add(group);
            groupWeight += block.groupWeight(group);
        }
        return new GroupSums(moments.within(inputs), moments.between(inputs), groupWeight);
    }

    @Override
    public GroupSums plus(GroupSums other) {
        return new GroupSums(within.plus(other.within), between.plus(other.between), groupWeight + other.groupWeight);
    }

    /** What the rows give without their groups. */
    public RegressionSums total() {
        return within.plus(between);
    }
}
