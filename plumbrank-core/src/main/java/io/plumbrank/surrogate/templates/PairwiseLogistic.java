package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.target.OrderPreservation;
import java.util.Arrays;
import java.util.Optional;

/**
 * Σ_{i&lt;j} v_i log(1 + e^−(s_i − s_j)) + v_j log(1 + e^(s_i − s_j)), with c = 2 √‖U‖∞ for expected utilities U (CUG13, Table 2),
 * which η bounds. Its best scores are log E[v], up to a common constant.
 *
 * <p>With e_i = e^s_i a pair has the slope (v_j e_i − v_i e_j) / (e_i + e_j), so that it costs a division and no exponential, and pairs of
 * two items without utility cost nothing; O(r log r), by {@link LogisticPairs}, from {@value #MANY} items on.
 *
 * <p>Unlike RankNet, both items of a pair pull, each by its own utility, and that makes it calibrated (CUG13, section 6).
 *
 * @param eta at least the largest utility of any label
 */
public record PairwiseLogistic(Eta eta) implements PairSum {

    private static final int MANY = 512;

    /** Powers of e up to this are numbers. */
    private static final double LARGEST_EXPONENT = 700;

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        if (items >= MANY) {
            return new LogisticPairs(scores, placed(utilities, items, scratch), items).gradientOfAllInto(gradient);
        }
        if (!Spread.isSmall(scores, items)) {
            return gradientByPairs(scores, utilities, items, gradient);
        }
        double[] v = scratch.numbers(0, items);
        double[] e = scratch.numbers(1, items);
        double[] slope = scratch.numbers(2, items);
        int some = sort(scores, utilities, items, v, e);
        Arrays.fill(slope, 0, items, 0);
        double largest = 0;
        for (int i = 0; i < items; i++) {
            largest = Math.max(largest, e[i]);
        }
        double sum = 0;
        for (int i = 0; i < some; i++) {
            double own = slope[i];
            double vi = v[i];
            double ei = e[i];
            for (int j = i + 1; j < items; j++) {
                double pull = (v[j] * ei - vi * e[j]) / (ei + e[j]);
                own += pull;
                slope[j] -= pull;
            }
            slope[i] = own;
            sum += vi * logs(e, items, ei, largest);
        }
        scatter(utilities, items, some, slope, gradient);
        return sum;
    }

    /** Σ_j log(1 + e_j / e_i) without the item itself: a logarithm of as many factors as do not overflow. */
    private static double logs(double[] e, int items, double own, double largest) {
        double inverse = 1 / own;
        int together = (int) Math.max(1, LARGEST_EXPONENT / (Math.log1p(largest * inverse) + 1e-3));
        double sum = -Math.log(2);
        for (int from = 0; from < items; ) {
            int to = Math.min(items, from + together);
            double product = 1;
            for (int j = from; j < to; j++) {
                product *= 1 + e[j] * inverse;
            }
            sum += Math.log(product);
            from = to;
        }
        return sum;
    }

    /** Writes utilities and exponentials of scores, of items with a utility before those without; says how many have one. */
    private int sort(double[] scores, double[] utilities, int items, double[] v, double[] e) {
        double middle = Spread.middle(scores, items);
        int some = 0;
        for (int i = 0; i < items; i++) {
            some += eta.place(utilities[i]) > 0 ? 1 : 0;
        }
        int with = 0;
        int without = some;
        for (int i = 0; i < items; i++) {
            double own = eta.place(utilities[i]);
            int at = own > 0 ? with++ : without++;
            v[at] = own;
            e[at] = Math.exp(scores[i] - middle);
        }
        return some;
    }

    /** Puts what is in the order of {@link #sort} into that of the items. */
    private void scatter(double[] utilities, int items, int some, double[] sorted, double[] values) {
        int with = 0;
        int without = some;
        for (int i = 0; i < items; i++) {
            values[i] = sorted[eta.place(utilities[i]) > 0 ? with++ : without++];
        }
    }

    private double gradientByPairs(double[] scores, double[] utilities, int items, double[] gradient) {
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
        if (items >= MANY) {
            new LogisticPairs(scores, placed(utilities, items, scratch), items).curvatureOfAllInto(curvature);
            return;
        }
        if (!Spread.isSmall(scores, items)) {
            curvatureByPairs(scores, utilities, items, curvature);
            return;
        }
        double[] v = scratch.numbers(0, items);
        double[] e = scratch.numbers(1, items);
        double[] bends = scratch.numbers(2, items);
        int some = sort(scores, utilities, items, v, e);
        Arrays.fill(bends, 0, items, 0);
        for (int i = 0; i < some; i++) {
            double own = bends[i];
            double vi = v[i];
            double ei = e[i];
            for (int j = i + 1; j < items; j++) {
                double share = 1 / (ei + e[j]);
                double bend = (vi + v[j]) * (ei * share) * (e[j] * share);
                own += bend;
                bends[j] += bend;
            }
            bends[i] = own;
        }
        scatter(utilities, items, some, bends, curvature);
    }

    private void curvatureByPairs(double[] scores, double[] utilities, int items, double[] curvature) {
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
