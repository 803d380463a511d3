package io.plumbrank.theory.conditions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which noise conditions expected preferences break: P_DAG, P_f with the sum of an item's differences for f, and low noise.
 *
 * <pre>{@code
 * PreferenceConditions.breaches(new double[][] {{0, 2, 0}, {0, 0, 3}, {1, 0, 0}}); // a circle 1 → 2 → 3 → 1, and more
 * }</pre>
 */
public final class PreferenceConditions {
    private PreferenceConditions() {}

    /** The conditions that w_ij = E[y_ij] break, each with where; none where all hold. O(r³). */
    public static List<Breach> breaches(double[][] weights) {
        int r = weights.length;
        double[][] d = new double[r][r];
        for (int i = 0; i < r; i++) {
            if (weights[i].length != r) {
                throw new IllegalArgumentException(
                        "row " + (i + 1) + " has " + weights[i].length + " weights, need " + r);
            }
            for (int j = 0; j < r; j++) {
                d[i][j] = i == j ? 0 : weights[i][j] - weights[j][i];
            }
        }
        double[] sums =
                Arrays.stream(d).mapToDouble(row -> Arrays.stream(row).sum()).toArray();
        List<Breach> breaches = new ArrayList<>();
        NoiseConditions.acyclic(d).ifPresent(breaches::add);
        NoiseConditions.scores(d, sums).ifPresent(breaches::add);
        NoiseConditions.lowNoise(d).ifPresent(breaches::add);
        return breaches;
    }
}
