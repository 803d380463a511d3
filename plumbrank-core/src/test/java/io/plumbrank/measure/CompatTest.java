package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.measure.settings.Key.Relevance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --compat} makes of measure text; where each fact comes from stands in {@code ToolDisagreementTest}. */
class CompatTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            trec_eval | ndcg_cut_10 | ndcg@10(gain=linear,ties=docno-desc,empty=zero,ideal=judged)
            trec_eval | map         | map(rel=1,ties=docno-desc,empty=zero,ideal=judged)
            trec_eval | map_cut_10  | map@10(rel=1,ties=docno-desc,empty=zero,denominator=full,ideal=judged)
            trec_eval | P_5         | p@5(rel=1,ties=docno-desc,denominator=full)
            trec_eval | err@10      | err@10(max=data,gain=exp2,ties=docno-desc,empty=zero)
            trec_eval | tau         | kendall(ties=corrected,empty=zero)
            xgboost   | ndcg@10     | ndcg@10(gain=exp2,ties=stable,empty=one-unweighted,ideal=retrieved)
            xgboost   | ndcg@10-    | ndcg@10(gain=exp2,ties=stable,empty=zero,ideal=retrieved)
            xgboost   | ndcg        | ndcg@32(gain=exp2,ties=stable,empty=one-unweighted,ideal=retrieved)
            xgboost   | ndcg-       | ndcg@32(gain=exp2,ties=stable,empty=zero,ideal=retrieved)
            xgboost   | map@10      | map@10(rel=1,ties=stable,empty=one,denominator=capped,ideal=retrieved)
            xgboost   | map@10-     | map@10(rel=1,ties=stable,empty=zero,denominator=capped,ideal=retrieved)
            xgboost   | pre@5       | p@5(rel=1,ties=stable,denominator=capped)
            xgboost   | pre         | p@32(rel=1,ties=stable,denominator=capped)
            xgboost   | auc         | auc(rel=1,ties=average,empty=skip)
            lightgbm  | ndcg@10     | ndcg@10(gain=exp2,ties=stable,empty=one-unweighted,ideal=retrieved)
            lightgbm  | map@10      | map@10(rel=>0.5,ties=stable,empty=one,denominator=capped,ideal=retrieved)
            ranklib   | NDCG@10     | ndcg@10(gain=exp2-int,ties=stable,empty=zero,ideal=retrieved)
            ranklib   | NDCG        | ndcg@10(gain=exp2-int,ties=stable,empty=zero,ideal=retrieved)
            ranklib   | MAP@10      | map(rel=>0,ties=stable,empty=zero,ideal=retrieved)
            ranklib   | P@5         | p@5(rel=>0,ties=stable,denominator=capped)
            ranklib   | ERR@10      | err@10(max=4,gain=exp2-int,ties=stable,empty=zero)
            ranklib   | RR          | rr(rel=>0,ties=stable,empty=zero)
            ranklib   | RR@10       | rr@10(rel=>0,ties=stable,empty=zero)
            sklearn   | ndcg@10     | ndcg@10(gain=linear,ties=average,empty=zero,ideal=judged)
            sklearn   | dcg         | dcg(gain=signed,ties=average)
            sklearn   | map         | map(rel=1,ties=threshold,empty=zero,ideal=judged)
            sklearn   | map@10      | map@10(rel=1,ties=average,empty=zero,denominator=full,ideal=judged)
            sklearn   | roc_auc     | auc(rel=1,ties=average,empty=skip)
            """)
    void aPresetFillsInTheHabitsOfItsTool(String tool, String typed, String full) {
        assertThat(MeasureSpec.parse(typed, Compat.parse(tool).conventions()).text())
                .isEqualTo(full);
    }

    @Test
    void theTextWinsOverThePreset() {
        MeasureSpec spec = MeasureSpec.parse("ndcg@10(gain=linear,empty=skip)", Compat.XGBOOST.conventions());
        assertThat(spec.text()).isEqualTo("ndcg@10(gain=linear,ties=stable,empty=skip,ideal=retrieved)");
        assertThat(MeasureSpec.parse("rr", Compat.LIGHTGBM.conventions().withRelevanceLevel(2))
                        .relevance())
                .isEqualTo(Relevance.atLeast(2));
    }

    @ParameterizedTest
    @CsvSource({"ndcg@10-(empty=one), is given twice", "pre@5-, does not have", "num_q-, does not have"})
    void aTrailingMinusSpeaksOfEmptyQueriesOnly(String typed, String problem) {
        assertThatThrownBy(() -> MeasureSpec.parse(typed, Compat.XGBOOST.conventions()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void toolsAreNamedInAnyCaseAndSuggested() {
        assertThat(Compat.parse(" LightGBM ")).isEqualTo(Compat.LIGHTGBM);
        assertThat(Compat.parse("trec-eval")).isEqualTo(Compat.TREC_EVAL);
        assertThat(Compat.parse("scikit-learn")).isEqualTo(Compat.SKLEARN);
        assertThatThrownBy(() -> Compat.parse("xgbost"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown tool 'xgbost', did you mean 'xgboost'? (possible: trec_eval, xgboost, lightgbm, "
                        + "ranklib, sklearn)");
    }
}
