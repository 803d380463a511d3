package io.plumbrank.theory.conditions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.rankings.PairRankingTarget;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecodingDiagnosisTest {
    private static final PairRankingTarget<double[]> PD = RankingTargets.byPairs(MeasureSpec.parse("pd"));

    /** Theorems 6 and 7 of RAT13 on predictions: where a condition holds, the rule for it contradicts as little as the best. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void underEachConditionItsDecoderIsExact(int items) {
        Random random = new Random(items);
        Map<String, Integer> seen = new TreeMap<>();
        for (int draw = 0; draw < 400; draw++) {
            double[] u = predictions(items, random);
            Set<NoiseCondition> obeyed = DecodingDiagnosis.conditions(PD, u);
            obeyed.forEach(condition -> seen.merge(condition.text(), 1, Integer::sum));
            assertThat(obeyed.contains(NoiseCondition.DAG)).isEqualTo(DecodingDiagnosis.conditionHolds(PD, u));
            if (obeyed.contains(NoiseCondition.LOW_NOISE)) {
                assertThat(obeyed).contains(NoiseCondition.SCORES);
            }
            if (obeyed.contains(NoiseCondition.SCORES)) {
                assertThat(obeyed).contains(NoiseCondition.DAG);
                assertThat(contradicted(u, "borda")).isCloseTo(contradicted(u, "exact"), within(1e-12));
            }
            if (obeyed.contains(NoiseCondition.DAG)) {
                assertThat(contradicted(u, "algorithm1")).isCloseTo(contradicted(u, "exact"), within(1e-12));
            }
        }
        assertThat(seen.values()).hasSize(3).allMatch(count -> count > 20 && count < 400);
    }

    /** Differences of scores, disturbed more or less. */
    private static double[] predictions(int items, Random random) {
        double[] scores = random.doubles(items).toArray();
        double noise = random.nextInt(4) / 3.0;
        double[] u = new double[items * (items - 1) / 2];
        int next = 0;
        for (int i = 0; i < items; i++) {
            for (int j = i + 1; j < items; j++) {
                u[next++] = scores[i] - scores[j] + noise * random.nextGaussian();
            }
        }
        return u;
    }

    private static double contradicted(double[] u, String decoder) {
        LinearOrdering problem = LinearOrdering.ofDifferences(u);
        return OrderingDecoder.parse(decoder)
                .decode(problem, DecodeLimits.defaults())
                .value();
    }

    @Test
    void ofAveragePrecisionOnlyReinforcementIsKnown() {
        PairRankingTarget<double[]> map = RankingTargets.byPairs(MeasureSpec.parse("map"));
        assertThat(DecodingDiagnosis.conditions(map, new double[] {0.5, 0, 0.3}))
                .containsExactly(NoiseCondition.REINFORCE);
        assertThat(DecodingDiagnosis.conditions(map, new double[] {0.2, 0, 0.3, 0.3, 0, 0.1}))
                .isEmpty();
    }
}
