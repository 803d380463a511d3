package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;

/** Rankings by one score per item, O(r²); equal scores keep the order of the items. */
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
