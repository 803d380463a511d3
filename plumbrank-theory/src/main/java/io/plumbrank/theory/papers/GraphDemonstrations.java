package io.plumbrank.theory.papers;

import static io.plumbrank.theory.papers.PaperDemonstrations.ROUNDING;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.conditions.NoiseConditions;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelFormat;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.papers.PaperDemonstrations.Found;
import io.plumbrank.theory.papers.PaperDemonstrations.Trials;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.CalibrationProblems;
import io.plumbrank.theory.search.Containment;
import io.plumbrank.theory.search.Finding;
import io.plumbrank.theory.surrogates.MethodChoice;
import io.plumbrank.theory.surrogates.Newton;
import io.plumbrank.theory.surrogates.SmoothRisk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Demonstrations of DMJ10, and of CUG13's Lemma 4.4: losses of pairs of items, and graphs of preferences. */
final class GraphDemonstrations {
    private static final int ITEMS = 4;

    private GraphDemonstrations() {}

    /**
     * q ↦ inf_s Σ q_ij log(1 + e^(s_j − s_i)), RankNet's least risk on three items; where some q are 0 the infimum lies at infinity. Gaps
     * between neighbours can be cut to B/2 each, which costs at most Σq·e^(−B/2), and then no term is above log(1 + e^B). So with
     * m = ‖p − q‖₁ and B = 2 log(1/m), least risks differ by at most m·Σq + m·log(1 + 1/m²), which goes to 0 with m.
     */
    static Found continuity(boolean distributions, int count, Random random) {
        double[] closest = {Double.POSITIVE_INFINITY};
        Trials trials = new Trials(count, (trial, all) -> {
            double[] drawn = someWeights(random);
            double[] other = someWeights(random);
            double[] p = distributions ? PaperDemonstrations.shares(drawn) : drawn;
            double[] away = distributions ? PaperDemonstrations.shares(other) : other;
            double size = Math.pow(10, -6 * random.nextDouble());
            double[] q = p.clone();
            double moved = 0;
            for (int y = 0; y < q.length; y++) {
                q[y] += size * (away[y] - p[y]);
                moved += Math.abs(q[y] - p[y]);
            }
            if (moved == 0) {
                return;
            }
            double change = Math.abs(leastOfPairs(p) - leastOfPairs(q));
            double total = Math.max(Arrays.stream(p).sum(), Arrays.stream(q).sum());
            double bound = moved * total + moved * Math.log1p(1 / (moved * moved));
            all.countBroken(change > bound + ROUNDING);
            all.countSpecial(Arrays.stream(p).anyMatch(weight -> weight == 0));
            all.see(change / bound);
            closest[0] = Math.min(closest[0], moved);
        });
        return trials.found(trials.largest, closest[0], trials.special);
    }

    /** Of the six ordered pairs of three items, some of them 0. */
    private static double[] someWeights(Random random) {
        double[] weights = PaperDemonstrations.weights(random, 6);
        int zeros = random.nextInt(5);
        for (int k = 0; k < zeros; k++) {
            weights[random.nextInt(6)] = 0;
        }
        return weights;
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

    private static CalibrationProblem<PreferenceGraph, Ranking> problem(
            LabelSpace<PreferenceGraph> space, String surrogate) {
        return CalibrationProblems.ofGraphs(space, MethodChoice.of(surrogate));
    }

    /** The fewest arcs that leave no cycle, over all sets of arcs; and |E| times the least disagreement, over all rankings. */
    static Found feedbackArcs(int count, Random random) {
        Trials trials = new Trials(count, (trial, all) -> {
            int items = 3 + trial % 3;
            List<int[]> arcs = new ArrayList<>();
            while (arcs.isEmpty()) {
                arcs.addAll(arcs(random, items));
            }
            int fewest = IntStream.range(0, 1 << arcs.size())
                    .filter(removed -> isAcyclic(
                            items,
                            IntStream.range(0, arcs.size())
                                    .filter(a -> (removed >> a & 1) == 0)
                                    .mapToObj(arcs::get)
                                    .toList()))
                    .map(Integer::bitCount)
                    .min()
                    .orElseThrow();
            List<PreferenceGraph> labels = arcs.stream()
                    .map(arc -> PreferenceGraph.of(items, List.of(new Preference(arc[0], arc[1], 1))))
                    .toList();
            double[] p = new double[labels.size()];
            Arrays.fill(p, 1);
            double least = problem(new LabelSpace<>(labels, LabelFormat.graphs(items)), "squared")
                    .losses()
                    .bayesRisk(LabelDistribution.proportional(labels, p))
                    .least();
            all.countBroken(Math.abs(least * labels.size() - fewest) > ROUNDING);
            all.countSpecial(fewest > 0);
        });
        return trials.found(trials.special);
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
    static Found finiteMinimiser(int count, Random random) {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(3);
        CalibrationProblem<PreferenceGraph, Ranking> problem = problem(space, "ranknet");
        Trials trials = new Trials(count, (trial, all) -> {
            double[] p = PaperDemonstrations.weights(random, space.labels().size());
            Optional<Finding<PreferenceGraph, Ranking>> finding =
                    problem.examine(LabelDistribution.proportional(space.labels(), p));
            double[] minimiser = finding.isEmpty()
                    ? new double[] {Double.NaN}
                    : finding.get().minimiser();
            double size = Arrays.stream(minimiser).map(Math::abs).max().orElseThrow();
            all.countBroken(!Double.isFinite(size));
            all.see(size);
        });
        return trials.found(trials.largest);
    }

    static Found lowNoise(int count, Random random) {
        int examined = 0;
        int obeyed = 0;
        for (int items = 3; items <= 5; items++) {
            Containment<PreferenceGraph> found = Containment.of(
                            problem(LabelSpace.preferences(items), "squared"),
                            List.of(NoiseCondition.LOW_NOISE, NoiseCondition.SCORES),
                            count / 3 + (items - 3 < count % 3 ? 1 : 0),
                            random.nextLong())
                    .get(0);
            examined += found.examined();
            obeyed += found.obeyed();
        }
        return new Found(examined, examined - obeyed, obeyed, examined);
    }

    /** Acyclic by {@link NoiseConditions}, which walks the graph; the best rankings by brute force. */
    static Found acyclic(int count, Random random) {
        LabelSpace<PreferenceGraph> space = LabelSpace.preferences(ITEMS);
        CalibrationProblem<PreferenceGraph, Ranking> problem = problem(space, "squared");
        Trials trials = new Trials(count, (trial, all) -> {
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
            boolean agree = problem.losses().bayesRisk(p).optimal().stream()
                    .allMatch(ranking -> IntStream.range(0, ITEMS * ITEMS).allMatch(at -> {
                        int i = at / ITEMS;
                        int j = at % ITEMS;
                        return d[at] <= d[j * ITEMS + i] || ranking.positionOf(i) < ranking.positionOf(j);
                    }));
            all.countBroken(agree != dag);
            all.countSpecial(dag);
        });
        return trials.found(trials.special);
    }
}
