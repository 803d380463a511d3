package io.plumbrank.surrogate.templates;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.surrogate.templates.Templates.Template;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
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
    private static final int MOST_ITEMS = Templates.MOST_ITEMS;

    /** Just beside the edge of 0 … η the least risks are so steep that rounding of the mean shows; there nothing is drawn. */
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

    static Stream<Arguments> templatesAndMeasures() {
        return Templates.all().stream()
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
                    beside |= edge > Templates.ON_EDGE && edge < NEAR_EDGE;
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
            Eta eta = Templates.eta(surrogate);
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
