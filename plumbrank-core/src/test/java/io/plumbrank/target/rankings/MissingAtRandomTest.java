package io.plumbrank.target.rankings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.labels.LabelRankingTarget;
import io.plumbrank.target.labels.LabelRankingTarget.Form;
import io.plumbrank.target.labels.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The promise for positions that are missing at random, over all distributions of three labels whose probabilities are sixths, and over
 * ways to lose positions. All in whole numbers: a probability is a count over a common one, so that nothing is rounded.
 */
class MissingAtRandomTest {
    private static final int R = 3;
    private static final List<Ranking> RANKINGS = RankingProblem.rankings(R);
    private static final int PAIRS = PairIndex.STRICT.size(R);

    /** How often each set of known labels occurs, by its bits; each pair is known in some. */
    private static final List<long[]> LOSSES = List.of(
            new long[] {0, 0, 0, 1, 0, 1, 1, 0},
            new long[] {1, 2, 3, 4, 5, 6, 7, 8},
            new long[] {0, 0, 9, 1, 0, 2, 1, 0},
            new long[] {0, 0, 0, 20, 0, 1, 1, 1});

    private static LabelRankingTarget target(String measure, Form form) {
        return new LabelRankingTarget(
                MeasureSpec.parse(measure), R, form, OrderingDecoder.EXACT, false, Missing.RANDOM);
    }

    /** All ways to share n among so many. */
    private static List<long[]> shares(int n, int parts) {
        if (parts == 1) {
            return List.of(new long[] {n});
        }
        List<long[]> all = new ArrayList<>();
        for (int first = 0; first <= n; first++) {
            for (long[] rest : shares(n - first, parts - 1)) {
                long[] one = new long[parts];
                one[0] = first;
                System.arraycopy(rest, 0, one, 1, parts - 1);
                all.add(one);
            }
        }
        return all;
    }

    private static double[] positions(Ranking ranking, int known) {
        return IntStream.range(0, R)
                .mapToDouble(label -> (known >> label & 1) == 1 ? 1 + ranking.positionOf(label) : Double.NaN)
                .toArray();
    }

    /** By pair, the sum of signs and the count among the rows that know it, if a ranking loses all but a set so often. */
    private static long[][] known(LabelRankingTarget target, long[] rankings, LongBinaryOperator lost) {
        long[][] sums = new long[2][PAIRS];
        double[] alpha = new double[PAIRS];
        for (int y = 0; y < RANKINGS.size(); y++) {
            for (int set = 0; set < 1 << R; set++) {
                double[] positions = positions(RANKINGS.get(y), set);
                target.encodeInto(positions, alpha);
                boolean[] mask = target.known(positions);
                for (int pair = 0; pair < PAIRS; pair++) {
                    long often = rankings[y] * lost.applyAsLong(y, set);
                    sums[0][pair] += mask[pair] ? often * (long) Math.signum(alpha[pair]) : 0;
                    sums[1][pair] += mask[pair] ? often : 0;
                }
            }
        }
        return sums;
    }

    /** Sums of signs over full rankings. */
    private static long[] full(long[] rankings) {
        long[] sums = new long[PAIRS];
        for (int y = 0; y < RANKINGS.size(); y++) {
            Ranking ranking = RANKINGS.get(y);
            long often = rankings[y];
            PairIndex.STRICT.forEach(
                    R, (i, j, at) -> sums[at] += ranking.positionOf(i) < ranking.positionOf(j) ? often : -often);
        }
        return sums;
    }

    /** Kendall's distance, or for Spearman the squares of differences of positions, summed over rankings. */
    private static long cost(String measure, long[] rankings, Ranking prediction) {
        long cost = 0;
        for (int y = 0; y < RANKINGS.size(); y++) {
            Ranking truth = RANKINGS.get(y);
            for (int i = 0; i < R; i++) {
                int off = truth.positionOf(i) - prediction.positionOf(i);
                cost += measure.equals("spearman") ? rankings[y] * off * off : 0;
                for (int j = 0; j < R && !measure.equals("spearman"); j++) {
                    boolean against = truth.positionOf(i) < truth.positionOf(j)
                            && prediction.positionOf(i) > prediction.positionOf(j);
                    cost += against ? rankings[y] : 0;
                }
            }
        }
        return cost;
    }

    private static long best(String measure, long[] rankings) {
        return RANKINGS.stream()
                .mapToLong(ranking -> cost(measure, rankings, ranking))
                .min()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(strings = {"kendall", "pd", "spearman"})
    void rowsThatKnowAPairHaveItsMeanAndItsDecodingIsTheBayesRankingOfFullRankings(String measure) {
        for (Form form : measure.equals("spearman") ? Form.values() : new Form[] {Form.PAIRS}) {
            LabelRankingTarget target = target(measure, form);
            int n = 6;
            for (long[] rankings : shares(n, RANKINGS.size())) {
                long[] full = full(rankings);
                for (long[] losses : LOSSES) {
                    long[][] known = known(target, rankings, (y, set) -> losses[(int) set]);
                    double[] u = new double[PAIRS];
                    for (int pair = 0; pair < PAIRS; pair++) {
                        assertThat(known[1][pair]).isPositive();
                        assertThat(known[0][pair] * n).isEqualTo(full[pair] * known[1][pair]);
                        u[pair] = (double) known[0][pair] / known[1][pair];
                    }
                    assertThat(cost(measure, rankings, target.decode(u))).isEqualTo(best(measure, rankings));
                }
            }
        }
    }

    /**
     * Five of nine rankings are 0 > 1 > 2 and four 1 > 0 > 2, so 0 > 1 > 2 is the best. The first lose the position of 1 in two of
     * three cases, the others nothing: among rows that know both, 1 stands above 0 more often, and no number of rows helps.
     */
    @Test
    void wherePositionsAreMissingBecauseOfTheirPlaceThePromiseFails() {
        LabelRankingTarget target = target("kendall", Form.PAIRS);
        Ranking truth = Ranking.ofItems(0, 1, 2);
        Ranking other = Ranking.ofItems(1, 0, 2);
        long[] rankings = RANKINGS.stream()
                .mapToLong(ranking -> ranking.equals(truth) ? 5 : ranking.equals(other) ? 4 : 0)
                .toArray();
        long[][] known = known(
                target,
                rankings,
                (y, set) -> RANKINGS.get((int) y).equals(truth)
                        ? set == 0b111 ? 1 : set == 0b101 ? 2 : 0
                        : set == 0b111 ? 3 : 0);
        double[] u = new double[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            assertThat(known[1][pair]).isPositive();
            u[pair] = (double) known[0][pair] / known[1][pair];
        }
        assertThat(cost("kendall", rankings, truth)).isEqualTo(best("kendall", rankings));
        assertThat(target.decode(u)).isEqualTo(other);
        assertThat(cost("kendall", rankings, other)).isGreaterThan(best("kendall", rankings));
    }

    /**
     * 47 % 0 > 1 = 2 and 53 % 1 > 0 > 2. Untied pairs alone say 1 > 0 > 2; but tau-b of the tied ranking divides by √(2·3) and not by
     * 3, so 0 > 1 > 2 is better. The guarantee asks for rankings without ties.
     */
    @Test
    void whereFullRankingsHaveTiesThePromiseFails() {
        LabelRankingTarget target = target("kendall", Form.PAIRS);
        double[] u = new double[PAIRS];
        double[] alpha = new double[PAIRS];
        target.encodeInto(new double[] {1, 2, 2}, alpha);
        for (int pair = 0; pair < PAIRS; pair++) {
            u[pair] += 0.47 * alpha[pair];
        }
        target.encodeInto(new double[] {2, 1, 3}, alpha);
        for (int pair = 0; pair < PAIRS; pair++) {
            u[pair] += 0.53 * alpha[pair];
        }
        assertThat(target.decode(u)).isEqualTo(Ranking.ofItems(1, 0, 2));
        // concordant less discordant pairs over the root of (pairs untied in the one) × (pairs untied in the other)
        double decoded = 0.47 * (1 - 1) / Math.sqrt(2 * 3) + 0.53;
        double other = 0.47 * 2 / Math.sqrt(2 * 3) + 0.53 * (2 - 1) / 3;
        assertThat(decoded).isCloseTo(0.53, within(1e-4));
        assertThat(other).isCloseTo(0.5604, within(1e-4));
        assertThat(target.guarantee().condition()).endsWith("and full rankings have no ties");
        assertThat(NoiseCondition.RANDOM.words()).contains("no ties");
    }

    @Test
    void theGuaranteeSaysWhatMustHold() {
        for (Form form : Form.values()) {
            LabelRankingTarget target = target("kendall", form);
            assertThat(target.guarantee().calibration()).isEqualTo(Calibration.UNDER_CONDITION);
            assertThat(target.guarantee().condition())
                    .contains("does not depend on the ranking once the features are given", "probability above 0");
            assertThat(target.guarantee().sentences())
                    .anySatisfy(sentence -> assertThat(sentence).contains("lists of the best few"));
        }
        assertThat(target("kendall", Form.PAIRS).guarantee().sentences())
                .anySatisfy(sentence -> assertThat(sentence)
                        .contains("√(surrogate regret / p), p the smallest of these probabilities"));
    }

    @Test
    void distancesBetweenPositionsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> target("pd(weight=difference)", Form.PAIRS))
                .withMessageContaining("kendall, spearman or pd");
    }
}
