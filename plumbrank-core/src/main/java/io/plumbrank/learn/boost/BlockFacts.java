package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Folds;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Summable;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many instances and rows each block has of each fold, how wide rows are, and what each fold weighs.
 *
 * @param counts by block, instances of each fold and rows of each fold
 */
record BlockFacts(int width, double[] weights, SortedMap<Integer, long[][]> counts) implements Summable<BlockFacts> {
    private static final long serialVersionUID = 1;

    /** @param folds null for none, which is one part of all */
    static <I extends Instance> BlockFacts of(InstanceBlocks<I> blocks, @Nullable Folds folds) {
        int parts = folds == null ? 1 : folds.count();
        return blocks.sum(block -> {
                    int[] width = {0};
                    double[] weights = new double[parts];
                    long[][] count = new long[2][parts];
                    long[] number = {block.first()};
                    block.instances().visit(instance -> {
                        int part = folds == null ? 0 : folds.of(number[0]);
                        number[0]++;
                        width[0] = Math.max(width[0], instance.width());
                        count[0][part]++;
                        count[1][part] += instance.rows();
                        for (int row = 0; row < instance.rows(); row++) {
                            weights[part] += weight(instance, row);
                        }
                    });
                    SortedMap<Integer, long[][]> own = new TreeMap<>();
                    own.put(block.number(), count);
                    return new BlockFacts(width[0], weights, own);
                })
                .orElseThrow();
    }

    /** Of a row among all rows. */
    static double weight(Instance instance, int row) {
        return instance.weight() * instance.rowWeight(row);
    }

    @Override
    public BlockFacts plus(BlockFacts other) {
        double[] both = weights.clone();
        Arrays.setAll(both, part -> weights[part] + other.weights[part]);
        SortedMap<Integer, long[][]> all = new TreeMap<>(counts);
        all.putAll(other.counts);
        return new BlockFacts(Math.max(width, other.width), both, all);
    }

    /** Whether anything that a fold holds out counts, or, for −1, anything at all. */
    boolean weighs(int fold) {
        return fold < 0 ? Arrays.stream(weights).anyMatch(weight -> weight > 0) : weights[fold] > 0;
    }

    /** Whether anything counts that a fold does not hold out. */
    boolean weighsWithout(int fold) {
        for (int part = 0; part < weights.length; part++) {
            if (part != fold && weights[part] > 0) {
                return true;
            }
        }
        return false;
    }

    long instances() {
        return counts.values().stream()
                .mapToLong(count -> Arrays.stream(count[0]).sum())
                .sum();
    }

    /** Before each block, and behind the last in all, the instances that a fold does not hold out. */
    long[] firstInstances(int fold) {
        return firsts(0, fold);
    }

    /** The same of rows. */
    long[] firstRows(int fold) {
        return firsts(1, fold);
    }

    private long[] firsts(int what, int fold) {
        long[] firsts = new long[counts.lastKey() + 2];
        for (int block = 0; block + 1 < firsts.length; block++) {
            long[][] count = counts.get(block);
            firsts[block + 1] = firsts[block];
            for (int part = 0; count != null && part < weights.length; part++) {
                firsts[block + 1] += part == fold ? 0 : count[what][part];
            }
        }
        return firsts;
    }
}
