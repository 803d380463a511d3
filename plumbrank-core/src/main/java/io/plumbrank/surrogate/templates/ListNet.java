package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.OrderPreservation;

/**
 * ListNet with top-one probabilities (Cao et al. 2007): the cross-entropy −Σ_i softmax(v)_i log softmax(s)_i. Here to compare
 * with; not calibrated: its best scores order the items by E[softmax(v)_i], not by E[v_i]. A {@link Bregman} divergence with
 * {@link Potentials#softmax} on utilities that add up to one is calibrated. O(r).
 */
public record ListNet() implements Surrogate {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        double logScores = Numbers.logSumExp(scores, items);
        double logUtilities = Numbers.logSumExp(utilities, items);
        double sum = 0;
        for (int i = 0; i < items; i++) {
            double wanted = Math.exp(utilities[i] - logUtilities);
            sum += wanted * (logScores - scores[i]);
            gradient[i] = Math.exp(scores[i] - logScores) - wanted;
        }
        return sum;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        double logScores = Numbers.logSumExp(scores, items);
        for (int i = 0; i < items; i++) {
            double share = Math.exp(scores[i] - logScores);
            curvature[i] = share * (1 - share);
        }
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Refuted(
                "the scores follow the expected softmax of the utilities, which is ordered otherwise than the expected"
                        + " utilities",
                false);
    }

    @Override
    public String text() {
        return "listnet";
    }
}
