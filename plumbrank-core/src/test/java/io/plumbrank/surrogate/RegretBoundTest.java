package io.plumbrank.surrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.LinearValue.Rho;
import io.plumbrank.target.RankingTarget;
import io.plumbrank.target.RankingTargets;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.UtilityRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * CUG13, section 5: measure regret ≤ c · C_φ(2) · sqrt(surrogate regret), for 100,000 random distributions and scores for each
 * template and measure, many of them drawn to come near to the bound. The measure is that of the textbook, at the worst of all
 * rankings that agree with the scores; the least surrogate risk is the paper's closed form, not the library's.
 */
class RegretBoundTest {
    private static final int DRAWS = 100_000;
    private static final int DRAWS_PER_LABELS = 500;
    private static final int MOST_ITEMS = 4;

    /** Just beside the edge of 0 … η the least risks are so steep that rounding of the mean shows; there nothing is drawn. */
    private static final double ON_EDGE = 1e-12;

    private static final double NEAR_EDGE = 1e-6;

    private static final List<String> MEASURES = List.of(
            "dcg",
            "ndcg@2",
            "p@2",
            "wta",
            "recall@2",
            "eru(v=1,w=3)",
            "auc",
            "spearman",
            "pd(weight=difference)",
            "two-grade kendall");

    /**
     * A template with its least expected loss, by the paper.
     *
     * @param least inf_s E[ψ(v,s)] for the labels' utilities, their probabilities and their mean
     * @param largestRatio what the ratio of regret and bound may be at most
     * @param reachedRatio what it comes to at least for every measure, with these draws
     */
    private record Template(
            String name,
            Function<UtilityRange, Surrogate> surrogate,
            LeastRisk least,
            double largestRatio,
            double reachedRatio) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface LeastRisk {
        double of(Surrogate surrogate, double[][] labels, double[] p, double[] mean);
    }

    private interface LeastTerm {
        double of(double mean, double eta);
    }

    private static List<Template> templates() {
        return List.of(
                new Template("squared", range -> new Squared(), RegretBoundTest::leastSquared, 1, 0.999),
                bounded("logistic", Logistic::new, 0.99, (u, eta) -> eta * entropy(u / eta)),
                bounded("exponential", Exponential::new, 0.99, (u, eta) -> 2 * Math.sqrt(u * (eta - u))),
                bounded(
                        "squared-hinge(t=3)",
                        r -> new SquaredHinge(Eta.of(r), 3),
                        0.999,
                        (u, eta) -> 9 * u * (eta - u) / eta),
                smoothHinge(1, 0.49),
                smoothHinge(0.2, 0.2),
                new Template(
                        "pairwise-squared", range -> new PairwiseSquared(), RegretBoundTest::leastPairwise, 1, 0.8),
                pairwise("pairwise-logistic", PairwiseLogistic::new, (a, b) -> (a + b) * entropy(a / (a + b))),
                pairwise("pairwise-exponential", PairwiseExponential::new, (a, b) -> 2 * Math.sqrt(a * b)),
                new Template("linear-value", range -> new LinearValue(), RegretBoundTest::leastLinear, 1, 0.999),
                new Template("linear-value(rho=cosh)", RegretBoundTest::cosh, RegretBoundTest::leastCosh, 1, 0.7),
                new Template(
                        "bregman(kullback-leibler)",
                        range -> new Bregman(Potentials.kullbackLeibler(range.largest() > 0 ? range.largest() : 1)),
                        (made, labels, p, mean) -> leastEntropy(labels, p, mean, 0),
                        1,
                        0.7),
                new Template(
                        "bregman(softmax)",
                        range -> new Bregman(Potentials.softmax(mass(range))),
                        (made, labels, p, mean) -> leastEntropy(
                                labels, p, mean, ((Bregman) made).potential().strongConvexity()),
                        1,
                        0.3));
    }

    private static Template bounded(
            String name, Function<UtilityRange, Surrogate> surrogate, double reachedRatio, LeastTerm least) {
        return bounded(name, surrogate, 1, reachedRatio, least);
    }

    private static Template bounded(
            String name,
            Function<UtilityRange, Surrogate> surrogate,
            double largestRatio,
            double reachedRatio,
            LeastTerm least) {
        return new Template(
                name,
                surrogate,
                (made, labels, p, mean) -> {
                    Eta eta = eta(made);
                    double sum = 0;
                    for (double u : mean) {
                        sum += least.of(placed(u, eta), eta.value());
                    }
                    return sum;
                },
                largestRatio,
                reachedRatio);
    }

    /** u + shift, on the edge of 0 … η where it is but for rounding. */
    private static double placed(double u, Eta eta) {
        double placed = u + eta.shift();
        return placed < ON_EDGE * eta.value() ? 0 : placed > eta.value() * (1 - ON_EDGE) ? eta.value() : placed;
    }

    private static Eta eta(Surrogate surrogate) {
        if (surrogate instanceof Logistic logistic) {
            return logistic.eta();
        }
        if (surrogate instanceof Exponential exponential) {
            return exponential.eta();
        }
        if (surrogate instanceof SquaredHinge hinge) {
            return hinge.eta();
        }
        if (surrogate instanceof SmoothHinge hinge) {
            return hinge.eta();
        }
        if (surrogate instanceof PairwiseLogistic logistic) {
            return logistic.eta();
        }
        return ((PairwiseExponential) surrogate).eta();
    }

    /** Half of the paper's constant is enough, see {@link SmoothHinge}. */
    private static Template smoothHinge(double alpha, double reachedRatio) {
        String name = "smooth-hinge(alpha=" + alpha + ")";
        return bounded(name, r -> new SmoothHinge(Eta.of(r), alpha), 0.5, reachedRatio, (u, eta) -> {
            double x = Math.min(u, eta - u);
            return x > (1 - alpha) * eta
                    ? x * (eta - x) / (2 * alpha * eta)
                    : (1 - alpha / 2) * x - alpha * x * x / (2 * (eta - x));
        });
    }

    private static Template pairwise(String name, Function<UtilityRange, Surrogate> surrogate, LeastTerm least) {
        return new Template(
                name,
                surrogate,
                (made, labels, p, mean) -> {
                    Eta eta = eta(made);
                    double sum = 0;
                    for (int i = 0; i < mean.length; i++) {
                        for (int j = 0; j < i; j++) {
                            double a = placed(mean[i], eta);
                            double b = placed(mean[j], eta);
                            sum += a + b == 0 ? 0 : least.of(a, b);
                        }
                    }
                    return sum;
                },
                1,
                0.8);
    }

    /** −q log q − (1 − q) log(1 − q). */
    private static double entropy(double q) {
        return q <= 0 || q >= 1 ? 0 : -q * Math.log(q) - (1 - q) * Math.log1p(-q);
    }

    private static double leastSquared(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        double sum = 0;
        for (int y = 0; y < p.length; y++) {
            for (int i = 0; i < mean.length; i++) {
                sum += p[y] * Math.pow(labels[y][i] - mean[i], 2);
            }
        }
        return sum;
    }

    private static double leastPairwise(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        double sum = 0;
        for (int y = 0; y < p.length; y++) {
            for (int i = 0; i < mean.length; i++) {
                for (int j = 0; j < i; j++) {
                    sum += p[y] * Math.pow(labels[y][i] - labels[y][j] - (mean[i] - mean[j]), 2);
                }
            }
        }
        return sum;
    }

    private static double leastLinear(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        return -Arrays.stream(mean).map(u -> u * u / 2).sum();
    }

    private static Surrogate cosh(UtilityRange range) {
        return new LinearValue(Rho.COSH, 0.5, Math.max(range.largest(), -range.least()));
    }

    private static double leastCosh(Surrogate surrogate, double[][] labels, double[] p, double[] mean) {
        // −(νρ)*(u) = −(u arsinh(u/ν) − √(ν² + u²) + ν)
        return -Arrays.stream(mean)
                .map(u -> u * Math.log(u / 0.5 + Math.hypot(u / 0.5, 1)) - Math.hypot(0.5, u) + 0.5)
                .sum();
    }

    /** At least what the utilities of a label can add up to. */
    private static double mass(UtilityRange range) {
        return MOST_ITEMS * (range.largest() > 0 ? range.largest() : 1);
    }

    /** E[ψ(v)] − ψ(E[v]) for ψ = Σ v log v, and the same of what is left of the mass 2/μ where μ is given. */
    private static double leastEntropy(double[][] labels, double[] p, double[] mean, double mu) {
        double least = -negativeEntropy(mean, mu);
        for (int y = 0; y < p.length; y++) {
            least += p[y] * negativeEntropy(labels[y], mu);
        }
        return least;
    }

    private static double negativeEntropy(double[] v, double mu) {
        double sum = 0;
        double rest = mu > 0 ? 2 / mu : 0;
        for (double value : v) {
            sum += value > 0 ? value * Math.log(value) : 0;
            rest -= value;
        }
        return sum + (mu > 0 && rest > 0 ? rest * Math.log(rest) : 0);
    }

    static Stream<Arguments> templatesAndMeasures() {
        return templates().stream()
                .flatMap(template -> MEASURES.stream()
                        // utilities of pairs are negative, for which these have no domain
                        .filter(text -> !template.name().startsWith("bregman") || !text.matches("pd.*|two-grade.*"))
                        .map(text -> Arguments.of(template, text)));
    }

    @ParameterizedTest
    @MethodSource("templatesAndMeasures")
    void theRegretNeverExceedsItsBound(Object given, String text) {
        Template template = (Template) given;
        boolean twoGrades = text.startsWith("two-grade ");
        MeasureSpec spec = MeasureSpec.parse(text.replace("two-grade ", ""));
        RankingTarget<double[]> target = twoGrades ? RankingTargets.ofTwoGrades(spec) : RankingTargets.of(spec);
        Random random = new Random(text.hashCode());
        double[] worst = new double[MOST_ITEMS + 1];
        for (int round = 0; round < DRAWS / DRAWS_PER_LABELS; round++) {
            int items = 2 + round % (MOST_ITEMS - 1);
            double ratio = new Trial(template, target, spec, twoGrades, items, random).worstRatio();
            worst[items] = Math.max(worst[items], ratio);
        }
        for (int items = 2; items <= MOST_ITEMS; items++) {
            double most = template.name().equals("pairwise-squared") ? Math.sqrt(2.0 / items) : template.largestRatio();
            assertThat(worst[items]).as("%d items", items).isLessThanOrEqualTo(most * (1 + 1e-9));
        }
        // the draws come near the bound, so that it could not be much smaller
        assertThat(Arrays.stream(worst).max().orElseThrow()).isGreaterThan(template.reachedRatio());
    }

    /** A few labels, with many probabilities and scores. */
    private static final class Trial {
        private final RankingProblem labelled;
        private final double[][] labels;
        private final UtilityRange range;
        private final Surrogate surrogate;
        private final Template template;
        private final double constant;
        private final Random random;
        private final Scratch scratch = new Scratch();
        private final double[] gradient;
        private final double[] mean;
        private final double[] scores;

        Trial(
                Template template,
                RankingTarget<double[]> target,
                MeasureSpec spec,
                boolean twoGrades,
                int items,
                Random random) {
            List<double[]> grades = new ArrayList<>();
            this.labels = new double[2 + random.nextInt(2)][items];
            UtilityRange seen = UtilityRange.ZERO;
            double[] scale = twoGrades || random.nextBoolean() ? new double[] {0, 1} : new double[] {0, 1, 2, 3};
            for (double[] alpha : labels) {
                double[] label = RankingProblem.randomLabel(items, scale, random);
                grades.add(label);
                target.encodeInto(label, alpha);
                seen = seen.including(alpha, items);
            }
            this.range = seen;
            this.labelled = new RankingProblem(spec, grades, new double[labels.length]);
            this.surrogate = template.surrogate().apply(range);
            this.template = template;
            RegretBound bound =
                    Objects.requireNonNull(surrogate.guarantee(target, items).bound());
            this.constant = bound.constant();
            this.random = random;
            this.gradient = new double[items];
            this.mean = new double[items];
            this.scores = new double[items];
        }

        double worstRatio() {
            double worst = 0;
            for (int draw = 0; draw < DRAWS_PER_LABELS; draw++) {
                RankingProblem problem = drawProblem();
                drawScores();
                double risk = 0;
                for (int y = 0; y < labels.length; y++) {
                    risk += problem.p()[y] * surrogate.gradientInto(scores, labels[y], mean.length, scratch, gradient);
                }
                double least = template.least().of(surrogate, labels, problem.p(), mean);
                double rounding = 1e-12 * (1 + Math.abs(risk) + Math.abs(least));
                if (risk < least - rounding) {
                    throw new AssertionError("risk " + risk + " is below its infimum " + least + " for " + problem);
                }
                double regret = worstRegret(problem);
                if (regret > 1e-4) {
                    worst = Math.max(worst, regret / (bound() * Math.sqrt(risk - least + rounding)));
                }
            }
            return worst;
        }

        private RankingProblem drawProblem() {
            while (true) {
                double[] p = RankingProblem.randomWeights(labels.length, random);
                Arrays.fill(mean, 0);
                boolean beside = false;
                for (int i = 0; i < mean.length; i++) {
                    for (int y = 0; y < labels.length; y++) {
                        mean[i] += p[y] * labels[y][i];
                    }
                    double share = (mean[i] - range.least()) / Math.max(range.largest() - range.least(), 1e-300);
                    double edge = Math.min(share, 1 - share);
                    beside |= edge > ON_EDGE && edge < NEAR_EDGE;
                }
                if (!beside) {
                    return labelled.with(p);
                }
            }
        }

        /** c · C_φ(2); for the pairwise logistic and exponential c is 2 √‖U‖∞, which η only bounds. */
        private double bound() {
            if (!(surrogate instanceof PairwiseLogistic) && !(surrogate instanceof PairwiseExponential)) {
                return constant;
            }
            Eta eta = eta(surrogate);
            double largest = Arrays.stream(mean).max().orElseThrow() + eta.shift();
            return constant * Math.sqrt(Math.max(largest, 1e-300) / eta.value());
        }

        /** At random, near the best scores, or the best ones with some items tied as if their utilities were the mean. */
        private void drawScores() {
            int kind = random.nextInt(6);
            double[] pooled = mean.clone();
            if (kind >= 3) {
                int[] order = Ranking.byScores(mean).toItems();
                int pairs = kind == 3 ? 1 : mean.length / 2;
                int first = kind == 3 ? random.nextInt(mean.length) : 0;
                for (int pair = 0; pair < pairs; pair++) {
                    int i = order[(first + pair) % mean.length];
                    int j = order[kind == 3 ? random.nextInt(mean.length) : mean.length - 1 - pair];
                    pooled[i] = (mean[i] + mean[j]) / 2;
                    pooled[j] = pooled[i];
                }
            }
            double[] best = surrogate.optimalScores(pooled).orElseThrow();
            double scale = Math.pow(10, -4 * random.nextDouble());
            for (int i = 0; i < scores.length; i++) {
                double centre = Math.max(-30, Math.min(30, best[i]));
                scores[i] = switch (kind) {
                    case 0 -> 2 * random.nextGaussian();
                    case 1, 2 -> centre + scale * random.nextGaussian();
                    default -> centre;
                };
            }
        }

        /** Of the rankings that agree with the scores, ties in any order. */
        private double worstRegret(RankingProblem problem) {
            List<Ranking> rankings = RankingProblem.rankings(scores.length);
            double worst = 0;
            for (int t = 0; t < rankings.size(); t++) {
                if (agrees(rankings.get(t))) {
                    worst = Math.max(worst, problem.regret(t));
                }
            }
            return worst;
        }

        private boolean agrees(Ranking ranking) {
            for (int position = 1; position < scores.length; position++) {
                if (scores[ranking.itemAt(position - 1)] < scores[ranking.itemAt(position)]) {
                    return false;
                }
            }
            return true;
        }
    }
}
