package io.plumbrank.surrogate.templates;

import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.surrogate.Scratch;

/**
 * RankNet (Burges et al. 2005): Σ_{v_i &gt; v_j} w_ij log(1 + e^−(s_i − s_j)). Here to compare with; not calibrated (DMJ10,
 * Theorem 11). {@link PairwiseLogistic} is the calibrated form. O(r log² r), by {@link
 * LogisticPairs} from 256 items on.
 */
public record RankNet(PairWeight weight) implements PairSum.Observed {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        if (items >= LogisticPairs.LEAST_ITEMS) {
            return new LogisticPairs(scores, utilities, items).gradientOfObservedInto(weight, gradient);
        }
        return ObservedPairs.LOGISTIC.gradientInto(weight, scores, utilities, items, gradient);
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        if (items >= LogisticPairs.LEAST_ITEMS) {
            new LogisticPairs(scores, utilities, items).curvatureOfObservedInto(weight, curvature);
            return;
        }
        ObservedPairs.LOGISTIC.curvatureInto(weight, scores, utilities, items, curvature);
    }

    @Override
    public String text() {
        return "ranknet(weight=" + weight.text() + ")";
    }
}
