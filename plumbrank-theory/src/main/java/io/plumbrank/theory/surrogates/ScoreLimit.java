package io.plumbrank.theory.surrogates;

import io.plumbrank.data.Ranking;
import java.util.List;

/** The rankings that agree with one of several score vectors, all equally good, ties in any order. */
record ScoreLimit(List<double[]> minimisers) implements Limit<Ranking> {
    private static final double ROUNDING = 1e-10;

    static ScoreLimit of(double[] scores) {
        return new ScoreLimit(List.of(scores));
    }

    @Override
    public boolean allows(Ranking ranking) {
        return minimisers.stream().anyMatch(scores -> agrees(ranking, scores));
    }

    private static boolean agrees(Ranking ranking, double[] scores) {
        for (int position = 1; position < scores.length; position++) {
            double above = scores[ranking.itemAt(position - 1)];
            // rounding must not add up along the ranking, so the largest below counts
            for (int lower = position; lower < scores.length; lower++) {
                double below = scores[ranking.itemAt(lower)];
                if (below > above && !isRounding(below - above, Math.max(Math.abs(above), Math.abs(below)))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isRounding(double difference, double size) {
        return Double.isFinite(size) && difference <= ROUNDING * size;
    }

    @Override
    public double[] minimiser() {
        return minimisers.get(0).clone();
    }
}
