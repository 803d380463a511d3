package io.plumbrank.learn.ridge;

import io.plumbrank.data.PairIndex;
import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Instance.PairTargets;
import io.plumbrank.learn.maps.FeatureSpread;
import io.plumbrank.learn.pairs.ProductPairs;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Adds the pairs of queries on {@link ProductPairs}, at the cost of items. With S̃ = Σ_i z̃_i z̃_iᵀ over the items of a query, sums over
 * its pairs are
 *
 * <ul>
 *   <li>Σ φ_ab φ_cd = S̃_bd S̃_ac − S̃_bc S̃_ad for antisymmetric features, which are 0 at i = j;
 *   <li>the same with a plus for symmetric ones (halved for each of a = b and c = d), less the same of z̃_i z̃_iᵀ for each item;
 *   <li>Σ α_ij φ_ab = ±(Σ_{i≠j} α_ij z̃_i z̃_jᵀ)_ab, where items of one class are first added up.
 * </ul>
 *
 * <p>All are entries of S̃ ⊗ S̃. So a query is one row of (m + 1)(m + 2)/2 numbers, the triangle of S̃, in a Gram matrix from which the
 * moments of features are read in the end: O(r·m² + m⁴/8), with the kernel that sums ordinary rows. Without products they come from
 * S̃ itself, in O(r·m²).
 *
 * <p><b>Halves.</b> Symmetric products would need one more row for each item. Where a query has more pairs than {@code maxPairs},
 * its items are parted into two halves A and B at random, and the pairs between them taken, each weighed by the inverse of its
 * chance. Their sums are entries of S̃_A ⊗ S̃_B + S̃_B ⊗ S̃_A = ½ (S̃ ⊗ S̃ − D ⊗ D) with D = S̃_A − S̃_B: two rows. Features and
 * targets are of the same real pairs, so that the squares stay squares; the expected sums are those of all pairs; and each item is
 * in as many pairs as any other, up to one.
 *
 * <p>Mutable, one thread.
 */
final class ProductAccumulator {
    private static final double[] NO_TARGETS = {};

    private final ProductPairs map;
    private final int maxPairs;

    /** Features of an item. */
    private final int k;

    /** Of triangles of S̃; not used without products. */
    private final MomentAccumulator triangles;

    private final double[] triangle;
    private final double[][] moments;
    private final double[][] cross;

    /** What the second moment of each difference would be if no two items had anything in common. */
    private final double[] magnitudes;

    // the items on their own
    private final double[][] ownMoments;
    private final double[][] ownCross;

    ProductAccumulator(ProductPairs map, int maxPairs) {
        this.map = map;
        this.maxPairs = maxPairs;
        this.k = map.itemInputs();
        int features = map.size(map.reference().inputs());
        int size = map.products() ? PairIndex.TRIANGLE.size(k + 1) : 0;
        this.triangles = MomentAccumulator.ofCentred(size, 0);
        this.triangle = new double[1 + size];
        this.moments = MomentAccumulator.triangle(1 + features);
        this.cross = new double[1][1 + features];
        this.magnitudes = new double[1 + k];
        this.ownMoments = MomentAccumulator.triangle(1 + k);
        this.ownCross = new double[1][1 + k];
    }

    /** Adds a query; {@code random} parts it where it has to be. */
    void add(float[] x, PairTargets targets, double share, SplittableRandom random) {
        int count = targets.items();
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        if (map.antisymmetric() || !map.products() || PairIndex.STRICT.count(count) <= maxPairs) {
            add(x, targets, share, order, count);
            return;
        }
        for (int i = 0; i < count / 2; i++) {
            int j = i + random.nextInt(count - i);
            int item = order[j];
            order[j] = order[i];
            order[i] = item;
        }
        add(x, targets, share, order, count / 2);
    }

    /** The pairs between the first {@code half} items of an order and the others; all pairs if there are no others. */
    void add(float[] x, PairTargets targets, double share, int[] order, int half) {
        int count = order.length;
        double[][] extended = new double[count][1 + k];
        for (int place = 0; place < count; place++) {
            map.extendInto(x, order[place] * k, extended[place]);
        }
        double[][] second = secondMoments(extended, 0, half);
        if (half < count) {
            addBetween(extended, second, targets, share, order, half);
        } else if (count > 1) {
            addAll(extended, second, share);
            addTargets(productOfAll(extended, targets, order), share);
        }
        addItems(extended, second, targets.single(), order, share);
    }

    /** Turns S̃ of the first half into that of all. */
    private void addBetween(
            double[][] extended, double[][] second, PairTargets targets, double share, int[] order, int half) {
        int count = order.length;
        double[][] difference = secondMoments(extended, half, count);
        for (int a = 0; a <= k; a++) {
            for (int b = 0; b <= k; b++) {
                double first = second[a][b];
                second[a][b] = first + difference[a][b];
                difference[a][b] = first - difference[a][b];
            }
        }
        double taken = (double) half * (count - half);
        double each = share * PairIndex.STRICT.count(count) / taken;
        addTriangle(second, each / 2);
        addTriangle(difference, -each / 2);
        addTargets(productBetween(extended, targets, order, half), each);
    }

    /** S̃ of some items, both triangles. */
    private double[][] secondMoments(double[][] extended, int from, int to) {
        double[][] sums = new double[1 + k][1 + k];
        int fours = from + ((to - from) & ~3);
        for (int item = from; item < fours; item += 4) {
            double[] z0 = extended[item];
            double[] z1 = extended[item + 1];
            double[] z2 = extended[item + 2];
            double[] z3 = extended[item + 3];
            for (int a = 0; a <= k; a++) {
                Kernels.addFourInto(z0[a], z0, z1[a], z1, z2[a], z2, z3[a], z3, 0, a + 1, sums[a]);
            }
        }
        for (int item = fours; item < to; item++) {
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

    private void addAll(double[][] extended, double[][] second, double share) {
        int count = extended.length;
        if (!map.products()) {
            addSums(second, share);
            return;
        }
        addTriangle(second, share);
        if (map.antisymmetric()) {
            moments[0][0] += share * count * (count - 1) / 2;
            return;
        }
        double[][] own = new double[1 + k][1 + k];
        for (double[] item : extended) {
            for (int a = 0; a <= k; a++) {
                for (int b = 0; b <= a; b++) {
                    own[a][b] = item[a] * item[b];
                }
            }
            addTriangle(own, -share);
        }
    }

    private void addTriangle(double[][] matrix, double weight) {
        for (int a = 0; a <= k; a++) {
            System.arraycopy(matrix[a], 0, triangle, 1 + PairIndex.TRIANGLE.row(a, k + 1), a + 1);
        }
        triangles.add(triangle, NO_TARGETS, 0, weight);
    }

    /** Σ (z_i ∓ z_j)(z_i ∓ z_j)ᵀ, which is r·S ∓ (Σz)(Σz)ᵀ less what i = j adds. */
    private void addSums(double[][] second, double share) {
        double count = second[0][0];
        double sign = map.antisymmetric() ? -1 : 1;
        double factor = share * (map.antisymmetric() ? count : count - 2);
        moments[0][0] += share * count * (count - 1) / 2;
        for (int b = 1; b <= k; b++) {
            Kernels.addOneInto(factor, second[b], 1, b + 1, moments[b]);
            Kernels.addOneInto(sign * share * second[b][0], second[0], 1, b + 1, moments[b]);
            if (!map.antisymmetric()) {
                moments[b][0] += share * (count - 1) * second[b][0];
            }
            magnitudes[b] += share * count * second[b][b];
        }
    }

    private void addItems(
            double[][] extended, double[][] second, double @Nullable [] single, int[] order, double share) {
        if (single == null) {
            return;
        }
        for (int a = 0; a <= k; a++) {
            Kernels.addOneInto(share, second[a], 0, a + 1, ownMoments[a]);
        }
        for (int place = 0; place < order.length; place++) {
            double weighted = share * single[order[place]];
            Kernels.addOneInto(weighted, extended[place], 0, 1 + k, ownCross[0]);
        }
    }

    /** Rows 0 … {@link ProductPairs#lastRow} of Σ_{i≠j} α_ij z̃_i z̃_jᵀ over all items. */
    private double[][] productOfAll(double[][] extended, PairTargets targets, int[] order) {
        double[][] totals = totals(extended, targets, order, 0, order.length);
        double[][] product = product(targets.alpha(), totals, totals);
        for (int place = 0; place < order.length; place++) {
            double same = targets.of(order[place], order[place]);
            for (int a = 0; a <= map.lastRow() && same != 0; a++) {
                Kernels.addOneInto(-same * extended[place][a], extended[place], 0, 1 + k, product[a]);
            }
        }
        return product;
    }

    /** The same between the first items of an order and the others, in both directions. */
    private double[][] productBetween(double[][] extended, PairTargets targets, int[] order, int half) {
        double[][] first = totals(extended, targets, order, 0, half);
        double[][] other = totals(extended, targets, order, half, order.length);
        double[][] product = product(targets.alpha(), first, other);
        for (int a = 0; a <= k; a++) {
            for (int b = 0; b <= a; b++) {
                double both = product[a][b] + product[b][a];
                product[a][b] = both;
                product[b][a] = both;
            }
        }
        return product;
    }

    /** Σ z̃ of the items of each class, the first entry their number. */
    private double[][] totals(double[][] extended, PairTargets targets, int[] order, int from, int to) {
        double[][] totals = new double[targets.alpha().length][1 + k];
        for (int place = from; place < to; place++) {
            Kernels.addOneInto(1, extended[place], 0, 1 + k, totals[targets.classes()[order[place]]]);
        }
        return totals;
    }

    private double[][] product(double[][] alpha, double[][] first, double[][] other) {
        double[][] product = new double[1 + map.lastRow()][1 + k];
        for (int c = 0; c < alpha.length; c++) {
            double[] image = new double[1 + k];
            Kernels.addRowInto(alpha[c], other, 0, 1 + k, image);
            for (int a = 0; a <= map.lastRow(); a++) {
                Kernels.addOneInto(first[c][a], image, 0, 1 + k, product[a]);
            }
        }
        return product;
    }

    private void addTargets(double[][] product, double share) {
        if (!map.antisymmetric()) {
            cross[0][0] += share * product[0][0] / 2;
        }
        double sign = map.antisymmetric() ? -1 : 1;
        for (int a = 0; a <= map.lastRow(); a++) {
            int base = map.base(a);
            for (int b = map.firstColumn(a); b <= k; b++) {
                cross[0][base + b] += share * (a == b ? product[a][a] / 2 : sign * product[a][b]);
            }
        }
    }

    /** The sums over pairs; to be called once, when all queries are in. */
    RegressionSums pairs() {
        int inputs = map.reference().inputs();
        if (map.products()) {
            RegressionSums gram = triangles.finish(map, inputs);
            if (map.antisymmetric()) {
                readAntisymmetric(gram);
            } else {
                readSymmetric(gram);
            }
        } else if (map.antisymmetric()) {
            for (int b = 1; b <= k; b++) {
                moments[b][b] = withoutRounding(moments[b][b], magnitudes[b]);
            }
        }
        return new RegressionSums(map, inputs, moments, cross);
    }

    private void readAntisymmetric(RegressionSums gram) {
        for (int a = 0; a < k; a++) {
            for (int b = a + 1; b <= k; b++) {
                double[] row = moments[map.base(a) + b];
                for (int c = 0; c <= a; c++) {
                    int base = map.base(c);
                    for (int d = c + 1; d <= (c == a ? b : k); d++) {
                        row[base + d] = gram.product(at(b, d), at(a, c)) - gram.product(at(b, c), at(a, d));
                    }
                }
                int diagonal = map.base(a) + b;
                row[diagonal] = withoutRounding(row[diagonal], gram.product(at(b, b), at(a, a)));
            }
        }
    }

    private void readSymmetric(RegressionSums gram) {
        for (int a = 0; a <= k; a++) {
            for (int b = a; b <= k; b++) {
                double[] row = moments[map.base(a) + b];
                for (int c = 0; c <= a; c++) {
                    int base = map.base(c);
                    for (int d = c; d <= (c == a ? b : k); d++) {
                        double sum = gram.product(at(b, d), at(a, c)) + gram.product(at(b, c), at(a, d));
                        row[base + d] = (a == b ? 0.5 : 1) * (c == d ? 0.5 : 1) * sum;
                    }
                }
            }
        }
    }

    /** Where (a, b) stands in a triangle. */
    private int at(int a, int b) {
        return PairIndex.TRIANGLE.of(a, b, k + 1);
    }

    /** A feature that all items of a query share differs between them by rounding alone, and must not look as if it varied. */
    private static double withoutRounding(double moment, double magnitude) {
        return moment > FeatureSpread.ROUNDING * magnitude ? moment : 0;
    }

    /** The sums over the items on their own. */
    RegressionSums items(FeatureMap itemMap) {
        return new RegressionSums(itemMap, k, ownMoments, ownCross);
    }
}
