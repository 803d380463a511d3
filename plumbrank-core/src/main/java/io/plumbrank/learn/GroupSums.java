package io.plumbrank.learn;

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
 * @param groups how many groups there are
 * @param groupWeight the sum of their own weights
 */
public record GroupSums(RegressionSums within, RegressionSums between, long groups, double groupWeight)
        implements Summable<GroupSums> {
    private static final long serialVersionUID = 1;

    /** Over one block, group after group. */
    static GroupSums of(RowBlock block, FeatureMap map) {
        int inputs = Math.max(block.inputs(), map.reference().inputs());
        int features = map.size(inputs);
        int outputs = block.outputs();
        MomentAccumulator within = MomentAccumulator.ofCentred(features, outputs);
        MomentAccumulator between = new MomentAccumulator(features, outputs);
        double[][] z = new double[largestGroup(block)][1 + features];
        double[] y = new double[z.length * outputs];
        double groupWeight = 0;
        for (int group = 0; group < block.groups(); group++) {
            int first = block.groupStart(group);
            int size = block.groupStart(group + 1) - first;
            groupWeight += block.groupWeight(group);
            double weight = 0;
            for (int r = 0; r < size; r++) {
                weight += block.weight(first + r);
            }
            if (!(weight > 0)) {
                continue;
            }
            map.mapInto(block.x(), first * block.inputs(), block.inputs(), size, z);
            System.arraycopy(block.y(), first * outputs, y, 0, size * outputs);
            double[] mean = new double[1 + features];
            double[] meanTarget = new double[outputs];
            for (int r = 0; r < size; r++) {
                double share = block.weight(first + r) / weight;
                Kernels.addOneInto(share, z[r], 1, 1 + features, mean);
                for (int o = 0; o < outputs; o++) {
                    meanTarget[o] += share * y[r * outputs + o];
                }
            }
            for (int r = 0; r < size; r++) {
                Kernels.addOneInto(-1, mean, 1, 1 + features, z[r]);
                for (int o = 0; o < outputs; o++) {
                    y[r * outputs + o] -= meanTarget[o];
                }
                within.add(z[r], y, r * outputs, block.weight(first + r));
            }
            between.add(mean, meanTarget, 0, weight);
        }
        return new GroupSums(
                within.finish(map, inputs, block.rows()),
                between.finish(map, inputs, 0), // so that the total has as many rows as there are
                block.groups(),
                groupWeight);
    }

    private static int largestGroup(RowBlock block) {
        int largest = 0;
        for (int group = 0; group < block.groups(); group++) {
            largest = Math.max(largest, block.groupStart(group + 1) - block.groupStart(group));
        }
        return largest;
    }

    @Override
    public GroupSums plus(GroupSums other) {
        return new GroupSums(
                within.plus(other.within),
                between.plus(other.between),
                groups + other.groups,
                groupWeight + other.groupWeight);
    }

    /** What the rows give without their groups. */
    public RegressionSums total() {
        return within.plus(between);
    }

    /** The number of rows, whatever their weights. */
    public long rows() {
        return within.rows();
    }
}
