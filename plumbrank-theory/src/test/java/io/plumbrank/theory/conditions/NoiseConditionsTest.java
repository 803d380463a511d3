package io.plumbrank.theory.conditions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.measures.DisagreementScores;
import io.plumbrank.target.measures.PairScale;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelFormat;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.search.CalibrationProblem;
import io.plumbrank.theory.search.CalibrationProblems;
import io.plumbrank.theory.search.Finding;
import io.plumbrank.theory.surrogates.MethodChoice;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoiseConditionsTest {

    /** Differences of whole numbers, so that equalities are exact; some are of low noise. */
    private static double[][] randomDifferences(int r, Random random) {
        double[][] d = new double[r][r];
        int[] height = random.ints(r, 0, 5).toArray();
        boolean additive = random.nextBoolean();
        for (int i = 0; i < r; i++) {
            for (int j = 0; j < i; j++) {
                d[i][j] = additive ? height[i] - height[j] : random.nextInt(7) - 3;
                d[i][j] += random.nextInt(6) == 0 ? 1 : 0;
                d[j][i] = -d[i][j];
            }
        }
        return d;
    }

    private static double[] netWeights(double[][] d) {
        double[] net = new double[d.length];
        for (int i = 0; i < d.length; i++) {
            for (double x : d[i]) {
                net[i] += x;
            }
        }
        return net;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void theyAgreeWithTheDecodersAndEveryWitnessIsOne(int r) {
        Random random = new Random(r);
        int[] obeyed = new int[3];
        for (int draw = 0; draw < 3000; draw++) {
            double[][] d = randomDifferences(r, random);
            LinearOrdering ordering = LinearOrdering.of(d);
            Optional<Breach> lowNoise = NoiseConditions.lowNoise(d);
            assertThat(lowNoise.isEmpty()).isEqualTo(ordering.isLowNoise(1e-9));
            lowNoise.ifPresent(breach -> {
                List<Integer> ijk = breach.items();
                assertThat(d[ijk.get(0)][ijk.get(1)]).isPositive();
                assertThat(d[ijk.get(1)][ijk.get(2)]).isPositive();
                assertThat(d[ijk.get(0)][ijk.get(2)]).isLessThan(d[ijk.get(0)][ijk.get(1)] + d[ijk.get(1)][ijk.get(2)]);
            });
            Optional<Breach> acyclic = NoiseConditions.acyclic(d);
            assertThat(acyclic.isEmpty()).isEqualTo(ordering.isAcyclic(1e-9));
            acyclic.ifPresent(breach -> {
                List<Integer> cycle = breach.items();
                for (int k = 0; k < cycle.size(); k++) {
                    assertThat(d[cycle.get(k)][cycle.get((k + 1) % cycle.size())])
                            .isPositive();
                }
            });
            double[] f = netWeights(d);
            Optional<Breach> scores = NoiseConditions.scores(d, f);
            scores.ifPresent(breach -> {
                assertThat(d[breach.items().get(0)][breach.items().get(1)]).isPositive();
                assertThat(f[breach.items().get(0)])
                        .isLessThanOrEqualTo(f[breach.items().get(1)]);
            });
            obeyed[0] += lowNoise.isEmpty() ? 1 : 0;
            obeyed[1] += scores.isEmpty() ? 1 : 0;
            obeyed[2] += acyclic.isEmpty() ? 1 : 0;
        }
        assertThat(obeyed).doesNotContain(0);
        // the inclusions are strict once there are three items
        assertThat(obeyed[0]).isLessThanOrEqualTo(obeyed[1]);
        assertThat(obeyed[1]).isLessThanOrEqualTo(obeyed[2]);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void lowNoiseImpliesTheDefaultScoresAndAnyScoresImplyNoCycle(int r) {
        Random random = new Random(r);
        for (int draw = 0; draw < 5000; draw++) {
            double[][] d = randomDifferences(r, random);
            if (NoiseConditions.lowNoise(d).isEmpty()) {
                assertThat(NoiseConditions.scores(d, netWeights(d))).isEmpty();
                assertThat(NoiseConditions.acyclic(d)).isEmpty();
            }
            double[] anyScores = random.ints(r, 0, 4).asDoubleStream().toArray();
            if (NoiseConditions.scores(d, anyScores).isEmpty()) {
                assertThat(NoiseConditions.acyclic(d)).isEmpty();
            }
        }
    }

    @Test
    void theInclusionsAreStrict() {
        // 1 → 2 → 3 with 1 and 3 even: no cycle, f = 1, 0, −1, but not of low noise
        double[][] chain = {{0, 1, 0}, {-1, 0, 1}, {0, -1, 0}};
        assertThat(NoiseConditions.scores(chain, netWeights(chain))).isEmpty();
        assertThat(NoiseConditions.lowNoise(chain).orElseThrow().sentence())
                .isEqualTo("d(1,3) = 0 is below d(1,2) + d(2,3) = 2");
        // 1 → 2 outweighs 2 → 3, so 3 has the larger score
        double[][] steep = {{0, 3, 0}, {-3, 0, 1}, {0, -1, 0}};
        assertThat(NoiseConditions.acyclic(steep)).isEmpty();
        assertThat(NoiseConditions.scores(steep, netWeights(steep))
                        .orElseThrow()
                        .sentence())
                .isEqualTo("d(2,3) = 1 is positive, but f(2) = -2 is not above f(3) = -1");
        double[][] circle = {{0, 1, -1}, {-1, 0, 1}, {1, -1, 0}};
        assertThat(NoiseConditions.acyclic(circle).orElseThrow().sentence())
                .startsWith("preferences run in a circle: ");
    }

    @Test
    void averagePrecisionOfThePaperBreaksReinforcement() {
        // .2 (0,0,1) + .3 (0,1,0) + .5 (1,0,1): u_22 = .3 is ahead of u_11 = .25, but item 1 has the company of 3
        RankingTarget<double[]> map = RankingTargets.of(MeasureSpec.parse("map"));
        ConditionTest<double[]> test = ConditionTest.ofAveragePrecision(3, map);
        LabelDistribution<double[]> p = LabelDistribution.of(
                List.of(new double[] {0, 0, 1}, new double[] {0, 1, 0}, new double[] {1, 0, 1}), .2, .3, .5);
        Breach breach = test.breach(NoiseCondition.REINFORCE, p).orElseThrow();
        assertThat(breach.items()).containsExactly(1, 0);
        assertThat(breach.sentence())
                .isEqualTo("u(2,2) = 3/10 is at least u(1,1) = 1/4, but not 1/2 with what 1 gains in company");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> test.breach(NoiseCondition.DAG, p))
                .withMessageContaining("reinforce");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOW_NOISE", "DAG"})
    void whatIsDrawnForAConditionObeysIt(NoiseCondition condition) {
        Random random = new Random(3);
        for (int items = 2; items <= 5; items++) {
            LabelSpace<PreferenceGraph> space = LabelSpace.preferences(items);
            ConditionTest<PreferenceGraph> test =
                    ConditionTest.ofPairs(items, DisagreementScores.ofGraphs(PairScale.SUM));
            for (int draw = 0; draw < 500; draw++) {
                double[] weights = ConditionedSource.ofPreferences(space).draw(condition, random);
                LabelDistribution<PreferenceGraph> p = LabelDistribution.proportional(space.labels(), weights);
                assertThat(test.breach(condition, p)).isEmpty();
            }
        }
    }

    @Test
    void manyDrawsForReinforcementObeyIt() {
        Random random = new Random(4);
        LabelSpace<double[]> space = LabelSpace.grades(4, 1);
        ConditionTest<double[]> test = ConditionTest.ofAveragePrecision(4, RankingTargets.of(MeasureSpec.parse("map")));
        int obeyed = 0;
        for (int draw = 0; draw < 500; draw++) {
            double[] weights = ConditionedSource.ofGrades(space).draw(NoiseCondition.REINFORCE, random);
            LabelDistribution<double[]> p = LabelDistribution.proportional(space.labels(), weights);
            obeyed += test.breach(NoiseCondition.REINFORCE, p).isEmpty() ? 1 : 0;
        }
        assertThat(obeyed).isGreaterThan(250);
    }

    /** DMJ10, Theorem 13, both ways: where the arcs form no cycle, calibrated at p exactly where the scores agree. */
    @ParameterizedTest
    @ValueSource(strings = {"linear-value", "linear-value(rho=cosh,nu=2)"})
    void theLinearLossIsCalibratedWithoutCyclesIfAndOnlyIfItsScoresAgree(String surrogate) {
        CalibrationProblem<PreferenceGraph, ?> problem =
                CalibrationProblems.ofGraphs(LabelSpace.preferences(4), MethodChoice.of(surrogate));
        Random random = new Random(5);
        int[] seen = new int[2];
        for (int draw = 0; draw < 2000; draw++) {
            double[] weights =
                    ConditionedSource.ofPreferences(LabelSpace.preferences(4)).draw(NoiseCondition.DAG, random);
            LabelDistribution<PreferenceGraph> p =
                    LabelDistribution.proportional(problem.labels().labels(), weights);
            boolean agree = problem.breach(NoiseCondition.SCORES, p).isEmpty();
            boolean calibrated = !problem.examine(p).orElseThrow().broken();
            assertThat(calibrated).isEqualTo(agree);
            seen[agree ? 1 : 0]++;
        }
        assertThat(seen[0]).isGreaterThan(100);
        assertThat(seen[1]).isGreaterThan(100);
    }

    /** DMJ10, Lemma 10: where it applies every convex loss of pairs fails; where it does not, some need not. */
    @Test
    void theLemmaRefutesWhatItSays() {
        Random random = new Random(6);
        int refuted = 0;
        int spared = 0;
        for (int draw = 0; draw < 3000; draw++) {
            double h31 = 0.01 + random.nextDouble();
            double h13 = h31 + 0.01 + random.nextDouble();
            DmjLemma10 lemma = new DmjLemma10(
                    Ranking.identity(3), 0.01 + random.nextDouble(), h13, 0.01 + Math.pow(random.nextDouble(), 3), h31);
            LabelSpace<PreferenceGraph> space = LabelSpace.preferences(3); // 1>2, 1>3, 2>1, 2>3, 3>1, 3>2
            double[] weights = {lemma.h12(), lemma.h13(), 0, lemma.h23(), lemma.h31(), 0};
            LabelDistribution<PreferenceGraph> p = LabelDistribution.proportional(space.labels(), weights);
            boolean anySpared = false;
            for (String surrogate : List.of("ranksvm", "ranknet", "rankboost")) {
                boolean broken = CalibrationProblems.ofGraphs(space, MethodChoice.of(surrogate))
                        .examine(p)
                        .orElseThrow()
                        .broken();
                if (lemma.refutesConvexLosses()) {
                    assertThat(broken).as("%s at %s", surrogate, lemma).isTrue();
                }
                anySpared |= !broken;
            }
            refuted += lemma.refutesConvexLosses() ? 1 : 0;
            spared += anySpared ? 1 : 0;
        }
        assertThat(refuted).isGreaterThan(100);
        assertThat(spared).isGreaterThan(100);
        assertThatIllegalArgumentException().isThrownBy(() -> new DmjLemma10(Ranking.identity(3), 1, 1, 1, 2));
    }

    @Test
    void theLemmaIsRecognisedByAnyNamesOfTheItems() {
        Ranking.forEach(3, names -> {
            Preference a12 = new Preference(names.itemAt(0), names.itemAt(1), 2);
            Preference a13 = new Preference(names.itemAt(0), names.itemAt(2), 5);
            Preference a23 = new Preference(names.itemAt(1), names.itemAt(2), .1);
            Preference a31 = new Preference(names.itemAt(2), names.itemAt(0), 2);
            LabelDistribution<PreferenceGraph> p = LabelDistribution.of(
                    List.of(PreferenceGraph.of(3, List.of(a12, a13)), PreferenceGraph.of(3, List.of(a23, a31))),
                    new double[] {.5, .5});
            DmjLemma10 lemma = DmjLemma10.of(p).orElseThrow();
            assertThat(lemma).isEqualTo(new DmjLemma10(names, 1, 2.5, .05, 1));
            assertThat(lemma.condition1()).isTrue();
            Finding<PreferenceGraph, Ranking> finding = CalibrationProblems.ofGraphs(
                            new LabelSpace<>(p.labels(), LabelFormat.graphs(3)), MethodChoice.of("ranknet"))
                    .examine(p)
                    .orElseThrow();
            assertThat(finding.broken()).isTrue();
            assertThat(finding.optimal()).isEqualTo(names);
        });
    }

    @Test
    void theLemmasTwoConditionsAreMirrorImages() {
        assertThat(new DmjLemma10(Ranking.identity(3), 2, 5, .1, 2).condition1())
                .isTrue();
        assertThat(new DmjLemma10(Ranking.identity(3), .1, 5, 2, 2).condition2())
                .isTrue();
        assertThat(new DmjLemma10(Ranking.identity(3), 2, 5, .1, 2).condition2())
                .isFalse();
    }
}
