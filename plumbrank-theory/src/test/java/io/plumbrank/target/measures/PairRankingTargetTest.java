package io.plumbrank.target.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.LowRankLossContract;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.Samples;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.theory.conditions.ConditionTest;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairRankingTargetTest extends LowRankLossContract<double[], Ranking> {

    @Override
    protected Stream<Case<double[], Ranking>> cases() {
        return Stream.of(
                        "map exact 3",
                        "map exact 4",
                        "map(rel=2) auto 3",
                        "map diagonal 3",
                        "pd exact 3",
                        "pd auto 4",
                        "pd(weight=difference) exact 3",
                        "kendall exact 3",
                        "pd algorithm1 4",
                        "kendall algorithm1 3")
                .map(text -> text.split(" "))
                .map(words -> new Case<>(
                        RankingTargets.byPairs(MeasureSpec.parse(words[0])).decodedBy(words[1]),
                        PositionalTargetTest.labels(Integer.parseInt(words[2])),
                        RankingProblem.rankings(Integer.parseInt(words[2]))));
    }

    /** The number of items. */
    @Override
    protected double divisor(Case<double[], Ranking> given) {
        return given.labels().get(0).length;
    }

    @Override
    @Nullable
    protected RegretBound bound(Case<double[], Ranking> given) {
        return ((PairRankingTarget<double[]>) given.loss())
                .guarantee(given.labels().get(0).length)
                .bound();
    }

    @Override
    protected boolean covers(Case<double[], Ranking> given, double[] p) {
        PairRankingTarget<double[]> target = (PairRankingTarget<double[]>) given.loss();
        if (target.guarantee().calibration() == Calibration.ALWAYS) {
            return true;
        }
        int items = given.labels().get(0).length;
        LabelDistribution<double[]> distribution = LabelDistribution.of(given.labels(), p);
        return target.scores() instanceof DisagreementScores<double[]> scores
                ? ConditionTest.ofPairs(items, scores)
                        .breach(NoiseCondition.DAG, distribution)
                        .isEmpty()
                : ConditionTest.ofAveragePrecision(items, target.scores())
                        .breach(NoiseCondition.REINFORCE, distribution)
                        .isEmpty();
    }

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    /** Noisy votes, with both directions of a pair in one label: the exact decoder of the mean encoding against all rankings. */
    @ParameterizedTest
    @MethodSource("seeds")
    void decodingTheMeanOfVotesIsBayesOptimal(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = 2 + random.nextInt(4);
        PairRankingTarget<PreferenceGraph> target =
                RankingTargets.ofPreferences(MeasureSpec.parse("pd")).byPairs().orElseThrow();
        int labels = 1 + random.nextInt(4);
        double[] mean = new double[items * (items - 1) / 2];
        double[] alpha = new double[mean.length];
        List<double[][]> votes = new ArrayList<>();
        for (int label = 0; label < labels; label++) {
            double[][] y = new double[items][items];
            List<PreferenceGraph.Preference> drawn = new ArrayList<>();
            for (int vote = 0; vote < 6; vote++) {
                int above = random.nextInt(items);
                int below = (above + 1 + random.nextInt(items - 1)) % items;
                y[above][below]++;
                drawn.add(new PreferenceGraph.Preference(above, below, 1));
            }
            votes.add(y);
            target.encodeInto(PreferenceGraph.sum(items, drawn), alpha);
            for (int pair = 0; pair < mean.length; pair++) {
                mean[pair] += alpha[pair] / labels;
            }
        }
        double best = RankingProblem.rankings(items).stream()
                .mapToDouble(ranking -> risk(votes, ranking))
                .min()
                .orElseThrow();
        assertThat(risk(votes, target.decode(mean))).isCloseTo(best, within(1e-12));
    }

    /** The mean share of the six votes of a label that a ranking contradicts. */
    private static double risk(List<double[][]> votes, Ranking ranking) {
        double contradicted = 0;
        for (double[][] y : votes) {
            for (int i = 0; i < y.length; i++) {
                for (int j = 0; j < y.length; j++) {
                    contradicted += ranking.positionOf(i) > ranking.positionOf(j) ? y[i][j] : 0;
                }
            }
        }
        return contradicted / 6 / votes.size();
    }

    /** ℓ(y,σ) − ℓ(y,σ') = ⟨α_y, β_σ − β_σ'⟩, against the loss of the measure. */
    @ParameterizedTest
    @ValueSource(strings = {"map", "map(rel=2)", "pd", "pd(weight=difference)", "kendall"})
    void theLossIsTheProductOfEncodingAndEmbedding(String measure) {
        PairRankingTarget<double[]> target = RankingTargets.byPairs(MeasureSpec.parse(measure));
        Random random = new Random(1);
        for (int draw = 0; draw < 300; draw++) {
            int items = 2 + random.nextInt(4);
            double[] label = RankingProblem.randomLabel(items, new double[] {0, 0, 1, 2, 3.5}, random);
            double[] alpha = new double[target.encodedSize(label)];
            target.encodeInto(label, alpha);
            List<Ranking> rankings = RankingProblem.rankings(items);
            Ranking one = rankings.get(random.nextInt(rankings.size()));
            Ranking two = rankings.get(random.nextInt(rankings.size()));
            double[] betaOne = target.embedding(one);
            double[] betaTwo = target.embedding(two);
            double product = 0;
            for (int i = 0; i < alpha.length; i++) {
                product += alpha[i] * (betaOne[i] - betaTwo[i]);
            }
            assertThat(product).isCloseTo(target.loss(label, one) - target.loss(label, two), within(1e-12));
            assertThat(target.decode(alpha))
                    .satisfies(best -> assertThat(target.loss(label, best)).isCloseTo(0, within(1e-12)));
        }
    }

    /** Against products with the embedding, and the loss of the measure. */
    @ParameterizedTest
    @ValueSource(strings = {"pd", "pd(weight=difference)", "kendall"})
    void whatADecoderKnowsIsInUnitsOfTheMeasure(String measure) {
        PairRankingTarget<double[]> target =
                RankingTargets.byPairs(MeasureSpec.parse(measure)).decodedBy("local-search");
        Random random = new Random(1);
        for (int items : new int[] {2, 5, 30}) {
            double[] label = random.doubles(items).toArray();
            double[] mean = new double[target.encodedSize(items)];
            double[] alpha = new double[mean.length];
            for (int copy = 0; copy < 3; copy++) {
                target.encodeInto(random.doubles(items).toArray(), alpha);
                for (int at = 0; at < mean.length; at++) {
                    mean[at] += alpha[at] / 3;
                }
            }
            target.encodeInto(label, alpha);
            DecodeResult own = target.decode(alpha, DecodeLimits.defaults());
            DecodeResult found = target.decode(mean, DecodeLimits.ofSteps(0));
            assertThat(found.value()).isCloseTo(product(mean, target.embedding(found.ranking())), within(1e-12));
            double lost = target.loss(label, found.ranking()) - target.loss(label, own.ranking());
            assertThat(product(alpha, target.embedding(found.ranking())) - own.value())
                    .isCloseTo(lost, within(1e-12));
            assertThat(found.gap()).isLessThanOrEqualTo(measure.equals("kendall") ? 2 : 1);
        }
    }

    private static double product(double[] alpha, double[] beta) {
        double sum = 0;
        for (int at = 0; at < alpha.length; at++) {
            sum += alpha[at] * beta[at];
        }
        return sum;
    }

    @Test
    void graphsAreEncodedToTheirDifferences() {
        PreferenceGraph graph = PreferenceGraph.of(
                4, List.of(new PreferenceGraph.Preference(3, 1, 2), new PreferenceGraph.Preference(0, 2, 5)));
        double[] alpha = new double[6];
        DisagreementScores.ofGraphs(PairScale.SUM).byPairs().orElseThrow().encodeInto(graph, alpha);
        assertThat(alpha).containsExactly(0, 5, 0, 0, -2, 0); // 12, 13, 14, 23, 24, 34
    }

    @Test
    void theConstantIsAtLeastTheLargestDistance() {
        for (String measure : List.of("map", "pd")) {
            PairRankingTarget<double[]> target = RankingTargets.byPairs(MeasureSpec.parse(measure));
            for (int items = 2; items <= 6; items++) {
                double largest = 0;
                for (Ranking ranking : RankingProblem.rankings(items)) {
                    double[] first = target.embedding(Ranking.identity(items));
                    largest = Math.max(largest, Samples.squaredDistance(first, target.embedding(ranking)));
                }
                double constant =
                        Objects.requireNonNull(target.guarantee(items).bound()).constant() / Math.sqrt(items);
                assertThat(constant).isGreaterThanOrEqualTo(Math.sqrt(largest) - 1e-12);
                assertThat(constant).isLessThan(1.2 * Math.sqrt(largest));
            }
        }
    }

    /** Against the constants of the embedding of small queries, whose entries are sorted one by one. */
    @Test
    void theConstantOfAveragePrecisionIsThatOfEntriesThatRunAgainstEachOther() {
        PairRankingTarget<double[]> target = RankingTargets.byPairs(MeasureSpec.parse("map"));
        for (int items = 1; items <= 40; items++) {
            double[] entries = target.embedding(Ranking.identity(items));
            Arrays.sort(entries);
            double sum = 0;
            for (int k = 0; k < entries.length; k++) {
                sum += Math.pow(entries[k] - entries[entries.length - 1 - k], 2);
            }
            double constant =
                    Objects.requireNonNull(target.guarantee(items).bound()).constant() / Math.sqrt(items);
            assertThat(constant).isCloseTo(Math.sqrt(sum), within(1e-12));
        }
    }

    @Test
    void sizesAreThoseOfTheFormulaOrRefused() {
        PairRankingTarget<double[]> map = RankingTargets.byPairs(MeasureSpec.parse("map"));
        PairRankingTarget<double[]> pd = RankingTargets.byPairs(MeasureSpec.parse("pd"));
        assertThat(map.encodedSize(60_000)).isEqualTo(1_800_030_000);
        assertThat(pd.encodedSize(65_536)).isEqualTo(2_147_450_880);
        assertThat(map.largestDistance(60_000)).isBetween(3.0, 10.0);
        assertThat(pd.largestDistance(70_000)).isCloseTo(1 / Math.sqrt(2_449_965_000.0), within(1e-15));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> map.encodedSize(65_536))
                .withMessageContaining("65536 items have 2147516416 pairs");
        assertThatIllegalArgumentException().isThrownBy(() -> pd.encodedSize(70_000));
    }

    @Test
    void theDecoderDecidesThePromise() {
        Guarantee exact = RankingTargets.byPairs(MeasureSpec.parse("map")).guarantee();
        assertThat(exact.calibration()).isEqualTo(Calibration.ALWAYS);
        Guarantee diagonal = RankingTargets.byPairs(MeasureSpec.parse("map"))
                .promisedBy("diagonal")
                .guarantee(5);
        assertThat(diagonal.condition()).isEqualTo(NoiseCondition.REINFORCE.words());
        assertThat(diagonal.theorem()).isEqualTo("RAT13, Theorem 4");
        assertThat(diagonal.bound()).isNull();
        Guarantee algorithm1 = RankingTargets.byPairs(MeasureSpec.parse("pd"))
                .promisedBy("algorithm1")
                .guarantee();
        assertThat(algorithm1.condition()).contains("form no cycle", "number of pairs", "(P_DAG)");
        assertThat(algorithm1.sentences()).allMatch(sentence -> sentence.matches("[A-Z].*\\."));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RankingTargets.byPairs(MeasureSpec.parse("pd")).promisedBy("borda"))
                .withMessageContaining("possible: exact, algorithm1");
        assertThat(RankingTargets.byPairs(MeasureSpec.parse("pd"))
                        .decodedBy("local-search")
                        .guarantee(5))
                .satisfies(none -> assertThat(none.calibration()).isEqualTo(Calibration.NO))
                .satisfies(none -> assertThat(none.theorem()).startsWith("a local search may miss the best ranking"));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RankingTargets.byPairs(MeasureSpec.parse("pd")).promisedBy("auto"))
                .withMessageContaining("'auto' has no guarantee");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RankingTargets.byPairs(MeasureSpec.parse("pd")).decodedBy("borda"))
                .withMessageContaining("possible: auto, exact, algorithm1, local-search");
        assertThatIllegalArgumentException().isThrownBy(() -> RankingTargets.byPairs(MeasureSpec.parse("map@3")));
        assertThatIllegalArgumentException().isThrownBy(() -> RankingTargets.byPairs(MeasureSpec.parse("ndcg")));
    }
}
