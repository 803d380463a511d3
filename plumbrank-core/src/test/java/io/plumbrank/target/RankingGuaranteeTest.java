package io.plumbrank.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.OrderPreservation.Proven;
import io.plumbrank.target.OrderPreservation.Refuted;
import io.plumbrank.target.measures.RankingTargets;
import io.plumbrank.target.measures.RefusedMeasureException;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankingGuaranteeTest {

    private static RankingTarget<double[]> target(String text) {
        return RankingTargets.of(MeasureSpec.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    dcg@10                | always          | RAT13, Theorem 3
                    ndcg@10               | always          | RAT13, Theorem 3
                    p@5                   | always          | RAT13, Theorem 3
                    wta                   | always          | RAT13, Theorem 3
                    recall@10             | always          | RAT13, Theorem 3
                    eru(v=3,w=5)          | always          | RAT13, Theorem 3
                    auc                   | always          | RAT13, Theorem 3
                    spearman              | always          | RAT13, Theorem 3
                    map                   | under-condition | RAT13, Corollary 5
                    map@10                | under-condition | RAT13, Corollary 5
                    pd                    | under-condition | RAT13, Theorem 6
                    pd(weight=difference) | always          | RAT13, Theorem 6
                    kendall               | under-condition | RAT13, Theorem 6
                    """)
    void everyTargetSaysWhatItPromisesAndByWhichTheorem(String text, String calibration, String theorem) {
        Guarantee guarantee = target(text).guarantee();
        assertThat(guarantee.calibration()).hasToString(calibration);
        assertThat(guarantee.theorem()).isEqualTo(theorem);
        assertThat(guarantee.bound()).isNull();
        assertThat(guarantee.over()).isEqualTo("all functions of the whole query with all its items");
        assertThat(guarantee.sentences())
                .allSatisfy(
                        sentence -> assertThat(sentence).matches("[A-Z].*\\.").doesNotContain("null", "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ndcg@10", "recall@5", "auc", "map", "spearman", "pd", "kendall"})
    void aScorerOfSingleItemsIsNotPromisedTheBestWhereTheWholeLabelEnters(String text) {
        assertThat(target(text).guarantee().notPromised())
                .anyMatch(sentence -> sentence.contains("f(x_i)")
                        && sentence.contains("depends on x_i alone")
                        && sentence.contains("carries a factor of the whole label"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dcg@10", "p@5", "wta", "eru(v=3,w=5)"})
    void aScorerOfSingleItemsMayDoWhereTheItemAloneEnters(String text) {
        assertThat(target(text).guarantee().notPromised())
                .anyMatch(sentence ->
                        sentence.contains("f(x_i)") && sentence.contains("when relevance depends on the item alone"));
    }

    @Test
    void theConditionIsSaidInWords() {
        assertThat(target("map").guarantee().condition()).contains("u_ii ≥ u_jj + Σ_γ (u_jγ − u_iγ)₊", "P_reinforce");
        assertThat(target("pd").guarantee().condition()).contains("E[y_ij] > E[y_ji]", "P_f");
    }

    @Test
    void theBoundIsTheConstantOfTheSurrogateTimesThatOfTheMeasure() {
        Guarantee guarantee = target("p@1").guarantee(new Proven("a theorem", 3), 5);
        assertThat(Objects.requireNonNull(guarantee.bound()).constant()).isCloseTo(3, within(1e-15)); // C_φ(2) = 1
        assertThat(guarantee.theorem()).isEqualTo("CUG13, Theorem 3.2; a theorem");
        assertThat(target("p@1").guarantee(new Proven("a theorem"), 5).bound()).isNull();
        assertThat(target("map").guarantee(new Proven("a theorem", 3), 5).bound())
                .isNull();
        assertThat(target("pd").guarantee(new Proven("a theorem", 3), 5).bound())
                .isNull();
    }

    @Test
    void aRefutedSurrogatePromisesNothing() {
        Guarantee guarantee = target("ndcg@10").guarantee(new Refuted("it looks away", false), 5);
        assertThat(guarantee.calibration()).isEqualTo(Calibration.NO);
        assertThat(guarantee.notPromised())
                .first()
                .isEqualTo("the best: it looks away; squared is calibrated for every distribution.");
        assertThat(guarantee.bound()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "err@10(max=4), ndcg@10",
        "err, ndcg",
        "rr, map",
        "mrr@10, map@10",
        "rr(rel=2), map(rel=2)",
        "success@5, recall@5",
        "rprec, map",
        "bpref, auc",
        "num_rel, ndcg@10",
    })
    void whatSortingCannotPromiseIsRefusedWithTheReasonAndTheNearestChoice(String text, String nearest) {
        RefusedMeasureException refusal = catchThrowableOfType(RefusedMeasureException.class, () -> target(text));
        assertThat(refusal.nearest()).isEqualTo(nearest);
        assertThat(refusal)
                .hasMessageStartingWith("no surrogate of scores can promise '" + text + "': ")
                .hasMessageContaining("train for '" + nearest + "'")
                .hasMessageNotContaining("\n");
        assertThat(target(nearest)).isNotNull();
    }

    @Test
    void aRangeOfUtilitiesGrowsWithTheData() {
        UtilityRange range = UtilityRange.ZERO.including(new double[] {3, -2, 99}, 2);
        assertThat(range).isEqualTo(new UtilityRange(-2, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> new UtilityRange(1, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new UtilityRange(0, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> range.including(new double[] {Double.NaN}, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Proven("a theorem", -1));
    }
}
