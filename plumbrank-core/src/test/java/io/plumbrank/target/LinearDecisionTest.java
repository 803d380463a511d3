package io.plumbrank.target;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.target.classes.ClassLosses;
import io.plumbrank.target.classes.CostsAboveBest;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LinearDecisionTest {
    static List<String> losses() {
        return ClassLosses.forms();
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theTableDecidesAsTheLossDoes(String text) {
        requireSameDecisions(ClassLosses.parse(text));
    }

    private static <T> void requireSameDecisions(ClassLoss<T> loss) {
        LinearDecision decision = CostsAboveBest.table(loss).orElseThrow();
        List<T> predictions = loss.predictions();
        Random random = new Random(1);
        for (int trial = 0; trial < 2000; trial++) {
            double[] u = random.doubles(loss.encodedSize(), -2, 2).toArray();
            assertThat(decision.of(u)).isEqualTo(predictions.indexOf(loss.decode(u)));
        }
        assertThat(decision.labels())
                .isEqualTo(predictions.stream().map(loss::predictionName).toList());
    }

    @Test
    void tooManyPredictionsMakeNoTable() {
        assertThat(CostsAboveBest.table(ClassLosses.parse("hamming(b=20)"))).isEmpty();
    }
}
