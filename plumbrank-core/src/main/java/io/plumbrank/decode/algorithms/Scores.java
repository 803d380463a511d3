package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;

/** Rankings by one score per item; equal scores keep the order of the items. */
public final class Scores {
    private Scores() {}

    /**
     * Sorts by net weight. For complete votes this is Borda's rule; for PD it is the score decoder of RAT13, Theorem 6,
     * with the default f, exact when d_ij &gt; 0 implies a larger net weight of i.
     */
    static Ranking borda(LinearOrdering problem) {
        return Ranking.byScores(netWeights(problem));
    }

    /** Sorts by the number of pairwise wins less the number of losses (Copeland's rule). */
    static Ranking copeland(LinearOrdering problem) {
        return Ranking.byScores(wins(problem));
    }

    /** Sorts by the number of items that an item beats by strongest paths (Schulze's rule). */
    static Ranking schulze(LinearOrdering problem) {
        return Ranking.byScores(strongestPathWins(problem, 0));
    }

    /**
     * Counts over how many others each item wins, where i wins over j if its strongest path to j is stronger than that of j to i
     * (Schulze, 2011). A path is as strong as the least margin on it. O(r³).
     *
     * @param rounding by how much strengths may differ and count as the same
     */
    public static double[] strongestPathWins(LinearOrdering problem, double rounding) {
        int r = problem.size();
        double[][] paths = new double[r][r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                paths[i][j] = i == j ? 0 : Math.max(0, problem.difference(i, j));
            }
        }
        for (int over = 0; over < r; over++) {
            for (int i = 0; i < r; i++) {
                for (int j = 0; j < r; j++) {
                    if (i != j && i != over && j != over) {
                        paths[i][j] = Math.max(paths[i][j], Math.min(paths[i][over], paths[over][j]));
                    }
                }
            }
        }
        double[] wins = new double[r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                wins[i] += paths[i][j] > paths[j][i] + rounding ? 1 : 0;
            }
        }
        return wins;
    }

    /** Pairs won less pairs lost, for each item. */
    public static double[] wins(LinearOrdering problem) {
        int r = problem.size();
        double[] scores = new double[r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                scores[i] += Math.signum(problem.difference(i, j));
            }
        }
        return scores;
    }

    /** Σ_j d_ij for each item i. */
    public static double[] netWeights(LinearOrdering problem) {
        int r = problem.size();
        double[] scores = new double[r];
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < r; j++) {
                scores[i] += problem.difference(i, j);
            }
        }
        return scores;
    }
}
