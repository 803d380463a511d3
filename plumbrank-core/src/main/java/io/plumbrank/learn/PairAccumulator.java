package io.plumbrank.learn;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds the pairs of queries into {@link PairSums}.
 *
 * <p><b>Products.</b> All pairs, at the cost of items. With S̃ = Σ_i z̃_i z̃_iᵀ over the items of a query, sums over ordered pairs are
 *
 * <ul>
 *   <li>Σ_ij φ_ab φ_cd = 2 (S̃_bd S̃_ac − S̃_bc S̃_ad) for antisymmetric features, which are 0 at i = j;
 *   <li>the same with a plus for symmetric ones (halved for each of a = b and c = d), less what i = j adds: one row of products an
 *       item;
 *   <li>Σ_ij α_ij φ_ab = ±2 (Σ_ij α_ij z̃_i z̃_jᵀ)_ab, where items of one class are first added up.
 * </ul>
 *
 * <p>So p features of m cost O(r·m² + p²) a query when antisymmetric, O(r·p²) when symmetric, and never r² of them.
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

    /** Rows: of pairs, or what symmetric products have too much. */
    private final MomentAccumulator rows;

    private final @Nullable MomentAccumulator items;
    private final double[][] moments;
    private final double[][] cross;
    private final double[] squares = new double[1];
    private long pairCount;
    private long itemCount;
    private long groups;
    private double groupWeight;

    /**
     * @param itemMap what the regression sees of items on their own; null where they have no targets
     * @param maxPairs how many pairs of a query are taken where sums do not collapse
     */
    public PairAccumulator(PairFeatures map, @Nullable FeatureMap itemMap, int maxPairs, long seed) {
        this.map = map;
        this.itemMap = itemMap;
        this.maxPairs = maxPairs;
        this.seed = seed;
        this.inputs = map.reference().inputs();
        this.features = map.size(inputs);
        this.rows = map.antisymmetric() ? MomentAccumulator.ofCentred(features, 1) : new MomentAccumulator(features, 1);
        this.items = itemMap == null ? null : new MomentAccumulator(itemMap.size(map.itemInputs()), 1);
        this.moments = new double[1 + features][];
        for (int i = 0; i <= features; i++) {
            moments[i] = new double[1 + i];
        }
        this.cross = new double[1][1 + features];
    }

    /**
     * Adds a query.
     *
     * @param x rows of its items, one after another, NaN for missing
     * @param weight how much the query counts
     * @param number of the query, by which its pairs are drawn
     */
    public void add(float[] x, PairTargets targets, double weight, long number) {
        int count = targets.items();
        groups++;
        groupWeight += weight;
        if (count == 0) {
            return;
        }
        double share = weight / count;
        addItems(x, targets, share);
        if (count < 2) {
            return;
        }
        if (map instanceof ProductPairs products) {
            addProducts(products, x, targets, share);
        } else {
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
        itemCount += single.length;
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
                moments[0][0] += each;
            }
        });
        pairCount += sample.taken();
    }

    private void addProducts(ProductPairs products, float[] x, PairTargets targets, double share) {
        int count = targets.items();
        int k = products.itemInputs();
        double[][] extended = new double[count][1 + k];
        for (int item = 0; item < count; item++) {
            products.extendInto(x, item * k, extended[item]);
        }
        double[][] second = secondMoments(extended, k);
        if (products.antisymmetric()) {
            addAntisymmetric(products, second, share);
        } else {
            addSymmetric(products, second, share);
            addDiagonal(products, extended, -share / 2);
        }
        addTargets(products, extended, targets, share);
        pairCount += (long) count * (count - 1) / 2;
    }

    /** S̃, both triangles. */
    private static double[][] secondMoments(double[][] extended, int k) {
        double[][] sums = new double[1 + k][1 + k];
        int fours = extended.length & ~3;
        for (int item = 0; item < fours; item += 4) {
            double[] z0 = extended[item];
            double[] z1 = extended[item + 1];
            double[] z2 = extended[item + 2];
            double[] z3 = extended[item + 3];
            for (int a = 0; a <= k; a++) {
                Kernels.addFourInto(z0[a], z0, z1[a], z1, z2[a], z2, z3[a], z3, 0, a + 1, sums[a]);
            }
        }
        for (int item = fours; item < extended.length; item++) {
            for (int a = 0; a <= k; a++) {
                Kernels.addOneInto(extended[item][a], extended[item], 0, a + 1, sums[a]);
            }
        }
        for (int a = 0; a <= k; a++) {
            for (int b = 0; b < a; b++) {
                sums[b][a] = sums[a][b];
            }
        }
        return sums;
    }

    private void addAntisymmetric(ProductPairs products, double[][] second, double share) {
        int k = products.itemInputs();
        double count = second[0][0];
        moments[0][0] += share * count * (count - 1) / 2;
        for (int a = 0; a <= products.lastRow(); a++) {
            for (int b = a + 1; b <= k; b++) {
                double[] row = moments[products.base(a) + b];
                double[] rowA = second[a];
                double[] rowB = second[b];
                for (int c = 0; c <= a; c++) {
                    addDifference(
                            share * rowA[c],
                            rowB,
                            -share * rowB[c],
                            rowA,
                            c + 1,
                            c == a ? b : k,
                            products.base(c),
                            row);
                }
            }
        }
    }

    private void addSymmetric(ProductPairs products, double[][] second, double share) {
        int k = products.itemInputs();
        double count = second[0][0];
        moments[0][0] += share * count * count / 2;
        for (int a = 0; a <= products.lastRow(); a++) {
            for (int b = products.firstColumn(a); b <= k; b++) {
                double[] row = moments[products.base(a) + b];
                double[] rowA = second[a];
                double[] rowB = second[b];
                double factor = a == b ? share / 2 : share;
                row[0] += factor * rowA[0] * rowB[0];
                for (int c = 0; c <= a; c++) {
                    int base = products.base(c);
                    int to = c == a ? b : k;
                    addDifference(factor * rowA[c], rowB, factor * rowB[c], rowA, c + 1, to, base, row);
                    if (c > 0) {
                        row[base + c] += factor * rowA[c] * rowB[c];
                    }
                }
            }
        }
    }

    /** row[base + d] += s·x[d] + t·y[d] for from ≤ d ≤ to. */
    private static void addDifference(
            double s, double[] x, double t, double[] y, int from, int to, int base, double[] row) {
        for (int d = from; d <= to; d++) {
            row[base + d] += s * x[d] + t * y[d];
        }
    }

    /** What pairs of an item with itself add to symmetric products. */
    private void addDiagonal(ProductPairs products, double[][] extended, double weight) {
        int k = products.itemInputs();
        double[] z = new double[1 + features];
        double[] none = new double[1];
        for (double[] item : extended) {
            for (int a = 0; a <= products.lastRow(); a++) {
                for (int b = products.firstColumn(a); b <= k; b++) {
                    z[products.base(a) + b] = (a == b ? 1 : 2) * item[a] * item[b];
                }
            }
            rows.add(z, none, 0, weight);
        }
    }

    private void addTargets(ProductPairs products, double[][] extended, PairTargets targets, double share) {
        int k = products.itemInputs();
        double[][] alpha = targets.alpha();
        int[] sizes = new int[alpha.length];
        double[][] totals = new double[alpha.length][1 + k];
        for (int item = 0; item < extended.length; item++) {
            int c = targets.classes()[item];
            sizes[c]++;
            Kernels.addOneInto(1, extended[item], 0, 1 + k, totals[c]);
        }
        double[][] product = new double[1 + k][1 + k]; // Σ_{i≠j} α_ij z̃_i z̃_jᵀ
        double[] image = new double[1 + k];
        for (int c = 0; c < alpha.length; c++) {
            Arrays.fill(image, 0);
            for (int d = 0; d < alpha.length; d++) {
                Kernels.addOneInto(alpha[c][d], totals[d], 0, 1 + k, image);
                double pairs = sizes[c] * (double) (c == d ? sizes[c] - 1 : sizes[d]) / 2;
                squares[0] += share * pairs * alpha[c][d] * alpha[c][d];
            }
            for (int a = 0; a <= k; a++) {
                Kernels.addOneInto(totals[c][a], image, 0, 1 + k, product[a]);
            }
        }
        for (int item = 0; item < extended.length; item++) {
            double same = targets.of(item, item);
            for (int a = 0; a <= k && same != 0; a++) {
                Kernels.addOneInto(-same * extended[item][a], extended[item], 0, 1 + k, product[a]);
            }
        }
        if (!products.antisymmetric()) {
            cross[0][0] += share * product[0][0] / 2;
        }
        for (int a = 0; a <= products.lastRow(); a++) {
            for (int b = products.firstColumn(a); b <= k; b++) {
                cross[0][products.base(a) + b] += share * (a == b ? product[a][a] / 2 : product[b][a]);
            }
        }
    }

    /** The sums of all queries added; the accumulator must not be used again. */
    public PairSums finish() {
        RegressionSums collapsed = new RegressionSums(map, inputs, 0, moments, cross, squares);
        return new PairSums(
                collapsed.plus(rows.finish(map, inputs, pairCount)),
                items == null || itemMap == null ? null : items.finish(itemMap, map.itemInputs(), itemCount),
                groups,
                groupWeight);
    }
}
