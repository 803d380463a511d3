package io.plumbrank.theory.papers;

import static io.plumbrank.theory.papers.PaperDemonstrations.ROUNDING;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.theory.distributions.BayesRisk;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.distributions.LossTable;
import io.plumbrank.theory.papers.PaperDemonstrations.Found;
import io.plumbrank.theory.papers.PaperDemonstrations.Trials;
import io.plumbrank.theory.search.CalibrationProblems;
import io.plumbrank.theory.surrogates.MethodChoice;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Demonstrations of CUG13: what scores cost that are sorted, beside the utilities that they should be sorted by. */
final class ScoreDemonstrations {
    private static final int ITEMS = 4;

    private ScoreDemonstrations() {}

    /** r(σ) = Σ φ(position) U. */
    private static double discounted(Ranking ranking, double[] utilities, double[] discounts) {
        double sum = 0;
        for (int position = 0; position < ranking.size(); position++) {
            sum += utilities[ranking.itemAt(position)] * discounts[position];
        }
        return sum;
    }

    private static double[] logarithmic(int items) {
        return IntStream.range(0, items)
                .mapToDouble(ScoreDemonstrations::discount)
                .toArray();
    }

    private static double discount(int position) {
        return StrictMath.log(2) / StrictMath.log(2.0 + position);
    }

    /** r(σ) of the best ranking with φ(k) = 1/log2(1 + k). */
    private static double best(double[] utilities) {
        return discounted(Ranking.byScores(utilities), utilities, logarithmic(utilities.length));
    }

    private static double[] utilities(Random random, int items) {
        return random.ints(items, 0, 9).mapToDouble(i -> i / 8.0).toArray();
    }

    /** The worst ranking that scores leave open. */
    private static double worst(double[] scores, double[] utilities, double[] discounts) {
        double[] least = {Double.POSITIVE_INFINITY};
        Ranking.forEach(scores.length, ranking -> {
            if (isSorted(ranking, scores)) {
                least[0] = Math.min(least[0], discounted(ranking, utilities, discounts));
            }
        });
        return least[0];
    }

    private static double regret(double[] scores, double[] utilities) {
        return best(utilities) - worst(scores, utilities, logarithmic(scores.length));
    }

    /**
     * Over queries of two to five items and discounts that strictly decrease, drawn anew each time: scores that preserve the order cost
     * nothing, others something.
     */
    static Found bothWays(int count, Random random) {
        Trials trials = new Trials(count, (trial, all) -> {
            int items = 2 + trial / 2 % 4;
            boolean keeps = trial % 2 == 0;
            double[] discounts = discounts(random, items);
            double[] u = utilities(random, items);
            double[] s = utilities(random, items);
            while (keeps != keepsOrder(u, s)) {
                u = utilities(random, items);
                s = utilities(random, items);
            }
            double regret = discounted(Ranking.byScores(u), u, discounts) - worst(s, u, discounts);
            all.countBroken(keeps == regret > ROUNDING);
            all.countSpecial(keeps);
            if (!keeps) {
                all.see(regret);
            }
        });
        return trials.found(trials.special, count - trials.special, trials.smallest);
    }

    private static boolean keepsOrder(double[] u, double[] s) {
        int items = u.length;
        return IntStream.range(0, items * items).noneMatch(at -> isTurned(u, s, at / items, at % items));
    }

    private static boolean isTurned(double[] u, double[] s, int i, int j) {
        return u[i] > u[j] && s[i] <= s[j];
    }

    /** From 1 down, each less than the one before by a hundredth at least. */
    private static double[] discounts(Random random, int items) {
        double[] discounts = new double[items];
        double next = 1;
        for (int k = 0; k < items; k++) {
            discounts[k] = next;
            next -= 0.01 + random.nextDouble() * random.nextDouble();
        }
        return discounts;
    }

    /** The pairs are those of the proof's exchange: positions k and n + 1 − k of the best order bound any disjoint set. */
    static Found pairs(boolean squares, int count, Random random) {
        Trials trials = new Trials(count, (trial, all) -> {
            double[] u = utilities(random, ITEMS);
            double[] s = utilities(random, ITEMS);
            double regret = regret(s, u);
            double sum = matching(u, s, squares);
            double bound = squares ? Math.sqrt(squaredGaps() * sum) : sum;
            all.countBroken(regret > bound + ROUNDING);
            all.see(bound > 0 ? regret / bound : 0);
        });
        return trials.found(trials.largest);
    }

    /** C_φ(2)², over the pairs of positions k and n + 1 − k. */
    private static double squaredGaps() {
        double sum = 0;
        for (int i = 0; i < ITEMS / 2; i++) {
            sum += Math.pow(discount(i) - discount(ITEMS - 1 - i), 2);
        }
        return sum;
    }

    /** The largest sum over disjoint pairs (i, j) with U_i > U_j and s_i ≤ s_j, by trying all sets of pairs of four items. */
    private static double matching(double[] u, double[] s, boolean squares) {
        Ranking order = Ranking.byScores(u);
        double largest = 0;
        for (int i = 0; i < ITEMS; i++) {
            for (int j = 0; j < ITEMS; j++) {
                double first = pair(u, s, order, i, j, squares);
                for (int k = 0; k < ITEMS; k++) {
                    for (int l = 0; l < ITEMS; l++) {
                        boolean apart = k != i && k != j && l != i && l != j;
                        double second = apart ? pair(u, s, order, k, l, squares) : 0;
                        largest = Math.max(largest, first + second);
                    }
                }
            }
        }
        return largest;
    }

    private static double pair(double[] u, double[] s, Ranking order, int i, int j, boolean squares) {
        if (!isTurned(u, s, i, j)) {
            return 0;
        }
        double difference = u[i] - u[j];
        return squares
                ? difference * difference
                : difference * (discount(order.positionOf(i)) - discount(order.positionOf(j)));
    }

    /**
     * Utilities of binary labels that break one of the three points, and the mixture of the proof at which sorting by the expected
     * utilities is then wrong, for DCG, AP and ERR in turn.
     */
    static Found standardisation(int count, Random random) {
        LabelSpace<double[]> space = LabelSpace.grades(ITEMS, 1);
        List<LossTable<double[], Ranking>> tables = Stream.of("dcg", "map", "err(max=1)")
                .map(measure -> losses(measure, space))
                .toList();
        int[] points = new int[3];
        Trials trials = new Trials(count, (trial, all) -> {
            int point = trial % 3;
            WrongUtilities wrong = WrongUtilities.draw(space.labels(), point, random);
            LossTable<double[], Ranking> losses = tables.get(trial / 3 % tables.size());
            double[] expected = wrong.expected();
            BayesRisk<Ranking> risks = losses.bayesRisk(LabelDistribution.proportional(space.labels(), wrong.p));
            double regret = IntStream.range(0, losses.predictions().size())
                    .filter(t -> isSorted(losses.predictions().get(t), expected))
                    .mapToDouble(risks::regret)
                    .min()
                    .orElseThrow();
            points[point]++;
            all.countBroken(!(regret > ROUNDING));
            all.see(regret);
        });
        return trials.found(points[0], points[1], points[2], trials.smallest);
    }

    private static LossTable<double[], Ranking> losses(String measure, LabelSpace<double[]> space) {
        return CalibrationProblems.ofMeasure(MeasureSpec.parse(measure), space, MethodChoice.of("squared"))
                .losses();
    }

    private static boolean isSorted(Ranking ranking, double[] scores) {
        return IntStream.range(1, scores.length)
                .allMatch(k -> scores[ranking.itemAt(k - 1)] >= scores[ranking.itemAt(k)]);
    }

    /**
     * At ½ (1,1,0,0) + ½ (0,0,1,1), the distribution of the proof, utilities that obey Lemma B.2 have equal means, so that sorting leaves
     * all rankings open, and some of them are not the best.
     */
    static Found noUtilities(int count, Random random) {
        LabelSpace<double[]> space = LabelSpace.grades(ITEMS, 1);
        List<double[]> labels = List.of(new double[] {1, 1, 0, 0}, new double[] {0, 0, 1, 1});
        double[] regrets = Stream.of("err(max=1)", "map")
                .mapToDouble(measure -> {
                    LossTable<double[], Ranking> losses = losses(measure, space);
                    BayesRisk<Ranking> risks =
                            losses.bayesRisk(LabelDistribution.proportional(labels, new double[] {1, 1}));
                    return IntStream.range(0, losses.predictions().size())
                            .mapToDouble(risks::regret)
                            .max()
                            .orElseThrow();
                })
                .toArray();
        Trials trials = new Trials(count, (trial, all) -> {
            double low = random.nextDouble();
            double high = low + 0.01 + random.nextDouble();
            double[] expected = new double[ITEMS];
            for (double[] label : labels) {
                for (int i = 0; i < ITEMS; i++) {
                    expected[i] += (label[i] > 0 ? high : low) / 2;
                }
            }
            boolean open = Arrays.stream(expected).allMatch(mean -> mean == expected[0]);
            all.countBroken(!(open && regrets[0] > ROUNDING && regrets[1] > ROUNDING));
        });
        return trials.found(regrets[0], regrets[1]);
    }

    /** Utilities of binary labels, by label and item, with one fault, and the distribution at which it shows. */
    private record WrongUtilities(double[][] u, double[] p) {
        /** Small beside the least by which the risks of two rankings under two labels differ, 1/192 for ERR, if they do. */
        private static final double FEW = 0.004;

        /**
         * @param point which is broken, from 0: y_i > y_j gives u_i > u_j; y_i = y_j gives u_i = u_j; and for two labels of one sum
         *     y_i + y'_i = y_j + y'_j gives equal sums of u
         */
        static WrongUtilities draw(List<double[]> labels, int point, Random random) {
            double[][] u = new double[labels.size()][ITEMS];
            for (int y = 0; y < u.length; y++) {
                double low = random.nextInt(4) / 8.0;
                double high = low + (1 + random.nextInt(4)) / 8.0;
                for (int i = 0; i < ITEMS; i++) {
                    u[y][i] = labels.get(y)[i] > 0 ? high : low;
                }
            }
            while (true) {
                int y = random.nextInt(u.length);
                int other = random.nextInt(u.length);
                int i = random.nextInt(ITEMS);
                int j = (i + 1 + random.nextInt(ITEMS - 1)) % ITEMS;
                // labels are numbered by their digits, the first item's the first
                int alone = 1 << (ITEMS - 1 - j);
                double[] label = labels.get(y);
                double[] second = labels.get(other);
                double[] p = new double[u.length];
                if (point == 0 && label[i] < label[j]) {
                    u[y][i] = u[y][j] + 0.125;
                    p[y] = 1;
                    return new WrongUtilities(u, p);
                }
                if (point == 1 && label[i] == label[j]) {
                    u[y][i] += 0.0625;
                    p[alone] = half(u[y][i] - u[y][j], u[alone][j] - u[alone][i]);
                    p[y] = 1 - p[alone];
                    return new WrongUtilities(u, p);
                }
                double more = u[y][i] + u[other][i] - u[y][j] - u[other][j];
                if (point == 2
                        && Arrays.stream(label).sum() == Arrays.stream(second).sum()
                        && label[i] + second[i] == label[j] + second[j]
                        && more > 0) {
                    double few = Math.min(FEW, half(more / 2, u[alone][j] - u[alone][i]));
                    p[y] = (1 - few) / 2;
                    p[other] = (1 - few) / 2;
                    p[alone] += few;
                    return new WrongUtilities(u, p);
                }
            }
        }

        /** Half of the probability at which what pulls one way and what pulls the other cancel. */
        private static double half(double one, double other) {
            return one / (one + other) / 2;
        }

        double[] expected() {
            double[] sum = new double[ITEMS];
            for (int y = 0; y < u.length; y++) {
                for (int i = 0; i < ITEMS; i++) {
                    sum[i] += p[y] * u[y][i];
                }
            }
            return sum;
        }
    }

    /** Squared: regret ≤ √2 C_φ √(surrogate regret) for each x, and over x the mean of roots is at most the root of the mean. */
    static Found unbounded(int count, Random random) {
        Trials trials = new Trials(count, (trial, all) -> {
            double regret = 0;
            double risk = 0;
            double surrogate = 0;
            for (int x = 0; x < 5; x++) {
                double scale = Math.pow(10, 4 * random.nextDouble());
                double[] u = Arrays.stream(utilities(random, ITEMS))
                        .map(v -> scale * v)
                        .toArray();
                double[] s = IntStream.range(0, ITEMS)
                        .mapToDouble(i -> u[i] + Math.sqrt(scale) * random.nextGaussian())
                        .toArray();
                regret += regret(s, u) / 5;
                risk += best(u) / 5;
                // a loss with the factor 1/B in it, as (15) of the paper asks: squares over the largest utility
                double largest = Math.max(1e-300, Arrays.stream(u).max().orElseThrow());
                for (int i = 0; i < ITEMS; i++) {
                    surrogate += (u[i] - s[i]) * (u[i] - s[i]) / largest / 5;
                }
            }
            double bound = Math.sqrt(2 * squaredGaps()) * Math.sqrt(risk / discount(0)) * Math.sqrt(surrogate);
            all.countBroken(regret > bound + ROUNDING);
            all.see(bound > 0 ? regret / bound : 0);
        });
        return trials.found(trials.largest);
    }
}
