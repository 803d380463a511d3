package io.plumbrank.learn.boost;

import io.plumbrank.learn.arithmetic.PrincipalDirection;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The levels of a category at a node by the means of their gradients, which smoothing draws to 0. Of several outputs it is a heuristic:
 * by their places along the first principal direction of the means.
 */
final class LevelOrder {
    private final long[] sums;
    private final long[] rest;
    private final int levels;
    private final boolean hasRest;
    private final int[] order;

    private LevelOrder(long[] sums, long[] rest, int levels, boolean hasRest, int[] order) {
        this.sums = sums;
        this.rest = rest;
        this.levels = levels;
        this.hasRest = hasRest;
        this.order = order;
    }

    /**
     * @param all what all rows sum to
     * @param sums what the rows of each level sum to
     */
    static LevelOrder of(RoundedGradients gradients, GrowthRules rules, long[] all, long[] sums, int levels) {
        int stride = all.length;
        long[] rest = all.clone();
        int[] known = IntStream.range(0, levels)
                .filter(level -> gradients.curvature(sums, level * stride) > 0
                        && gradients.curvature(sums, level * stride) >= rules.leastWeight())
                .toArray();
        for (int level : known) {
            for (int n = 0; n < stride; n++) {
                rest[n] -= sums[level * stride + n];
            }
        }
        boolean hasRest = gradients.curvature(rest, 0) > 0;
        int[] present = hasRest ? Arrays.copyOf(known, known.length + 1) : known;
        if (hasRest) {
            present[known.length] = levels;
        }
        double[][] means = new double[levels + 1][];
        double[] weights = new double[levels + 1];
        for (int level : present) {
            long[] from = level == levels ? rest : sums;
            int at = level == levels ? 0 : level * stride;
            weights[level] = gradients.curvature(from, at);
            double[] mean = new double[gradients.outputs()];
            for (int o = 0; o < mean.length; o++) {
                mean[o] = gradients.gradient(from, at, o) / (weights[level] + rules.smoothing());
            }
            means[level] = mean;
        }
        double[] direction = gradients.outputs() == 1
                ? new double[] {1}
                : PrincipalDirection.of(
                        Arrays.stream(present).mapToObj(level -> means[level]).toArray(double[][]::new),
                        Arrays.stream(present)
                                .mapToDouble(level -> weights[level])
                                .toArray(),
                        gradients.outputs());
        double[] places = new double[levels + 1];
        for (int level : present) {
            for (int o = 0; o < direction.length; o++) {
                places[level] += direction[o] * means[level][o];
            }
        }
        int[] order = Arrays.stream(present)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(level -> places[level])
                        .thenComparing(level -> level))
                .mapToInt(level -> level)
                .toArray();
        return new LevelOrder(sums, rest, levels, hasRest, order);
    }

    /** Levels, and behind all of them the number of the rest, which stands for rows of none of these. */
    int[] order() {
        return order;
    }

    boolean hasRest() {
        return hasRest;
    }

    void addTo(int level, long[] sum) {
        for (int n = 0; n < sum.length; n++) {
            sum[n] += level == levels ? rest[n] : sums[level * sum.length + n];
        }
    }
}
