package io.plumbrank.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.target.classes.ClassLoss;
import io.plumbrank.target.classes.ClassLosses;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionTest {
    static List<String> losses() {
        return ClassLosses.forms().stream()
                .filter(form -> !form.startsWith("tree"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("losses")
    void theTableDecidesAsTheLossDoes(String text) {
        requireSameDecisions(ClassLosses.parse(text));
    }

    private static <T> void requireSameDecisions(ClassLoss<T> loss) {
        Decision decision = Decision.of(loss).orElseThrow();
        List<T> predictions = loss.predictions();
        Random random = new Random(1);
        for (int trial = 0; trial < 2000; trial++) {
            double[] u = random.doubles(loss.encodedSize(), -2, 2).toArray();
            assertThat(decision.of(u)).isEqualTo(predictions.indexOf(loss.decode(u)));
        }
        assertThat(decision.labels())
                .isEqualTo(predictions.stream().map(loss::predictionName).toList());
    }

    /** The code of a tree has a place per branch, more than classes span, so ℓ alone does not tell its β. */
    @ParameterizedTest
    @ValueSource(strings = {"hamming(b=20)", "tree((a:1,b:1):2,c:3)"})
    void tooManyPredictionsOrTooLongACodeMakeNoTable(String text) {
        assertThat(Decision.of(ClassLosses.parse(text))).isEmpty();
    }
}
