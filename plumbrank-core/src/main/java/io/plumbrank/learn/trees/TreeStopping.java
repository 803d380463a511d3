package io.plumbrank.learn.trees;

import io.plumbrank.learn.instances.Score;
import java.util.ArrayList;
import java.util.List;

/**
 * The validation measure and the surrogate's risk after each round, and what follows from them: which round is kept, and when
 * there are enough.
 */
public final class TreeStopping {
    /** A risk that has fallen by a smaller part than this of what it was after the first round stands still. */
    private static final double LEAST_FALL = 1e-4;

    private final int patience;
    private final List<Double> measures = new ArrayList<>();
    private final List<Double> risks = new ArrayList<>();

    /** @param patience how many rounds may pass in which neither the measure nor the risk gets better */
    public TreeStopping(int patience) {
        this.patience = patience;
    }

    public void add(Score score) {
        measures.add(score.measure());
        risks.add(score.risk());
    }

    /** Takes the rounds of a run that is gone on with. */
    public void addAll(List<Double> earlierMeasures, List<Double> earlierRisks) {
        measures.addAll(earlierMeasures);
        risks.addAll(earlierRisks);
    }

    public List<Double> measures() {
        return measures;
    }

    public List<Double> risks() {
        return risks;
    }

    /** The first round with the best measure, counted from 1; NaN is worst. */
    public int bestRound() {
        int best = 0;
        for (int round = 1; round < measures.size(); round++) {
            if (measures.get(round) > measures.get(best) || Double.isNaN(measures.get(best))) {
                best = round;
            }
        }
        return best + 1;
    }

    /** The last round in which the risk had fallen below all before by more than rounding, counted from 1; 0 where none is known. */
    private int lastFall() {
        int last = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int round = 0; round < risks.size(); round++) {
            if (risks.get(round) < least - LEAST_FALL * risks.get(0)) {
                least = risks.get(round);
                last = round + 1;
            }
        }
        return last;
    }

    /** Whether the last rounds brought nothing. */
    public boolean hasStalled() {
        return !measures.isEmpty() && measures.size() - Math.max(bestRound(), lastFall()) >= patience;
    }
}
