package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Summable;
import java.util.Arrays;

/**
 * What is needed of rows before they can be binned: the values of each feature at the rows of {@link Cuts#chosen}, and what all rows
 * weigh.
 */
record CutSample(float[][] values, double weight) implements Summable<CutSample> {
    private static final long serialVersionUID = 1;

    static <I extends Instance> CutSample of(InstanceBlocks<I> blocks, BlockPart part, int width) {
        return blocks.sum(block -> {
                    long first = part.firstRow(block.number());
                    long[] chosen = Cuts.chosen(part.rows());
                    int from = place(chosen, first);
                    float[][] values = new float[width][place(chosen, part.firstRow(block.number() + 1)) - from];
                    double[] weight = {0};
                    long[] row = {first};
                    int[] next = {from};
                    part.visit(block, instance -> {
                        int rows = instance.rows();
                        boolean wanted = next[0] < chosen.length && chosen[next[0]] < row[0] + rows;
                        float[] x = wanted ? instance.x(width) : new float[0];
                        for (int i = 0; i < rows; i++, row[0]++) {
                            weight[0] += BlockFacts.weight(instance, i);
                            if (wanted && next[0] < chosen.length && chosen[next[0]] == row[0]) {
                                for (int feature = 0; feature < width; feature++) {
                                    values[feature][next[0] - from] = Cuts.sampled(x[i * width + feature]);
                                }
                                next[0]++;
                            }
                        }
                    });
                    return new CutSample(values, weight[0]);
                })
                .orElseThrow();
    }

    /** How many are smaller. */
    private static int place(long[] chosen, long row) {
        int found = Arrays.binarySearch(chosen, row);
        return found < 0 ? -found - 1 : found;
    }

    @Override
    public CutSample plus(CutSample other) {
        float[][] both = new float[values.length][];
        for (int feature = 0; feature < both.length; feature++) {
            float[] own = values[feature];
            float[] others = other.values[feature];
            both[feature] = Arrays.copyOf(own, own.length + others.length);
            System.arraycopy(others, 0, both[feature], own.length, others.length);
        }
        return new CutSample(both, weight + other.weight);
    }

    /** Once, since it sorts the values. */
    Cuts cuts(int mostBins, Workers workers) {
        return Cuts.of(values, mostBins, workers);
    }
}
