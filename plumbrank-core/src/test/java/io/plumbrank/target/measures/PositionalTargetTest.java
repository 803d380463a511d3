package io.plumbrank.target.measures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.RankingProblem;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.LowRankLossContract;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PositionalTargetTest extends LowRankLossContract<double[], Ranking> {

    @Override
    protected Stream<Case<double[], Ranking>> cases() {
        return Stream.of(
                        "dcg 3",
                        "dcg@2 4",
                        "ndcg 4",
                        "ndcg@1 3",
                        "ndcg@2(gain=linear) 3",
                        "p@2 4",
                        "p@4 3",
                        "wta 3",
                        "recall@2 4",
                        "eru(v=1,w=3) 3",
                        "auc 4",
                        "auc 1",
                        "spearman 3",
                        "spearman 4")
                .map(PositionalTargetTest::given);
    }

    private static Case<double[], Ranking> given(String text) {
        String[] parts = text.split(" ", 2);
        int items = Integer.parseInt(parts[1]);
        return new Case<>(
                (PositionalTarget<double[]>) RankingTargets.of(MeasureSpec.parse(parts[0])),
                labels(items),
                RankingProblem.rankings(items));
    }

    /** All labels of grades 0, 1, 2. */
    static List<double[]> labels(int items) {
        List<double[]> labels = new ArrayList<>();
        for (int code = 0; code < Math.round(Math.pow(3, items)); code++) {
            double[] label = new double[items];
            for (int i = 0, rest = code; i < items; i++, rest /= 3) {
                label[i] = rest % 3;
            }
            labels.add(label);
        }
        return labels;
    }

    /** D of RAT13's regret transfer for least squares is the distance of the two most distant β, and CUG13's √2 C_φ(2). */
    @Test
    void theTwoPapersGiveTheSameConstantForLeastSquares() {
        cases().forEach(given -> {
            PositionalTarget<double[]> target = (PositionalTarget<double[]>) given.loss();
            int r = given.labels().get(0).length;
            double largest = 0;
            for (Ranking ranking : given.predictions()) {
                double sum = 0;
                for (int i = 0; i < r; i++) {
                    double difference = target.discount(i, r) - target.discount(ranking.positionOf(i), r);
                    sum += difference * difference;
                }
                largest = Math.max(largest, Math.sqrt(sum));
            }
            assertThat(Math.sqrt(2) * target.regretFactor(r).orElseThrow()).isCloseTo(largest, within(1e-12));
        });
    }

    @Test
    void theFactorOfNdcgAtTenIsThatOfItsDiscounts() {
        // two items: 1/log2(2) − 1/log2(3)
        PositionalTarget<double[]> ndcg = (PositionalTarget<double[]>) RankingTargets.of(MeasureSpec.parse("ndcg@10"));
        assertThat(ndcg.regretFactor(2).orElseThrow()).isCloseTo(1 - Math.log(2) / Math.log(3), within(1e-15));
        assertThat(ndcg.regretFactor(1).orElseThrow()).isZero();
        assertThat(ndcg.regretFactor(100).orElseThrow())
                .isCloseTo(
                        Math.sqrt(IntStream.rangeClosed(1, 10)
                                .mapToDouble(k -> Math.pow(Math.log(2) / Math.log(k + 1), 2))
                                .sum()),
                        within(1e-14));
    }
}
