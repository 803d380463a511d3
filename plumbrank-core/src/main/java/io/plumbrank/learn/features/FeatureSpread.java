package io.plumbrank.learn.features;

import io.plumbrank.learn.descent.GroupedRows;
import io.plumbrank.learn.ridge.RidgePath;
import io.plumbrank.util.InOrder;

/** Means and standard deviations of features z over weighted rows; 0 where a feature does not vary ({@link RidgePath}). */
public record FeatureSpread(double[] means, double[] deviations) {
    /** Where a variance is rounding, relative to the mean square: (a millionth)². */
    public static final double ROUNDING = 1e-12;

    /**
     * @param weight Σw
     * @param sums Σw·z_i
     * @param squares Σw·z_i²
     * @throws IllegalArgumentException if a sum is infinite
     */
    public static FeatureSpread of(double weight, double[] sums, double[] squares) {
        double[] means = new double[sums.length];
        double[] deviations = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            double meanSquare = squares[i] / weight;
            if (!Double.isFinite(meanSquare)) {
                throw new IllegalArgumentException("feature " + (i + 1) + " has an infinite value");
            }
            means[i] = sums[i] / weight;
            double variance = meanSquare - means[i] * means[i];
            deviations[i] = variance > ROUNDING * meanSquare ? Math.sqrt(variance) : 0;
        }
        return new FeatureSpread(means, deviations);
    }

    /** Over rows in memory; a row has the weight of its group. The bits do not depend on the threads. */
    public static FeatureSpread of(GroupedRows rows, FeatureMap map, int threads) {
        Sums total = new Sums(map.size(rows.inputs()));
        try (InOrder<Sums> pass = new InOrder<>(threads, "plumbrank-spread", total::add)) {
            for (int block = 0; block < rows.blocks(); block++) {
                int at = block;
                pass.submit(() -> Sums.of(rows, at, map));
            }
            pass.finish();
        }
        return of(total.weight, total.first, total.second);
    }

    /** Σw, Σw·z and Σw·z². */
    private static final class Sums {
        private double weight;
        private final double[] first;
        private final double[] second;

        Sums(int features) {
            first = new double[features];
            second = new double[features];
        }

        static Sums of(GroupedRows rows, int block, FeatureMap map) {
            int features = map.size(rows.inputs());
            Sums sums = new Sums(features);
            double[][] z = new double[Kernels.PANEL][1 + features];
            rows.forEachStrip(
                    rows.blockStart(block), rows.blockStart(block + 1), Kernels.PANEL, (stored, row, count) -> {
                        map.mapInto(stored.x(), row * stored.inputs(), stored.inputs(), count, z);
                        for (int r = 0; r < count; r++) {
                            sums.add(stored.weight(row + r), z[r]);
                        }
                    });
            return sums;
        }

        private void add(double w, double[] z) {
            weight += w;
            for (int i = 0; i < first.length; i++) {
                double weighted = w * z[1 + i];
                first[i] += weighted;
                second[i] += weighted * z[1 + i];
            }
        }

        void add(Sums other) {
            weight += other.weight;
            Kernels.addOneInto(1, other.first, 0, first.length, first);
            Kernels.addOneInto(1, other.second, 0, second.length, second);
        }
    }
}
