package io.plumbrank.target;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How columns of matrices compare: entry by entry, exactly. */
final class ColumnOrder {
    private ColumnOrder() {}

    /** Groups of equal columns with two or more members. O(nk) and a comparison per pair that shares a hash. */
    static List<List<Integer>> equal(double[] values, int n, int k) {
        long[] hashes = new long[k];
        for (int y = 0; y < n; y++) {
            for (int t = 0; t < k; t++) {
                // Adding 0.0 turns -0.0 into 0.0, which == holds equal to it.
                hashes[t] = hashes[t] * 0x9E3779B97F4A7C15L + Double.doubleToLongBits(values[y * k + t] + 0.0);
            }
        }
        Map<Long, List<List<Integer>>> byHash = new LinkedHashMap<>();
        for (int t = 0; t < k; t++) {
            List<List<Integer>> groups = byHash.computeIfAbsent(hashes[t], hash -> new ArrayList<>());
            int column = t;
            groups.stream()
                    .filter(group -> sameColumn(values, n, k, group.get(0), column))
                    .findFirst()
                    .orElseGet(() -> {
                        List<Integer> fresh = new ArrayList<>();
                        groups.add(fresh);
                        return fresh;
                    })
                    .add(t);
        }
        return byHash.values().stream()
                .flatMap(List::stream)
                .filter(group -> group.size() > 1)
                .map(List::copyOf)
                .toList();
    }

    /**
     * Every dominated column with its first dominator. A column can only be dominated by one that is at least as good in
     * the row where it comes closest to the row's best, which for most columns leaves hardly any candidates.
     */
    static List<LossMatrix.Dominated> dominated(double[] values, int n, int k) {
        int[] closest = closestRows(values, n, k);
        List<LossMatrix.Dominated> dominated = new ArrayList<>();
        for (int t = 0; t < k; t++) {
            int row = closest[t] * k;
            for (int other = 0; other < k; other++) {
                if (other != t && values[row + other] <= values[row + t] && dominates(values, n, k, other, t)) {
                    dominated.add(new LossMatrix.Dominated(t, other));
                    break;
                }
            }
        }
        return dominated;
    }

    /** For each column the row where it exceeds the row's smallest entry by least. */
    private static int[] closestRows(double[] values, int n, int k) {
        int[] closest = new int[k];
        double[] excess = new double[k];
        for (int y = 0; y < n; y++) {
            double smallest = Double.POSITIVE_INFINITY;
            for (int t = 0; t < k; t++) {
                smallest = Math.min(smallest, values[y * k + t]);
            }
            for (int t = 0; t < k; t++) {
                double above = values[y * k + t] - smallest;
                if (y == 0 || above < excess[t]) {
                    excess[t] = above;
                    closest[t] = y;
                }
            }
        }
        return closest;
    }

    private static boolean dominates(double[] values, int n, int k, int better, int worse) {
        boolean somewhere = false;
        for (int y = 0; y < n; y++) {
            double difference = values[y * k + worse] - values[y * k + better];
            if (difference < 0) {
                return false;
            }
            somewhere |= difference > 0;
        }
        return somewhere;
    }

    private static boolean sameColumn(double[] values, int n, int k, int a, int b) {
        for (int y = 0; y < n; y++) {
            if (values[y * k + a] != values[y * k + b]) {
                return false;
            }
        }
        return true;
    }
}
