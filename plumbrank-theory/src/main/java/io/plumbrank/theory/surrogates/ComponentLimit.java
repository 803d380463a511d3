package io.plumbrank.theory.surrogates;

import io.plumbrank.data.Ranking;

/**
 * The limit of a risk that falls with s_i − s_j for some pairs, where scores may run apart. The pairs are arcs i → j. Within a
 * strongly connected component the distances of scores stay finite and have one best value; along an arc between components
 * they grow without end; and components without a path between them may lie anywhere to each other.
 *
 * @param distances best scores within each component, up to a constant for each
 * @param reaches whether a path leads from i to j
 * @param certified whether the gradient within each component proves the distances
 */
record ComponentLimit(double[] distances, boolean[][] reaches, boolean certified) implements Limit<Ranking> {
    private static final double ROUNDING = 1e-7;
    private static final double FAR = 1e9;

    private boolean together(int i, int j) {
        return i == j || (reaches[i][j] && reaches[j][i]);
    }

    @Override
    public boolean allows(Ranking ranking) {
        boolean loose = false;
        for (int upper = 0; upper < distances.length; upper++) {
            int i = ranking.itemAt(upper);
            for (int lower = upper + 1; lower < distances.length; lower++) {
                int j = ranking.itemAt(lower);
                if (together(i, j) ? distances[j] > distances[i] + ROUNDING : reaches[j][i]) {
                    return false;
                }
                loose |= !reaches[i][j];
            }
        }
        return !loose || isPossible(ranking);
    }

    /** Whether some scores have these distances and this order: x_i − x_j ≤ b_ij without a negative cycle (Floyd–Warshall). */
    private boolean isPossible(Ranking ranking) {
        int r = distances.length;
        double[][] bound = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                boolean below = ranking.positionOf(i) > ranking.positionOf(j);
                if (together(i, j)) {
                    bound[i][j] = distances[i] - distances[j] + ROUNDING;
                } else if (below) {
                    bound[i][j] = reaches[j][i] ? -FAR : 0;
                } else {
                    bound[i][j] = Double.POSITIVE_INFINITY;
                }
            }
        }
        for (int k = 0; k < r; k++) {
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    bound[i][j] = Math.min(bound[i][j], bound[i][k] + bound[k][j]);
                }
            }
        }
        for (int i = 0; i < r; i++) {
            if (bound[i][i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** With an infinite score where an item is always above or below another component. */
    @Override
    public double[] minimiser() {
        double[] scores = distances.clone();
        for (int i = 0; i < scores.length; i++) {
            boolean above = false;
            boolean below = false;
            for (int j = 0; j < scores.length; j++) {
                above |= reaches[i][j] && !reaches[j][i];
                below |= reaches[j][i] && !reaches[i][j];
            }
            scores[i] = above == below ? scores[i] : above ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        return scores;
    }
}
