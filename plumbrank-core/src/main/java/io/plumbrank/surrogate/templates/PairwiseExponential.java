package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.target.OrderPreservation;
import java.util.Arrays;
import java.util.Optional;

/**
 * Σ_{i&lt;j} v_i e^−(s_i − s_j) + v_j e^(s_i − s_j), with c = 2 √‖U‖∞ for expected utilities U (CUG13, Table 2), which η bounds.
 * Its best scores are ½ log E[v], up to a common constant.
 *
 * <p>The sum is (Σ_i v_i e^−s_i)(Σ_j e^s_j) − Σ_i v_i, so it costs O(r), and O(r²) for scores so far apart that a factor would
 * overflow. From e^600 on an exponential goes on in a straight line.
 *
 * @param eta at least the largest utility of any label
 */
public record PairwiseExponential(Eta eta) implements PairSum {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        double middle = Spread.middle(scores, items);
        if (!Spread.isSmall(scores, items)) {
            return byPairs(scores, utilities, items, gradient);
        }
        double falling = 0;
        double rising = 0;
        double total = 0;
        for (int i = 0; i < items; i++) {
            double v = eta.place(utilities[i]);
            double e = Math.exp(scores[i] - middle);
            falling += v / e;
            rising += e;
            total += v;
        }
        for (int i = 0; i < items; i++) {
            double e = Math.exp(scores[i] - middle);
            gradient[i] = e * falling - (utilities[i] + eta.shift()) / e * rising;
        }
        return Math.max(0, falling * rising - total);
    }

    private double byPairs(double[] scores, double[] utilities, int items, double[] gradient) {
        Arrays.fill(gradient, 0, items, 0);
        double sum = 0;
        for (int i = 0; i < items; i++) {
            double v = eta.place(utilities[i]);
            for (int j = 0; j < items; j++) {
                if (i != j) {
                    sum += v * Numbers.exp(scores[j] - scores[i]);
                    double pull = v * Numbers.expSlope(scores[j] - scores[i]);
                    gradient[i] -= pull;
                    gradient[j] += pull;
                }
            }
        }
        return sum;
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        double middle = Spread.middle(scores, items);
        if (!Spread.isSmall(scores, items)) {
            curvatureByPairs(scores, utilities, items, curvature);
            return;
        }
        double falling = 0;
        double rising = 0;
        for (int i = 0; i < items; i++) {
            double e = Math.exp(scores[i] - middle);
            falling += eta.place(utilities[i]) / e;
            rising += e;
        }
        for (int i = 0; i < items; i++) {
            double v = utilities[i] + eta.shift();
            double e = Math.exp(scores[i] - middle);
            curvature[i] = Math.max(0, e * falling + v / e * rising - 2 * v);
        }
    }

    private void curvatureByPairs(double[] scores, double[] utilities, int items, double[] curvature) {
        Arrays.fill(curvature, 0, items, 0);
        for (int i = 0; i < items; i++) {
            double v = eta.place(utilities[i]);
            for (int j = 0; j < items; j++) {
                if (i != j) {
                    double bend = v * Numbers.expCurvature(scores[j] - scores[i]);
                    curvature[i] += bend;
                    curvature[j] += bend;
                }
            }
        }
    }

    @Override
    public Optional<double[]> optimalScores(double[] expectedUtilities) {
        return Optional.of(Arrays.stream(expectedUtilities)
                .map(v -> Math.log(eta.place(v)) / 2)
                .toArray());
    }

    @Override
    public OrderPreservation preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.4", 2 * Math.sqrt(eta.value()));
    }

    @Override
    public String text() {
        return "pairwise-exponential(" + eta.text() + ")";
    }
}
