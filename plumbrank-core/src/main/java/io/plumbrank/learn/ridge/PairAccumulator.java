package io.plumbrank.learn.ridge;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.maps.LinearFeatures;
import io.plumbrank.learn.pairs.PairFeatures;
import io.plumbrank.learn.pairs.PairSample;
import io.plumbrank.learn.pairs.ProductPairs;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Adds the pairs of queries into {@link PairSums}.
 *
 * <p><b>Products.</b> From sums over items ({@code ProductAccumulator}): all pairs, or those between two halves of a query.
 *
 * <p><b>Other features.</b> Pair by pair, those that {@link PairSample} takes.
 *
 * <p>Mutable, one thread.
 */
public final class PairAccumulator {
    private final PairFeatures map;
    private final @Nullable FeatureMap itemMap;
    private final int maxPairs;
    private final long seed;
    private final int inputs;
    private final int features;

    private final @Nullable ProductAccumulator products;
    private final MomentAccumulator rows;
    private final @Nullable MomentAccumulator items;
    private double rowWeight;
    private double groupWeight;

    /** @param itemMap what the regression sees of items on their own; null where they have no targets */
    public PairAccumulator(PairFeatures map, @Nullable FeatureMap itemMap, int maxPairs, long seed) {
        this.map = map;
        this.itemMap = itemMap;
        this.maxPairs = maxPairs;
        this.seed = seed;
        this.inputs = map.reference().inputs();
        this.features = map.size(inputs);
        this.products = map instanceof ProductPairs collapsing ? new ProductAccumulator(collapsing, maxPairs) : null;
        if (products != null && itemMap != null && !isOfSameItems(map, itemMap)) {
            throw new IllegalArgumentException("products of features go with the same features of single items");
        }
        // of no use with products, and so of no size
        int size = products == null ? features : 0;
        this.rows = map.antisymmetric() ? MomentAccumulator.ofCentred(size, 1) : new MomentAccumulator(size, 1);
        this.items =
                itemMap == null || products != null ? null : new MomentAccumulator(itemMap.size(map.itemInputs()), 1);
    }

    private static boolean isOfSameItems(PairFeatures map, FeatureMap itemMap) {
        return itemMap instanceof LinearFeatures
                && PairFeatures.twice(itemMap.reference()).equals(map.reference());
    }

    /** Whether only some pairs are taken of a query that has more than {@code maxPairs}. */
    public static boolean samples(PairFeatures map) {
        return !(map instanceof ProductPairs products) || (products.products() && !products.antisymmetric());
    }

    /** Adds a query: rows of its items, NaN for missing; its number decides which pairs are drawn. */
    public void add(float[] x, PairTargets targets, double weight, long number) {
        int count = targets.items();
        groupWeight += weight;
        if (count == 0) {
            return;
        }
        double share = weight / count;
        if (products != null) {
            products.add(x, targets, share, new SplittableRandom(seed + number * 0x9E3779B97F4A7C15L));
            return;
        }
        addItems(x, targets, share);
        if (count > 1) {
            addRows(x, targets, share, new PairSample(count, maxPairs, seed, number));
        }
    }

    private void addItems(float[] x, PairTargets targets, double share) {
        double[] single = targets.single();
        if (items == null || itemMap == null || single == null) {
            return;
        }
        int m = map.itemInputs();
        double[][] z = new double[Kernels.PANEL][1 + itemMap.size(m)];
        for (int first = 0; first < single.length; first += Kernels.PANEL) {
            int panel = Math.min(Kernels.PANEL, single.length - first);
            itemMap.mapInto(x, first * m, m, panel, z);
            for (int r = 0; r < panel; r++) {
                items.add(z[r], single, first + r, share);
            }
        }
    }

    private void addRows(float[] x, PairTargets targets, double share, PairSample sample) {
        int m = map.itemInputs();
        double each = share * sample.weight();
        float[] row = new float[2 * m];
        double[][] z = new double[1][1 + features];
        double[] y = new double[1];
        sample.forEach((i, j) -> {
            System.arraycopy(x, i * m, row, 0, m);
            System.arraycopy(x, j * m, row, m, m);
            map.mapInto(row, 0, 2 * m, 1, z);
            y[0] = targets.of(i, j);
            rows.add(z[0], y, 0, each);
            if (map.antisymmetric()) {
                rowWeight += each;
            }
        });
    }

    /** The sums of all queries added; the accumulator must not be used again. */
    public PairSums finish() {
        if (products != null) {
            return new PairSums(products.pairs(), itemMap == null ? null : products.items(itemMap), groupWeight);
        }
        // centred rows add nothing to the weight
        RegressionSums weight = new RegressionSums(map, inputs, new double[][] {{rowWeight}}, new double[1][1]);
        return new PairSums(
                weight.plus(rows.finish(map, inputs)),
                items == null || itemMap == null ? null : items.finish(itemMap, map.itemInputs()),
                groupWeight);
    }
}
