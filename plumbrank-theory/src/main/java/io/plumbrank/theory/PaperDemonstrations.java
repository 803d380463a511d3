package io.plumbrank.theory;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.target.NoiseCondition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

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
     * @throws IllegalArgumentException if another command shows it
     */
    public static Outcome of(PaperResult result, int trials, long seed) {
        BiFunction<Integer, Random, Outcome> demonstration = switch (result.name()) {
            case "CUG13 Theorem 3.2" -> PaperDemonstrations::converse;
            case "CUG13 Lemma 4.1", "CUG13 Lemma 5.1" ->
                (n, random) -> pairs(result.name().endsWith("5.1"), n, random);
            case "CUG13 Lemma 4.4", "DMJ10 Lemma 3" -> PaperDemonstrations::continuity;
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

    /** Over queries of two to five items and discounts that strictly decrease, drawn anew each time. */
    private static Outcome converse(int trials, Random random) {
        int broken = 0;
        int tried = 0;
        double nearest = Double.POSITIVE_INFINITY;
        while (tried < trials) {
            int items = 2 + tried % 4;
            double[] discounts = discounts(random, items);
            double[] u = utilities(random, items);
            double[] s = utilities(random, items);
            if (IntStream.range(0, items * items).noneMatch(at -> isTurned(u, s, at / items, at % items))) {
                continue;
            }
            tried++;
            double regret = discounted(Ranking.byScores(u), u, discounts) - worst(s, u, discounts);
            broken += regret > ROUNDING ? 0 : 1;
            nearest = Math.min(nearest, regret);
        }
        return new Outcome(
                tried,
                broken,
                "Scores that do not preserve the order of the expected utilities always cost something, whatever the"
                        + " discounts are, if they strictly decrease; the least was " + text(nearest)
                        + ". So a loss whose minimisers do not preserve it is not calibrated: the converse.");
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

    /** p ↦ min_t p·ℓ_t of pairwise disagreement, a minimum of linear functions, moves at most as far as p does times the largest loss. */
    private static Outcome continuity(int trials, Random random) {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(3);
        CalibrationProblem<PreferenceGraph, Ranking> problem =
                CalibrationProblems.ofGraphs(space, MethodChoice.of("squared"));
        int broken = 0;
        double nearest = 0;
        for (int trial = 0; trial < trials; trial++) {
            double[] p = weights(random, space.labels().size());
            double size = Math.pow(10, -6 * random.nextDouble());
            double[] q = p.clone();
            double[] away = weights(random, q.length);
            double moved = 0;
            for (int y = 0; y < q.length; y++) {
                q[y] += size * (away[y] - p[y]);
                moved += Math.abs(q[y] - p[y]);
            }
            double change = Math.abs(risk(problem, space, p) - risk(problem, space, q));
            broken += change > moved + ROUNDING ? 1 : 0;
            nearest = Math.max(nearest, change / moved);
        }
        return new Outcome(
                trials,
                broken,
                "The least risk changed by at most " + text(nearest)
                        + " times the distance between two distributions, however close they were.");
    }

    private static double risk(
            CalibrationProblem<PreferenceGraph, Ranking> problem, LabelSpace<PreferenceGraph> space, double[] p) {
        return problem.losses
                .bayesRisk(LabelDistribution.proportional(space.labels(), p))
                .least();
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
            List<int[]> arcs = new ArrayList<>();
            int items = 3 + trial % 3;
            int sparse = 3 + random.nextInt(3);
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < i; j++) {
                    int way = random.nextInt(sparse);
                    if (way == 1 || way == 2) {
                        arcs.add(way == 1 ? new int[] {i, j} : new int[] {j, i});
                    }
                }
            }
            if (arcs.isEmpty()) {
                continue;
            }
            int fewest = arcs.size();
            for (int removed = 0; removed < 1 << arcs.size(); removed++) {
                int set = removed;
                if (Integer.bitCount(set) < fewest
                        && isAcyclic(
                                items,
                                IntStream.range(0, arcs.size())
                                        .filter(a -> (set >> a & 1) == 0)
                                        .mapToObj(arcs::get)
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
