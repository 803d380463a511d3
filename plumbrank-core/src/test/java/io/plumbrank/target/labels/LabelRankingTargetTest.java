package io.plumbrank.target.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.PositionalMeasure;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.LowRankLossContract;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.measures.DisagreementScores;
import io.plumbrank.target.measures.PairScale;
import io.plumbrank.target.measures.RankingTargets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Oracle: the measures themselves, averaged over all labels of a distribution, for all r! rankings. */
class LabelRankingTargetTest extends LowRankLossContract<double[], Ranking> {
    private static final List<String> MEASURES = List.of("kendall", "spearman", "pd", "pd(weight=difference)");

    /** Pairs, whatever is known; scores where they hold the whole loss; and full rankings as those lose positions at random. */
    @Override
    protected Stream<Case<double[], Ranking>> cases() {
        return Stream.concat(ofLabels(), ofFullRankings());
    }

    private static Stream<Case<double[], Ranking>> ofFullRankings() {
        return Stream.of("kendall", "spearman", "pd")
                .flatMap(measure -> Stream.of(2, 3, 4)
                        .map(labels -> new LabelRankingTarget(
                                MeasureSpec.parse(measure),
                                labels,
                                measure.equals("spearman") ? Form.SCORES : Form.PAIRS,
                                OrderingDecoder.EXACT,
                                false,
                                Missing.RANDOM)))
                .map(target -> new Case<>(
                        target,
                        RankingProblem.rankings(target.labels()).stream()
                                .map(ranking -> IntStream.range(0, target.labels())
                                        .mapToDouble(label -> 1 + ranking.positionOf(label))
                                        .toArray())
                                .toList(),
                        RankingProblem.rankings(target.labels())));
    }

    private Stream<Case<double[], Ranking>> ofLabels() {
        return MEASURES.stream()
                .flatMap(measure -> Stream.of(
                        target(measure, 2, Form.PAIRS, true),
                        target(measure, 3, Form.PAIRS, true),
                        target(measure, 4, Form.PAIRS, true),
                        target(measure, 3, Form.PAIRS, false),
                        target(measure, 3, Form.PAIRS, false).decodedBy(OrderingDecoder.ALGORITHM1),
                        target(measure, 3, Form.SCORES, true)))
                .filter(target ->
                        target.form() == Form.PAIRS || target.guarantee().calibration() == Calibration.ALWAYS)
                .map(target -> new Case<>(target, positions(target), RankingProblem.rankings(target.labels())));
    }

    /** All labels with positions 1, 2, 3, and unless complete not known. */
    private static List<double[]> positions(LabelRankingTarget target) {
        List<double[]> all = new ArrayList<>(List.of(new double[0]));
        while (all.get(0).length < target.labels()) {
            double[] shorter = all.remove(0);
            for (double position : target.complete() ? new double[] {1, 2, 3} : new double[] {1, 2, 3, Double.NaN}) {
                double[] longer = Arrays.copyOf(shorter, shorter.length + 1);
                longer[shorter.length] = position;
                all.add(longer);
            }
        }
        return all;
    }

    /** P_DAG of the expected pairs: some ranking contradicts none. */
    @Override
    protected boolean covers(Case<double[], Ranking> given, double[] p) {
        LabelRankingTarget target = (LabelRankingTarget) given.loss();
        if (target.guarantee().calibration() == Calibration.ALWAYS || target.missing() == Missing.RANDOM) {
            return true;
        }
        double[] mean = new Labels(target.labels(), given.labels(), p).meanEncoding(target);
        return given.predictions().stream().anyMatch(ranking -> LabelPairs.contradicted(mean, ranking) <= 1e-12);
    }

    static Stream<Arguments> draws() {
        return LongStream.rangeClosed(1, 25)
                .boxed()
                .flatMap(seed -> MEASURES.stream().map(measure -> Arguments.of(measure, seed)));
    }

    private static LabelRankingTarget target(String measure, int labels, Form form, boolean complete) {
        return new LabelRankingTarget(MeasureSpec.parse(measure), labels, form, OrderingDecoder.EXACT, complete);
    }

    /** A distribution over positions with ties and, unless complete, with unknown ones. */
    private record Labels(int size, List<double[]> positions, double[] probabilities) {
        static Labels random(long seed, boolean complete) {
            SplittableRandom random = new SplittableRandom(seed);
            int r = 2 + random.nextInt(4);
            int count = 1 + random.nextInt(5);
            List<double[]> positions = new ArrayList<>();
            double[] probabilities = random.doubles(count, 0.1, 1).toArray();
            double sum = Arrays.stream(probabilities).sum();
            for (int y = 0; y < count; y++) {
                double[] places = new double[r];
                for (int i = 0; i < r; i++) {
                    boolean unknown = !complete && random.nextInt(4) == 0;
                    places[i] = unknown ? Double.NaN : 1 + random.nextInt(r + 1);
                }
                positions.add(places);
                probabilities[y] /= sum;
            }
            return new Labels(r, positions, probabilities);
        }

        double[] meanEncoding(LabelRankingTarget target) {
            double[] mean = new double[target.encodedSize()];
            double[] alpha = new double[mean.length];
            for (int y = 0; y < probabilities.length; y++) {
                target.encodeInto(positions.get(y), alpha);
                for (int i = 0; i < mean.length; i++) {
                    mean[i] += probabilities[y] * alpha[i];
                }
            }
            return mean;
        }

        /** The expected measure, as a gain; labels on which it does not count add nothing. */
        double expected(LabelRankingTarget target, Ranking ranking) {
            double sum = 0;
            for (int y = 0; y < probabilities.length; y++) {
                double value = target.value(positions.get(y), ranking);
                sum += Double.isNaN(value) ? 0 : probabilities[y] * value;
            }
            return target.measure().largerIsBetter() ? sum : -sum;
        }

        double best(LabelRankingTarget target) {
            double[] best = {Double.NEGATIVE_INFINITY};
            Ranking.forEach(size, ranking -> best[0] = Math.max(best[0], expected(target, ranking)));
            return best[0];
        }

        boolean scoresAgreeWithPairs(double[] pairs, double[] scores) {
            for (int i = 0, pair = 0; i < size; i++) {
                for (int j = i + 1; j < size; j++, pair++) {
                    double ahead = scores[i] - scores[j];
                    if ((pairs[pair] > 1e-12 && ahead <= 1e-12) || (pairs[pair] < -1e-12 && ahead >= -1e-12)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    @ParameterizedTest
    @MethodSource("draws")
    void theLossIsTheShortfallOfTheMeasure(String measure, long seed) {
        Labels labels = Labels.random(seed, false);
        LabelRankingTarget target = target(measure, labels.size, Form.PAIRS, false);
        for (double[] positions : labels.positions) {
            Labels one = new Labels(labels.size, List.of(positions), new double[] {1});
            double best = one.best(target);
            Ranking.forEach(
                    labels.size,
                    ranking -> assertThat(target.loss(positions, ranking))
                            .isCloseTo(best - one.expected(target, ranking), within(1e-12)));
        }
    }

    @ParameterizedTest
    @MethodSource("draws")
    void decodingTheMeanOfPairsIsBayesOptimal(String measure, long seed) {
        Labels labels = Labels.random(seed, false);
        LabelRankingTarget target = target(measure, labels.size, Form.PAIRS, false);
        Ranking decoded = target.decode(labels.meanEncoding(target));
        assertThat(labels.expected(target, decoded)).isCloseTo(labels.best(target), within(1e-12));
        assertThat(target.guarantee().calibration()).isEqualTo(Calibration.ALWAYS);
    }

    @ParameterizedTest
    @MethodSource("draws")
    void sortingTheMeanOfScoresIsBayesOptimalWhereItIsPromised(String measure, long seed) {
        for (boolean complete : List.of(true, false)) {
            Labels labels = Labels.random(seed, complete);
            LabelRankingTarget target = target(measure, labels.size, Form.SCORES, complete);
            double[] scores = labels.meanEncoding(target);
            double[] pairs = labels.meanEncoding(target(measure, labels.size, Form.PAIRS, complete));
            boolean always = target.guarantee().calibration() == Calibration.ALWAYS;
            assertThat(always).isEqualTo(complete && (measure.equals("spearman") || measure.contains("difference")));
            if (always || labels.scoresAgreeWithPairs(pairs, scores)) {
                Ranking decoded = target.decode(scores);
                assertThat(labels.expected(target, decoded)).isCloseTo(labels.best(target), within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("draws")
    void theRegretKeepsToItsBound(String measure, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Labels labels = Labels.random(seed, true);
        for (Form form : Form.values()) {
            LabelRankingTarget target = target(measure, labels.size, form, true);
            RegretBound bound = target.guarantee().bound();
            if (bound == null) {
                continue;
            }
            double[] u = labels.meanEncoding(target);
            double squares = 0;
            for (int i = 0; i < u.length; i++) {
                double step = random.nextDouble(-0.3, 0.3);
                u[i] += step;
                squares += step * step;
            }
            double regret = labels.best(target) - labels.expected(target, target.decode(u));
            assertThat(regret).isLessThanOrEqualTo(bound.at(squares) * (1 + 1e-9) + 1e-12);
        }
    }

    /** Oracle: the target of rankers, whose grades have no gaps. */
    @ParameterizedTest
    @MethodSource("draws")
    void whereAllIsKnownScoresAreThoseOfItemsWithGrades(String measure, long seed) {
        Labels labels = Labels.random(seed, true);
        LabelRankingTarget target = target(measure, labels.size, Form.SCORES, true);
        DisagreementScores<double[]> items = switch (measure) {
            case "kendall" -> DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.CORRELATION);
            case "pd" -> DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.SHARE);
            default -> DisagreementScores.ofGrades(PairWeight.DIFFERENCE, PairScale.SHARE);
        };
        double[] actual = new double[labels.size];
        double[] expected = new double[labels.size];
        for (double[] positions : labels.positions) {
            target.encodeInto(positions, actual);
            double[] grades = Arrays.stream(positions).map(p -> -p).toArray();
            if (measure.equals("spearman")) {
                RankingTargets.of(MeasureSpec.parse(measure)).encodeInto(grades, expected);
                PositionalMeasure spearman =
                        (PositionalMeasure) MeasureSpec.parse(measure).measure();
                double mean = Arrays.stream(expected).average().orElse(0);
                double step = spearman.discount(0, labels.size) - spearman.discount(1, labels.size);
                Arrays.setAll(expected, i -> labels.size * step * (expected[i] - mean));
            } else {
                items.encodeInto(grades, expected);
            }
            assertThat(actual).containsExactly(expected, within(1e-12));
        }
    }

    @ParameterizedTest
    @MethodSource("draws")
    void algorithm1IsBayesOptimalWithoutCycles(String measure, long seed) {
        Labels labels = Labels.random(seed, false);
        LabelRankingTarget target = new LabelRankingTarget(
                MeasureSpec.parse(measure), labels.size, Form.PAIRS, OrderingDecoder.ALGORITHM1, false);
        assertThat(target.guarantee().condition()).contains("form no cycle, where y_ij is", "(P_DAG)");
        double[] pairs = labels.meanEncoding(target);
        double[] scores = labels.meanEncoding(target(measure, labels.size, Form.SCORES, false));
        // P_f implies that there is no cycle
        if (labels.scoresAgreeWithPairs(pairs, scores)) {
            assertThat(labels.expected(target, target.decode(pairs))).isCloseTo(labels.best(target), within(1e-12));
        }
    }

    @Test
    void whatIsNotKnownEncodesNothing() {
        double nan = Double.NaN;
        double[] alpha = new double[3];
        target("kendall", 3, Form.PAIRS, false).encodeInto(new double[] {nan, 1, nan}, alpha);
        assertThat(alpha).containsExactly(0, 0, 0);
        target("kendall", 3, Form.PAIRS, false).encodeInto(new double[] {2, nan, 1}, alpha);
        assertThat(alpha).containsExactly(0, -2, 0);
        target("kendall", 3, Form.SCORES, false).encodeInto(new double[] {2, nan, 1}, alpha);
        assertThat(alpha).containsExactly(-2, 0, 2);
        LabelRankingTarget target = target("kendall", 3, Form.PAIRS, false);
        assertThat(target.value(new double[] {nan, 1, nan}, Ranking.identity(3)))
                .isNaN();
        assertThat(target.value(new double[] {5, nan, 1}, Ranking.identity(3))).isEqualTo(-1);
    }

    @Test
    void otherMeasuresAndDecodersAreRefused() {
        assertThatThrownBy(() -> target("ndcg@10", 3, Form.PAIRS, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rankings of labels are trained for kendall, spearman or pd, not for 'ndcg@10'");
        MeasureSpec kendall = MeasureSpec.parse("kendall");
        assertThatThrownBy(() -> new LabelRankingTarget(kendall, 3, Form.PAIRS, OrderingDecoder.BORDA, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("take the surrogate squared");
        assertThatThrownBy(() -> target("kendall", 1, Form.PAIRS, true)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Form.ofSurrogate("logistic")).isInstanceOf(IllegalArgumentException.class);
        LabelRankingTarget searched =
                new LabelRankingTarget(kendall, 3, Form.PAIRS, OrderingDecoder.LOCAL_SEARCH, true);
        assertThat(searched.guarantee().calibration()).isEqualTo(Calibration.NO);
    }

    @Test
    void sizesAreThoseOfTheFormulaOrRefused() {
        assertThat(target("kendall", 60_000, Form.PAIRS, true).encodedSize()).isEqualTo(1_799_970_000);
        assertThat(target("kendall", 70_000, Form.PAIRS, true).dimension()).isEqualTo(2_449_965_000L);
        assertThat(target("kendall", 70_000, Form.SCORES, true).encodedSize()).isEqualTo(70_000);
        assertThatThrownBy(() -> target("kendall", 70_000, Form.PAIRS, true).encodedSize())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("70000 items have 2449965000 pairs");
    }

    @Test
    void theExactDecoderPromisesItsProofOnlyWhereItAlwaysComes() {
        assertThat(target("kendall", 22, Form.PAIRS, true).guarantee().notPromised())
                .noneMatch(sentence -> sentence.contains("does not prove it"));
        assertThat(target("kendall", 23, Form.PAIRS, true).guarantee().notPromised())
                .anyMatch(sentence -> sentence.contains("decoder exact does not prove it in its 5000000000 steps"));
        assertThat(target("kendall", 23, Form.SCORES, false).guarantee().notPromised())
                .noneMatch(sentence -> sentence.contains("does not prove it"));
    }

    /** Oracle: the measure of both rankings, averaged over a distribution of full rankings. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "kendall pairs label",
                "pd pairs label",
                "spearman pairs label",
                "spearman scores label",
                "pd(weight=difference) scores label",
                "kendall pairs random",
                "kendall scores random",
                "spearman scores random"
            })
    void costsAreWhatTheMeasureIsExpectedToLose(String text) {
        String[] words = text.split(" ");
        boolean random = words[2].equals("random");
        LabelRankingTarget target = new LabelRankingTarget(
                MeasureSpec.parse(words[0]),
                4,
                words[1].equals("pairs") ? Form.PAIRS : Form.SCORES,
                OrderingDecoder.EXACT,
                !random,
                random ? Missing.RANDOM : Missing.LABEL);
        SplittableRandom seeds = new SplittableRandom(5);
        List<Ranking> all = RankingProblem.rankings(4);
        for (int trial = 0; trial < 20; trial++) {
            double[] u = new double[target.encodedSize()];
            double[] means = new double[all.size()];
            double[] p = all.stream().mapToDouble(y -> seeds.nextDouble()).toArray();
            double total = Arrays.stream(p).sum();
            for (int y = 0; y < p.length; y++) {
                Ranking label = all.get(y);
                double[] positions = IntStream.range(0, 4)
                        .mapToDouble(i -> 1 + label.positionOf(i))
                        .toArray();
                double[] alpha = new double[u.length];
                target.encodeInto(positions, alpha);
                for (int o = 0; o < u.length; o++) {
                    u[o] += p[y] / total * alpha[o];
                }
                for (int t = 0; t < means.length; t++) {
                    means[t] += p[y] / total * target.value(positions, all.get(t));
                }
            }
            for (int t = 1; t < means.length; t++) {
                double lost = Math.abs(means[0] - means[t]);
                double cost = target.costAbove(u, all.get(t), all.get(0)).orElseThrow();
                // a measure may be a loss, as pd is, or a correlation
                assertThat(Math.abs(cost)).isCloseTo(lost, within(1e-9));
                if (cost > 1e-9) {
                    assertThat(target.costAbove(u, all.get(0), all.get(t)).orElseThrow())
                            .isCloseTo(-cost, within(1e-12));
                }
            }
            Ranking best = target.decode(u);
            if (!words[1].equals("scores") || !words[0].equals("kendall")) {
                all.forEach(other -> assertThat(target.costAbove(u, other, best).orElseThrow())
                        .isGreaterThan(-1e-9));
            }
        }
    }

    @Test
    void scoresThatDoNotHoldTheLossTellNoCosts() {
        LabelRankingTarget scores =
                new LabelRankingTarget(MeasureSpec.parse("kendall"), 3, Form.SCORES, OrderingDecoder.EXACT, true);
        assertThat(scores.costAbove(new double[3], Ranking.identity(3), Ranking.identity(3)))
                .isEmpty();
    }
}
