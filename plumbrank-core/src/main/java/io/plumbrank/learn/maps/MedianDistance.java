package io.plumbrank.learn.maps;

import io.plumbrank.learn.features.FeatureReference;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/**
 * The median heuristic for a kernel's bandwidth: the median distance between pairs of standardised rows, from a seeded
 * sample of pairs.
 */
public final class MedianDistance {
    /** The median of so many pairs is off by about 2 % of the spread of distances. */
    private static final int PAIRS = 2000;

    private MedianDistance() {}

    /** Among pairs of different rows that differ; 1 if there are none. O(pairs · inputs). */
    public static double of(float[] x, int rows, FeatureReference reference, long seed) {
        return Math.sqrt(of(x, rows, reference, seed, d -> d * d));
    }

    /** The same of ℓ₁ distances. */
    public static double absolute(float[] x, int rows, FeatureReference reference, long seed) {
        return of(x, rows, reference, seed, Math::abs);
    }

    private static double of(float[] x, int rows, FeatureReference reference, long seed, DoubleUnaryOperator term) {
        if (rows < 2) {
            return 1;
        }
        SplittableRandom random = new SplittableRandom(seed);
        double[] distances = new double[PAIRS];
        int count = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            int first = random.nextInt(rows);
            int second = (first + 1 + random.nextInt(rows - 1)) % rows;
            double distance = distance(x, first, second, reference, term);
            if (distance > 0) {
                distances[count++] = distance;
            }
        }
        Arrays.sort(distances, 0, count);
        return count == 0 ? 1 : distances[count / 2];
    }

    /** Σ_j term((x_j − x'_j) / scale_j). */
    private static double distance(
            float[] x, int first, int second, FeatureReference reference, DoubleUnaryOperator term) {
        int inputs = reference.inputs();
        double sum = 0;
        for (int j = 0; j < inputs; j++) {
            double scale = reference.scale(j);
            if (scale > 0) {
                double a = FeatureReference.shifted(x[first * inputs + j], reference.value(j));
                double b = FeatureReference.shifted(x[second * inputs + j], reference.value(j));
                sum += term.applyAsDouble((a - b) / scale);
            }
        }
        return sum;
    }
}
