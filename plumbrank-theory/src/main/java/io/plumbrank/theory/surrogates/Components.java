package io.plumbrank.theory.surrogates;

import java.util.Arrays;
import java.util.function.Function;

/** Finds the limit of a convex risk that falls with s_i − s_j for given pairs, component by component. O(r³) beside Newton. */
final class Components {
    private Components() {}

    /** @param riskOf the risk of some items alone, in their order; what remains as the others run away */
    static ComponentLimit limit(boolean[][] arcs, Function<int[], SmoothRisk> riskOf) {
        int r = arcs.length;
        boolean[][] reaches = closure(arcs);
        double[] distances = new double[r];
        boolean certified = true;
        boolean[] done = new boolean[r];
        for (int i = 0; i < r; i++) {
            if (done[i]) {
                continue;
            }
            int[] component = component(reaches, i);
            for (int member : component) {
                done[member] = true;
            }
            if (component.length > 1) {
                Newton.Minimum minimum = Newton.minimise(riskOf.apply(component), component.length);
                certified &= minimum.certified();
                for (int k = 0; k < component.length; k++) {
                    distances[component[k]] = minimum.scores()[k];
                }
            }
        }
        return new ComponentLimit(distances, reaches, certified);
    }

    private static boolean[][] closure(boolean[][] arcs) {
        int r = arcs.length;
        boolean[][] reaches = new boolean[r][];
        for (int i = 0; i < r; i++) {
            reaches[i] = arcs[i].clone();
        }
        for (int k = 0; k < r; k++) {
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    reaches[i][j] |= reaches[i][k] && reaches[k][j];
                }
            }
        }
        return reaches;
    }

    private static int[] component(boolean[][] reaches, int item) {
        int[] members = new int[reaches.length];
        int count = 0;
        for (int j = 0; j < reaches.length; j++) {
            if (j == item || (reaches[item][j] && reaches[j][item])) {
                members[count++] = j;
            }
        }
        return Arrays.copyOf(members, count);
    }
}
