package io.plumbrank.theory.distributions;

import io.plumbrank.data.Ranking;
import java.util.Arrays;

/** A full ranking, the position of each label from 1 on, and the same with NaN for what is not known. */
public record CensoredRanking(double[] full, double[] seen) {
    /** A ranking of which some positions are known. */
    static CensoredRanking of(Ranking ranking, int... known) {
        double[] full = new double[ranking.size()];
        Arrays.setAll(full, label -> 1 + ranking.positionOf(label));
        double[] seen = new double[full.length];
        Arrays.fill(seen, Double.NaN);
        for (int label : known) {
            seen[label] = full[label];
        }
        return new CensoredRanking(full, seen);
    }

    /** Whether the position of a label is known. */
    public boolean isKnown(int label) {
        return !Double.isNaN(seen[label]);
    }

    /** Whether labels of the full ranking are tied. */
    public boolean hasTies() {
        return Arrays.stream(full).distinct().count() < full.length;
    }

    boolean isWhole() {
        return Arrays.stream(seen).noneMatch(Double::isNaN);
    }
}
