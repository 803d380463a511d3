package io.plumbrank.theory.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.measures.DisagreementScores;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.theory.conditions.ConditionTest;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets that need a noise condition, where it holds and where not, against the textbook and all rankings. */
class ConditionedTargetsTest {

    private static RankingTarget<double[]> target(String text) {
        return RankingTargets.of(MeasureSpec.parse(text));
    }

    private static LabelDistribution<double[]> distribution(RankingProblem problem) {
        return LabelDistribution.of(problem.labels(), problem.p());
    }

    private static double[] meanEncoding(RankingTarget<double[]> target, RankingProblem problem) {
        return distribution(problem).mean(problem.items(), target::encodeInto);
    }

    private static boolean obeys(NoiseCondition condition, RankingProblem problem, RankingTarget<double[]> target) {
        ConditionTest<double[]> test = target instanceof DisagreementScores<double[]> pairs
                ? ConditionTest.ofPairs(problem.items(), pairs)
                : ConditionTest.ofAveragePrecision(problem.items(), target);
        return test.breach(condition, distribution(problem)).isEmpty();
    }

    /** Rounding makes ties of equal means; a ranking that rounding chose may be worse by as much. */
    private static void assertDecodesToTheBest(String text, RankingProblem problem) {
        Ranking decoded = target(text).decode(meanEncoding(target(text), problem));
        assertThat(problem.regret(decoded)).as("%s of %s", text, problem).isLessThanOrEqualTo(1e-12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "map@2", "map@3(denominator=capped)", "map(rel=2,empty=one)"})
    void decodingTheMeanEncodingIsTheBestForAveragePrecisionWhereItemsReinforce(String text) {
        MeasureSpec spec = MeasureSpec.parse(text);
        int[] accepted = new int[7];
        Random random = new Random(2);
        for (int items = 2; items <= 6; items++) {
            for (int draw = 0; draw < (items < 5 ? 400 : 12); draw++) {
                RankingProblem problem =
                        draw % 3 == 0 ? independent(spec, items, random) : RankingProblem.random(spec, items, random);
                if (obeys(NoiseCondition.REINFORCE, problem, target(text))) {
                    accepted[items]++;
                    assertDecodesToTheBest(text, problem);
                }
            }
        }
        assertThat(Arrays.stream(accepted, 2, 7)).allMatch(count -> count >= 4);
    }

    /** Independent relevances reinforce: of two items the likelier leads in any company. */
    private static RankingProblem independent(MeasureSpec spec, int items, Random random) {
        double[] chance = random.doubles(items).toArray();
        int count = 1 << items;
        double[][] labels = new double[count][items];
        double[] p = new double[count];
        for (int y = 0; y < count; y++) {
            p[y] = 1;
            for (int i = 0; i < items; i++) {
                boolean relevant = (y >> i & 1) == 1;
                labels[y][i] = relevant ? 3 : 0;
                p[y] *= relevant ? chance[i] : 1 - chance[i];
            }
        }
        return new RankingProblem(spec, List.of(labels), p);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pd", "kendall"})
    void decodingTheMeanEncodingIsTheBestForPairsWhereScoresAgreeWithThem(String text) {
        MeasureSpec spec = MeasureSpec.parse(text);
        Random random = new Random(3);
        int accepted = 0;
        for (int items = 2; items <= 6; items++) {
            for (int draw = 0; draw < (items < 5 ? 400 : 40); draw++) {
                RankingProblem problem = RankingProblem.random(spec, items, random);
                if (obeys(NoiseCondition.SCORES, problem, target(text))) {
                    accepted++;
                    assertDecodesToTheBest(text, problem);
                }
            }
        }
        assertThat(accepted).isGreaterThan(300);
    }

    @Test
    void averagePrecisionByScoresNeedsItsCondition() {
        // .2 (0,0,1) + .3 (0,1,0) + .5 (1,0,1): sorting gives 3, 2, 1, the best is 3, 1, 2
        RankingProblem problem = new RankingProblem(
                MeasureSpec.parse("map"),
                List.of(new double[] {0, 0, 1}, new double[] {0, 1, 0}, new double[] {1, 0, 1}),
                new double[] {.2, .3, .5});
        Ranking decoded = target("map").decode(meanEncoding(target("map"), problem));
        assertThat(decoded).hasToString("3 ≻ 2 ≻ 1");
        assertThat(problem.regret(decoded)).isCloseTo(1.0 / 30, within(1e-12));
        assertThat(problem.regret(Ranking.ofItems(2, 0, 1))).isZero();
        assertThat(obeys(NoiseCondition.REINFORCE, problem, target("map"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-4, 1e-6})
    void averagePrecisionHasNoBoundOverItsCondition(double epsilon) {
        RankingProblem problem = new RankingProblem(
                MeasureSpec.parse("map"),
                List.of(new double[] {1, 0, 1}, new double[] {0, 1, 0}, new double[] {0, 0, 0}),
                new double[] {.5 + epsilon, .25, .25 - epsilon});
        assertThat(obeys(NoiseCondition.REINFORCE, problem, target("map"))).isTrue();
        double[] mean = meanEncoding(target("map"), problem);
        double[] near = mean.clone();
        near[1] += epsilon;
        assertThat(problem.regret(target("map").decode(near))).isGreaterThan(1.0 / 24);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-2, 1e-4, 1e-6})
    void pairwiseDisagreementHasNoBoundOverItsCondition(double epsilon) {
        // at ε = 0 items 1 and 2 have the same score, while 1 is preferred by a ninth (found by linear programming)
        RankingProblem problem = new RankingProblem(
                MeasureSpec.parse("pd"),
                List.of(new double[] {2, 1, 0}, new double[] {0, 2, 1}, new double[] {1, 0, 2}),
                new double[] {1 / 2.0 + epsilon, 1 / 3.0 - epsilon, 1 / 6.0});
        assertThat(obeys(NoiseCondition.SCORES, problem, target("pd"))).isTrue();
        double[] mean = meanEncoding(target("pd"), problem);
        double[] near = mean.clone();
        near[1] += 3 * epsilon;
        assertThat(problem.regret(target("pd").decode(mean))).isZero();
        assertThat(problem.regret(target("pd").decode(near))).isGreaterThan(1.0 / 9);
    }
}
