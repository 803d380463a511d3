package io.plumbrank.theory;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tries numbered results of the papers on random instances, by brute force over all rankings. What no instance breaks is not proved by
 * that; what one breaks is false as it is stated here.
 */
public final class PaperDemonstrations {
    private static final int ITEMS = 4;

    /** Regrets up to this are rounding. */
    private static final double ROUNDING = 1e-9;

    private PaperDemonstrations() {}

    /**
     * How a result fared.
     *
     * @param tried how many instances
     * @param broken how many break it
     * @param text what was compared, with the figures that came nearest, a whole sentence
     */
    public record Outcome(int tried, int broken, String text) {}

    /**
     * Tries one.
     *
     * @throws IllegalArgumentException if another command shows it, or there is no trial
     */
    public static Outcome of(PaperResult result, int trials, long seed) {
        if (trials < 1) {
            throw new IllegalArgumentException("there must be at least one trial, got " + trials);
        }
        BiFunction<Integer, Random, Outcome> demonstration = switch (result.name()) {
            case "CUG13 Theorem 3.2" -> PaperDemonstrations::bothWays;
            case "CUG13 Lemma 4.1", "CUG13 Lemma 5.1" ->
                (n, random) -> pairs(result.name().endsWith("5.1"), n, random);
            case "CUG13 Lemma 4.4", "DMJ10 Lemma 3" ->
                (n, random) -> continuity(result.name().startsWith("DMJ10"), n, random);
            case "CUG13 Theorem 3.3" -> PaperDemonstrations::noUtilities;
            case "CUG13 Lemma B.2" -> PaperDemonstrations::standardisation;
            case "CUG13 Corollary A.2" -> PaperDemonstrations::unbounded;
            case "DMJ10 Lemma 7" -> PaperDemonstrations::feedbackArcs;
            case "DMJ10 Lemma 9" -> PaperDemonstrations::finiteMinimiser;
            case "DMJ10 Lemma 14" -> PaperDemonstrations::lowNoise;
            case "DMJ10 Lemma 16" -> PaperDemonstrations::acyclic;
            default ->
                throw new IllegalArgumentException(result.name() + " is shown by another command: " + result.command());
        };
        return demonstration.apply(trials, new Random(seed));
    }

    /** r(σ) = Σ φ(position) U. */
    private static double discounted(Ranking ranking, double[] utilities, double[] discounts) {
        double sum = 0;
        for (int position = 0; position < ranking.size(); position++) {
            sum += utilities[ranking.itemAt(position)] * discounts[position];
        }
        return sum;
    }

    /** The same with φ(k) = 1/log2(1 + k). */
    private static double discounted(Ranking ranking, double[] utilities) {
        return discounted(ranking, utilities, logarithmic(ranking.size()));
    }

    private static double[] logarithmic(int items) {
        return IntStream.range(0, items)
                .mapToDouble(PaperDemonstrations::discount)
                .toArray();
    }

    private static double discount(int position) {
        return StrictMath.log(2) / StrictMath.log(2.0 + position);
    }

    private static double best(double[] utilities) {
        return discounted(Ranking.byScores(utilities), utilities);
    }

    private static double[] utilities(Random random, int items) {
        return random.ints(items, 0, 9).mapToDouble(i -> i / 8.0).toArray();
    }

    /** The worst ranking that scores leave open. */
    private static double worst(double[] scores, double[] utilities) {
        return worst(scores, utilities, logarithmic(scores.length));
    }

    private static double worst(double[] scores, double[] utilities, double[] discounts) {
        double[] least = {Double.POSITIVE_INFINITY};
        Ranking.forEach(scores.length, ranking -> {
            if (IntStream.range(1, scores.length)
                    .allMatch(k -> scores[ranking.itemAt(k - 1)] >= scores[ranking.itemAt(k)])) {
                least[0] = Math.min(least[0], discounted(ranking, utilities, discounts));
            }
        });
        return least[0];
    }

    /**
     * Over queries of two to five items and discounts that strictly decrease, drawn anew each time: scores that preserve the order cost
     * nothing, others something.
     */
    private static Outcome bothWays(int trials, Random random) {
        int broken = 0;
        int kept = 0;
        double nearest = Double.POSITIVE_INFINITY;
        for (int trial = 0; trial < trials; trial++) {
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
            broken += keeps == regret > ROUNDING ? 1 : 0;
            kept += keeps ? 1 : 0;
            nearest = keeps ? nearest : Math.min(nearest, regret);
        }
        return new Outcome(
                trials,
                broken,
                "Scores that preserve the order of the expected utilities cost nothing, " + kept
                        + " times. Those that do"
                        + " not always cost something, whatever the discounts are, if they strictly decrease; the least of "
                        + (trials - kept) + " was " + text(nearest)
                        + ". So a loss whose minimisers do not preserve it is not calibrated: the converse.");
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
    private static Outcome pairs(boolean squares, int trials, Random random) {
        int broken = 0;
        double nearest = 0;
        double constant = 0;
        for (int i = 0; i < ITEMS / 2; i++) {
            constant += Math.pow(discount(i) - discount(ITEMS - 1 - i), 2);
        }
        for (int trial = 0; trial < trials; trial++) {
            double[] u = utilities(random, ITEMS);
            double[] s = utilities(random, ITEMS);
            double regret = best(u) - worst(s, u);
            double bound = matching(u, s, squares);
            bound = squares ? Math.sqrt(constant * bound) : bound;
            broken += regret > bound + ROUNDING ? 1 : 0;
            nearest = bound > 0 ? Math.max(nearest, regret / bound) : nearest;
        }
        return new Outcome(
                trials,
                broken,
                "The regret of scores was at most " + text(nearest) + " times the bound over disjoint pairs in"
                        + " the wrong order.");
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
        if (!(u[i] > u[j] && s[i] <= s[j])) {
            return 0;
        }
        double difference = u[i] - u[j];
        return squares
                ? difference * difference
                : difference * (discount(order.positionOf(i)) - discount(order.positionOf(j)));
    }

    /**
     * q ↦ inf_s Σ q_ij log(1 + e^(s_j − s_i)), RankNet's least risk on three items; where some q are 0 the infimum lies at infinity. Gaps
     * between neighbours can be cut to B/2 each, which costs at most Σq·e^(−B/2), and then no term is above log(1 + e^B). So with
     * m = ‖p − q‖₁ and B = 2 log(1/m), least risks differ by at most m·Σq + m·log(1 + 1/m²), which goes to 0 with m.
     */
    private static Outcome continuity(boolean distributions, int trials, Random random) {
        int broken = 0;
        int atInfinity = 0;
        double nearest = 0;
        double closest = Double.POSITIVE_INFINITY;
        for (int trial = 0; trial < trials; trial++) {
            double[] p = someWeights(random);
            double[] away = someWeights(random);
            if (distributions) {
                p = shares(p);
                away = shares(away);
            }
            double size = Math.pow(10, -6 * random.nextDouble());
            double[] q = p.clone();
            double moved = 0;
            for (int y = 0; y < q.length; y++) {
                q[y] += size * (away[y] - p[y]);
                moved += Math.abs(q[y] - p[y]);
            }
            if (moved == 0) {
                continue;
            }
            double change = Math.abs(leastOfPairs(p) - leastOfPairs(q));
            double total = Math.max(Arrays.stream(p).sum(), Arrays.stream(q).sum());
            double bound = moved * total + moved * Math.log1p(1 / (moved * moved));
            broken += change > bound + ROUNDING ? 1 : 0;
            atInfinity += Arrays.stream(p).anyMatch(weight -> weight == 0) ? 1 : 0;
            nearest = Math.max(nearest, change / bound);
            closest = Math.min(closest, moved);
        }
        return new Outcome(
                trials,
                broken,
                "RankNet's least risk changed by at most " + text(nearest)
                        + " times a bound that goes to 0 with the distance"
                        + " m of two " + (distributions ? "distributions" : "vectors of weights")
                        + ", m + m·log(1 + 1/m²)" + (distributions ? "" : " with the first m times their sum")
                        + ", down to a distance of " + text(closest) + "; some pairs had no weight in " + atInfinity
                        + " of them.");
    }

    /** Of the six ordered pairs of three items, some of them 0. */
    private static double[] someWeights(Random random) {
        double[] weights = weights(random, 6);
        int zeros = random.nextInt(5);
        for (int k = 0; k < zeros; k++) {
            weights[random.nextInt(6)] = 0;
        }
        return weights;
    }

    private static double[] shares(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(x -> x / sum).toArray();
    }

    /** By Newton's method; where the infimum lies at infinity, the value comes as near to it as rounding shows. */
    private static double leastOfPairs(double[] weights) {
        SmoothRisk risk = (scores, gradient) -> {
            Arrays.fill(gradient, 0);
            double value = 0;
            for (int y = 0; y < weights.length; y++) {
                int above = y / 2;
                int below = (above + 1 + y % 2) % 3;
                double margin = scores[above] - scores[below];
                double pull = weights[y] / (1 + StrictMath.exp(margin));
                value += weights[y] * (Math.max(0, -margin) + StrictMath.log1p(StrictMath.exp(-Math.abs(margin))));
                gradient[above] -= pull;
                gradient[below] += pull;
            }
            return value;
        };
        return risk.gradientInto(Newton.minimise(risk, 3).scores(), new double[3]);
    }

    /**
     * Utilities of binary labels that break one of the three points, and the mixture of the proof at which sorting by the expected
     * utilities is then wrong, for DCG, AP and ERR in turn.
     */
    private static Outcome standardisation(int trials, Random random) {
        LabelSpace<double[]> space = LabelSpace.grades(ITEMS, 1);
        List<LossTable<double[], Ranking>> tables = Stream.of("dcg", "map", "err(max=1)")
                .map(measure -> losses(measure, space))
                .toList();
        int[] points = new int[3];
        int broken = 0;
        double nearest = Double.POSITIVE_INFINITY;
        for (int trial = 0; trial < trials; trial++) {
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
            broken += regret > ROUNDING ? 0 : 1;
            nearest = Math.min(nearest, regret);
        }
        return new Outcome(
                trials,
                broken,
                "Utilities of four binary labels that broke one of its points, " + points[0] + ", " + points[1]
                        + " and "
                        + points[2]
                        + " times, sorted wrongly at the mixture of its proof, for DCG, AP and ERR: the least regret was "
                        + text(nearest) + ".");
    }

    private static LossTable<double[], Ranking> losses(String measure, LabelSpace<double[]> space) {
        return CalibrationProblems.ofMeasure(MeasureSpec.parse(measure), space, MethodChoice.of("squared")).losses;
    }

    private static boolean isSorted(Ranking ranking, double[] scores) {
        return IntStream.range(1, scores.length)
                .allMatch(k -> scores[ranking.itemAt(k - 1)] >= scores[ranking.itemAt(k)]);
    }

    /**
     * At ½ (1,1,0,0) + ½ (0,0,1,1), the distribution of the proof, utilities that obey Lemma B.2 have equal means, so that sorting leaves
     * all rankings open, and some of them are not the best.
     */
    private static Outcome noUtilities(int trials, Random random) {
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
        int broken = 0;
        for (int trial = 0; trial < trials; trial++) {
            double low = random.nextDouble();
            double high = low + 0.01 + random.nextDouble();
            double[] expected = new double[ITEMS];
            for (double[] label : labels) {
                for (int i = 0; i < ITEMS; i++) {
                    expected[i] += (label[i] > 0 ? high : low) / 2;
                }
            }
            boolean open = Arrays.stream(expected).allMatch(mean -> mean == expected[0]);
            broken += open && regrets[0] > ROUNDING && regrets[1] > ROUNDING ? 0 : 1;
        }
        return new Outcome(
                trials,
                broken,
                "At 1/2 (1,1,0,0) + 1/2 (0,0,1,1) utilities that obey Lemma B.2 have equal means, so that sorting leaves every"
                        + " ranking open; the worst of them costs " + text(regrets[0]) + " of ERR and "
                        + text(regrets[1])
                        + " of AP.");
    }

    /**
     * Utilities of binary labels with one fault, and the distribution at which it shows.
     *
     * @param u by label and item
     * @param p by label
     */
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
    private static Outcome unbounded(int trials, Random random) {
        int broken = 0;
        double nearest = 0;
        for (int trial = 0; trial < trials; trial++) {
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
                regret += (best(u) - worst(s, u)) / 5;
                risk += best(u) / 5;
                for (int i = 0; i < ITEMS; i++) {
                    // a loss with the factor 1/B in it, as (15) of the paper asks: squares over the largest utility
                    double largest = Math.max(1e-300, Arrays.stream(u).max().orElseThrow());
                    surrogate += (u[i] - s[i]) * (u[i] - s[i]) / largest / 5;
                }
            }
            double constant = 0;
            for (int i = 0; i < ITEMS / 2; i++) {
                constant += Math.pow(discount(i) - discount(ITEMS - 1 - i), 2);
            }
            double bound = Math.sqrt(2 * constant) * Math.sqrt(risk / discount(0)) * Math.sqrt(surrogate);
            broken += regret > bound + ROUNDING ? 1 : 0;
            nearest = Math.max(nearest, bound > 0 ? regret / bound : 0);
        }
        return new Outcome(
                trials,
                broken,
                "With utilities of any size the regret was at most " + text(nearest)
                        + " times c · sqrt(R(P)/φ(1)) · sqrt(surrogate regret).");
    }

    /** The fewest arcs that leave no cycle, over all sets of arcs; and |E| times the least disagreement, over all rankings. */
    private static Outcome feedbackArcs(int trials, Random random) {
        int broken = 0;
        int cyclic = 0;
        for (int trial = 0; trial < trials; trial++) {
            int items = 3 + trial % 3;
            List<int[]> arcs = List.of();
            while (arcs.isEmpty()) {
                arcs = arcs(random, items);
            }
            List<int[]> drawn = arcs;
            int fewest = arcs.size();
            for (int removed = 0; removed < 1 << arcs.size(); removed++) {
                int set = removed;
                if (Integer.bitCount(set) < fewest
                        && isAcyclic(
                                items,
                                IntStream.range(0, arcs.size())
                                        .filter(a -> (set >> a & 1) == 0)
                                        .mapToObj(drawn::get)
                                        .toList())) {
                    fewest = Integer.bitCount(set);
                }
            }
            List<PreferenceGraph> labels = arcs.stream()
                    .map(arc -> PreferenceGraph.of(items, List.of(new Preference(arc[0], arc[1], 1))))
                    .toList();
            double[] p = new double[labels.size()];
            Arrays.fill(p, 1);
            CalibrationProblem<PreferenceGraph, Ranking> problem = CalibrationProblems.ofGraphs(
                    new LabelSpace<>(labels, LabelFormat.graphs(items)), MethodChoice.of("squared"));
            double least = problem.losses
                    .bayesRisk(LabelDistribution.proportional(labels, p))
                    .least();
            broken += Math.abs(least * labels.size() - fewest) > ROUNDING ? 1 : 0;
            cyclic += fewest > 0 ? 1 : 0;
        }
        return new Outcome(
                trials,
                broken,
                "Each arc of a graph as a label of equal probability: the least expected disagreement times the"
                        + " number of arcs was the size of the minimum feedback arc set, in " + cyclic
                        + " graphs with cycles among them.");
    }

    private static List<int[]> arcs(Random random, int items) {
        List<int[]> arcs = new ArrayList<>();
        int sparse = 3 + random.nextInt(3);
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < i; j++) {
                int way = random.nextInt(sparse);
                if (way == 1 || way == 2) {
                    arcs.add(way == 1 ? new int[] {i, j} : new int[] {j, i});
                }
            }
        }
        return arcs;
    }

    private static boolean isAcyclic(int items, List<int[]> arcs) {
        boolean[] found = {false};
        Ranking.forEach(
                items,
                ranking -> found[0] |=
                        arcs.stream().allMatch(arc -> ranking.positionOf(arc[0]) < ranking.positionOf(arc[1])));
        return found[0];
    }

    /** RankNet's loss on graphs where every pair is preferred both ways at times: the minimiser is finite and certified. */
    private static Outcome finiteMinimiser(int trials, Random random) {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(3);
        CalibrationProblem<PreferenceGraph, Ranking> problem =
                CalibrationProblems.ofGraphs(space, MethodChoice.of("ranknet"));
        int broken = 0;
        double largest = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] p = weights(random, space.labels().size());
            Optional<Finding<PreferenceGraph, Ranking>> finding =
                    problem.examine(LabelDistribution.proportional(space.labels(), p));
            double[] minimiser = finding.isEmpty()
                    ? new double[] {Double.NaN}
                    : finding.get().minimiser();
            double size = Arrays.stream(minimiser).map(Math::abs).max().orElseThrow();
            broken += Double.isFinite(size) ? 0 : 1;
            largest = Math.max(largest, size);
        }
        return new Outcome(
                trials,
                broken,
                "The minimisers of RankNet's loss were finite; the largest score was " + text(largest) + ".");
    }

    private static Outcome lowNoise(int trials, Random random) {
        int examined = 0;
        int obeyed = 0;
        for (int items = 3; items <= 5; items++) {
            CalibrationProblem<PreferenceGraph, Ranking> problem =
                    CalibrationProblems.ofGraphs(LabelSpace.preferences(items), MethodChoice.of("squared"));
            Containment<PreferenceGraph> found = Containment.of(
                            problem,
                            List.of(NoiseCondition.LOW_NOISE, NoiseCondition.SCORES),
                            trials / 3 + (items - 3 < trials % 3 ? 1 : 0),
                            random.nextLong())
                    .get(0);
            examined += found.examined();
            obeyed += found.obeyed();
        }
        return new Outcome(
                examined,
                examined - obeyed,
                "In low noise the item of a preferred pair has the larger net weight: " + obeyed + " of " + examined
                        + " distributions of low noise on three to five items obey P_f.");
    }

    /** Acyclic by {@link NoiseConditions}, which walks the graph; the best rankings by brute force. */
    private static Outcome acyclic(int trials, Random random) {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(ITEMS);
        CalibrationProblem<PreferenceGraph, Ranking> problem =
                CalibrationProblems.ofGraphs(space, MethodChoice.of("squared"));
        int broken = 0;
        int without = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] weights =
                    random.ints(space.labels().size(), 0, 4).asDoubleStream().toArray();
            weights[0] += 1;
            LabelDistribution<PreferenceGraph> p = LabelDistribution.proportional(space.labels(), weights);
            boolean dag = problem.breach(NoiseCondition.DAG, p).isEmpty();
            double[] d = new double[ITEMS * ITEMS];
            for (int y = 0; y < weights.length; y++) {
                double weight = weights[y];
                space.labels().get(y).forEach((above, below, one) -> d[above * ITEMS + below] += weight);
            }
            boolean agree = problem.losses.bayesRisk(p).optimal().stream()
                    .allMatch(ranking -> IntStream.range(0, ITEMS * ITEMS).allMatch(at -> {
                        int i = at / ITEMS;
                        int j = at % ITEMS;
                        return d[at] <= d[j * ITEMS + i] || ranking.positionOf(i) < ranking.positionOf(j);
                    }));
            broken += agree == dag ? 0 : 1;
            without += dag ? 1 : 0;
        }
        return new Outcome(
                trials,
                broken,
                "The best rankings agreed with every preferred pair in the " + without
                        + " distributions without a cycle, and in no other.");
    }

    private static double[] weights(Random random, int count) {
        double[] weights =
                random.doubles(count).map(x -> -StrictMath.log(1 - x)).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(x -> x / sum).toArray();
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
