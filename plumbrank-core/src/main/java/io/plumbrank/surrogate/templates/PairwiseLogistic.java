package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.target.OrderPreservation;
import java.util.Arrays;
import java.util.Optional;

/**
 * Σ_{i&lt;j} v_i log(1 + e^−(s_i − s_j)) + v_j log(1 + e^(s_i − s_j)), with c = 2 √‖U‖∞ for expected utilities U (CUG13, Table 2),
 * which η bounds. Its best scores are log E[v], up to a common constant. O(r log r), by
 * {@link LogisticPairs} from 256 items on.
 *
 * <p>Unlike RankNet, both items of a pair pull, each by its own utility, and that makes it calibrated (CUG13, section 6).
 *
 * @param eta at least the largest utility of any label
 */
public record PairwiseLogistic(Eta eta) implements PairSum {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        if (items >= LogisticPairs.LEAST_ITEMS) {
            return new LogisticPairs(scores, placed(utilities, items, scratch), items).gradientOfAllInto(gradient);
        }
        Arrays.fill(gradient, 0, items, 0);
        double sum = 0;
        for (int i = 0; i < items; i++) {
            double vi = eta.place(utilities[i]);
            for (int j = 0; j < i; j++) {
                double vj = utilities[j] + eta.shift();
                double distance = scores[i] - scores[j];
                double e = Math.exp(-Math.abs(distance));
                // log(1 + e^±d) is log(1 + e^−|d|), and |d| more for the item that stands below
                sum += (vi + vj) * Math.log1p(e) + (distance < 0 ? vi : vj) * Math.abs(distance);
                double ahead = (distance >= 0 ? 1 : e) / (1 + e);
                double pull = vj * ahead - vi * (1 - ahead);
                gradient[i] += pull;
                gradient[j] -= pull;
            }
        }
        return sum;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        if (items >= LogisticPairs.LEAST_ITEMS) {
            new LogisticPairs(scores, placed(utilities, items, scratch), items).curvatureOfAllInto(curvature);
            return;
        }
        Arrays.fill(curvature, 0, items, 0);
        for (int i = 0; i < items; i++) {
            double vi = eta.place(utilities[i]);
            for (int j = 0; j < i; j++) {
                double bend = (vi + utilities[j] + eta.shift()) * Numbers.sigmoidSlope(scores[i] - scores[j]);
                curvature[i] += bend;
                curvature[j] += bend;
            }
        }
    }

    private double[] placed(double[] utilities, int items, Scratch scratch) {
        double[] placed = scratch.numbers(0, items);
        for (int i = 0; i < items; i++) {
            placed[i] = eta.place(utilities[i]);
        }
        return placed;
    }

    @Override
    public Optional<double[]> optimalScores(double[] expectedUtilities) {
        return Optional.of(Arrays.stream(expectedUtilities)
                .map(v -> Math.log(eta.place(v)))
                .toArray());
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.4", 2 * Math.sqrt(eta.value()));
    }

    @Override
    public String text() {
        return "pairwise-logistic(" + eta.text() + ")";
    }
}
