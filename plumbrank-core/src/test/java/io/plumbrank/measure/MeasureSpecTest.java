package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Relevance;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The grammar of measures: name, cut-off, keys. */
class MeasureSpecTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ndcg@10                  | ndcg@10(gain=exp2,ties=average,empty=zero,ideal=judged)
            ndcg@10(gain=linear)     | ndcg@10(gain=linear,ties=average,empty=zero,ideal=judged)
            dcg@5                    | dcg@5(gain=exp2,ties=average)
            p@5                      | p@5(rel=1,ties=average,denominator=full)
            recall@10                | recall@10(rel=1,ties=average,empty=zero,ideal=judged)
            wta                      | wta(rel=1,ties=average)
            eru(v=3,w=5)             | eru(v=3,w=5,ties=average)
            map                      | map(rel=1,ties=average,empty=zero,ideal=judged)
            map@10                   | map@10(rel=1,ties=average,empty=zero,denominator=full,ideal=judged)
            err@10(max=4)            | err@10(max=4,gain=exp2,ties=average,empty=zero)
            err                      | err(max=data,gain=exp2,ties=average,empty=zero)
            rr                       | rr(rel=1,ties=average,empty=zero)
            rr(rel=>0.5)             | rr(rel=>0.5,ties=average,empty=zero)
            rr(rel=>=2)              | rr(rel=2,ties=average,empty=zero)
            auc                      | auc(rel=1,ties=average,empty=zero)
            spearman                 | spearman(ties=corrected,empty=zero)
            kendall                  | kendall(ties=corrected,empty=zero)
            pd                       | pd(weight=unit,ties=average,empty=zero)
            pd(weight=difference)    | pd(weight=difference,ties=average,empty=zero)
            success@5                | success@5(rel=1,ties=average,empty=zero)
            rprec                    | rprec(rel=1,ties=average,empty=zero,ideal=judged)
            bpref                    | bpref(rel=1,ties=average,empty=zero)
            num_q                    | num_q
            num_ret                  | num_ret
            num_rel(rel=2)           | num_rel(rel=2,sum=rel)
            num_rel_ret              | num_rel_ret(rel=1)
            """)
    void textIsTheFullForm(String typed, String full) {
        assertThat(MeasureSpec.parse(typed).text()).isEqualTo(full);
    }

    @ParameterizedTest
    @CsvSource({
        "NDCG@10, ndcg@10",
        "ndcg_cut_10, ndcg@10",
        "ndcg_cut.10, ndcg@10",
        "nDCG_10, ndcg@10",
        "P_5, p@5",
        "P.5, p@5",
        "prec@5, p@5",
        "precision@5, p@5",
        "pre@5, p@5",
        "AP, map",
        "map_cut_10, map@10",
        "map_cut.10, map@10",
        "average_precision, map",
        "mrr, rr",
        "MRR@10, rr@10",
        "recip_rank, rr",
        "RR, rr",
        "success_5, success@5",
        "success.5, success@5",
        "hit@5, success@5",
        "hits@5, success@5",
        "hit-rate@5, success@5",
        "recall_10, recall@10",
        "recall.10, recall@10",
        "R@10, recall@10",
        "Rprec, rprec",
        "r-prec, rprec",
        "R-Precision, rprec",
        "bpref, bpref",
        "tau, kendall",
        "tau-b, kendall",
        "kendall_tau, kendall",
        "kendall-tau, kendall",
        "rho, spearman",
        "spearmanr, spearman",
        "roc_auc, auc",
        "ROC-AUC, auc",
        "winner, wta",
        "winner takes all, wta",
        "expected_reciprocal_rank@5, err@5",
        "pairwise-disagreement, pd",
        "num_rel_ret, num_rel_ret",
    })
    void theWordsThatPeopleTypeAreUnderstood(String typed, String canonical) {
        assertThat(MeasureSpec.parse(typed)).isEqualTo(MeasureSpec.parse(canonical));
    }

    static List<MeasureKind> kinds() {
        return MeasureKinds.ALL;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyAliasInAnyCaseNamesItsMeasure(MeasureKind kind) {
        String rest = (kind.cutoff() == MeasureKind.Cutoff.NEEDED ? "@7" : "") + TestSpecs.neededKeys(kind);
        MeasureSpec spec = MeasureSpec.parse(kind.name() + rest);
        for (String alias : kind.words()) {
            assertThat(MeasureSpec.parse(alias.toUpperCase(Locale.ROOT) + rest)).isEqualTo(spec);
            assertThat(MeasureSpec.parse(alias.replace('_', '-') + rest)).isEqualTo(spec);
        }
    }

    static Stream<MeasureSpec> specs() {
        Stream<MeasureSpec> compatible = Arrays.stream(Compat.values())
                .flatMap(tool -> MeasureSpec.parseList(
                        "ndcg,ndcg@10,map,map@10,p@5,err@10,rr,auc,pd,kendall,recall@5,rprec,bpref,success@1,wta,dcg",
                        tool.conventions())
                        .stream());
        return Stream.concat(TestSpecs.AVERAGED.stream(), compatible);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void parsingTheTextGivesTheSameSpec(MeasureSpec spec) {
        MeasureSpec again = MeasureSpec.parse(spec.text());
        assertThat(again).isEqualTo(spec).hasSameHashCodeAs(spec).hasToString(spec.text());
        assertThat(again.gain()).isEqualTo(spec.gain());
        assertThat(again.relevance()).isEqualTo(spec.relevance());
        assertThat(again.ties()).isEqualTo(spec.ties());
        assertThat(again.empty()).isEqualTo(spec.empty());
        assertThat(again.denominator()).isEqualTo(spec.denominator());
        assertThat(again.ideal()).isEqualTo(spec.ideal());
        assertThat(again.get(Key.MAX)).isEqualTo(spec.get(Key.MAX));
        assertThat(again.pairWeight()).isEqualTo(spec.pairWeight());
        assertThat(again.cutoff()).isEqualTo(spec.cutoff());
    }

    @Test
    void typedIsWhatTheUserTypedTrimmed() {
        MeasureSpec spec = MeasureSpec.parse("  NDCG_cut.10 ( Gain = LINEAR ) ");
        assertThat(spec.typed()).isEqualTo("NDCG_cut.10 ( Gain = LINEAR )");
        assertThat(spec.text()).isEqualTo("ndcg@10(gain=linear,ties=average,empty=zero,ideal=judged)");
    }

    @Test
    void aCommaWithinParenthesesDoesNotSplit() {
        List<MeasureSpec> specs =
                MeasureSpec.parseList("ndcg@10(gain=linear,ties=stable), map ,eru(v=3,w=5)", Conventions.plumbrank());
        assertThat(specs)
                .extracting(MeasureSpec::typed)
                .containsExactly("ndcg@10(gain=linear,ties=stable)", "map", "eru(v=3,w=5)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ndgc@10              | unknown name 'ndgc', did you mean 'ndcg'? (possible: dcg, ndcg, p, recall,
            kendal               | unknown name 'kendal', did you mean 'kendall'?
            fscore               | unknown name 'fscore' (possible:
            @5                   | no name (possible:
            ndcg@10(gian=linear) | unknown key 'gian', did you mean 'gain'? (possible: gain, ties, empty, ideal)
            ndcg@10(gain=linaer) | gain cannot be 'linaer', did you mean 'linear'? (possible: exp2, linear, exp2-int)
            err@10(gain=linear)  | gain cannot be 'linear' (possible: exp2, exp2-int)
            ndcg(ties=corrected) | ties cannot be 'corrected' (possible: average, docno-desc, stable)
            kendall(ties=threshold) | ties cannot be 'threshold' (possible: average, docno-desc, stable, corrected)
            map@5(ties=threshold) | ties cannot be 'threshold' (possible: average, docno-desc, stable)
            ndcg@10(rel=1)       | 'rel' does not apply to ndcg (possible: gain, ties, empty, ideal)
            map(denominator=full) | 'denominator' does not apply to map without a cut-off (possible: rel, ties, empty, ideal)
            p@5(empty=zero)      | 'empty' does not apply to p (possible: rel, ties, denominator)
            num_q(rel=1)         | 'rel' does not apply to num_q; num_q has no keys
            ndcg@10(gain=exp2,gain=linear) | 'gain' is given twice
            ndcg@10(linear)      | expected key=value, found 'linear'
            ndcg@10()            | expected key=value, found ''
            ndcg@10(gain=exp2    | '(' is not closed
            ndcg@10(gain=exp2)x  | nothing may follow ')'
            ndcg@10(gain=exp2))  | nothing may follow ')'
            ndcg@10)             | ')' without '('
            auc@10               | auc has no cut-off
            wta@1                | wta has no cut-off
            num_ret@3            | num_ret has no cut-off
            p                    | p needs a cut-off, as in p@10
            recall               | recall needs a cut-off, as in recall@10
            success              | success needs a cut-off, as in success@10
            ndcg@0               | the cut-off must be a whole number from 1 to 2147483647, found '0'
            ndcg@ten             | the cut-off must be a whole number from 1 to 2147483647, found 'ten'
            ndcg@                | the cut-off must be a whole number from 1 to 2147483647, found ''
            ndcg@-5              | the cut-off must be a whole number from 1 to 2147483647, found '-5'
            ndcg@99999999999     | the cut-off must be a whole number from 1 to 2147483647, found '99999999999'
            ndcg@2147483648      | the cut-off must be a whole number from 1 to 2147483647, found '2147483648'
            ndcg@10-             | a trailing '-' is XGBoost's
            eru                  | eru needs v and w, as in eru(v=3,w=5)
            eru(v=3)             | eru needs v and w, as in eru(v=3,w=5)
            eru(v=3,w=1)         | w must be above 1, found '1'
            eru(v=NaN,w=2)       | v must be a number, found 'nan'
            err(max=-1)          | max must lie in 0..1000, found '-1'
            err(max=five)        | max must be a number, or 'data', found 'five'
            map(rel=high)        | rel must be a threshold such as 1 (label >= 1) or >0.5 (label > 0.5), found 'high'
            map(rel=-1)          | rel must be at least 0, since a negative label is never relevant; found '-1'
            map(rel=1e999)       | rel must be a threshold
            """)
    void aMistakeIsOneLineThatRepeatsTheTextAndSaysWhatIsPossible(String typed, String problem) {
        assertThatThrownBy(() -> MeasureSpec.parse(typed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("measure '" + typed + "': " + problem)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ndcg,,map", "ndcg,", "ndcg@10(gain=exp2,map", "ndcg_cut_5,10"})
    void aBadPartOfAListIsAnError(String text) {
        assertThatThrownBy(() -> MeasureSpec.parseList(text, Conventions.plumbrank()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void controlCharactersDoNotBreakTheLine() {
        assertThatThrownBy(() -> MeasureSpec.parse("nd\ncg")).hasMessageNotContaining("\n");
    }

    @Test
    void onlyDisagreementIsALoss() {
        assertThat(TestSpecs.ours())
                .filteredOn(spec -> !spec.largerIsBetter())
                .extracting(MeasureSpec::name)
                .containsOnly("pd");
    }

    @Test
    void countsAreSummedAndMeasuresAveraged() {
        assertThat(TestSpecs.ours())
                .filteredOn(MeasureSpec::isCount)
                .extracting(MeasureSpec::name)
                .containsExactly("num_q", "num_ret", "num_rel", "num_rel_ret");
    }

    @Test
    void theLevelMovesBinaryRelevanceUnlessTheTextSaysOtherwise() {
        Conventions level2 = Conventions.plumbrank().withRelevanceLevel(2);
        assertThat(MeasureSpec.parse("map", level2).relevance()).isEqualTo(Relevance.atLeast(2));
        assertThat(MeasureSpec.parse("map(rel=1)", level2).relevance()).isEqualTo(Relevance.atLeast(1));
        assertThat(MeasureSpec.parse("kendall", level2)).isEqualTo(MeasureSpec.parse("kendall"));
        for (String gradedText : List.of("ndcg@10", "dcg", "eru(v=1,w=2)", "err(max=3)", "pd", "num_ret")) {
            assertThat(MeasureSpec.parse(gradedText, level2)).isEqualTo(MeasureSpec.parse(gradedText));
        }
    }

    @Test
    void theLargestGradeOfErrComesFromTheTextOrTheData() {
        MeasureSpec open = MeasureSpec.parse("err@10");
        assertThat(open.needsMaxGrade()).isTrue();
        assertThatThrownBy(open::measure)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("err@10");
        MeasureSpec closed = open.withMaxGrade(2);
        assertThat(closed.text()).isEqualTo("err@10(max=2,gain=exp2,ties=average,empty=zero)");
        assertThat(closed.typed()).isEqualTo("err@10");
        assertThat(closed.withMaxGrade(4)).isSameAs(closed);
        MeasureSpec ndcg = MeasureSpec.parse("ndcg");
        assertThat(ndcg.withMaxGrade(4)).isSameAs(ndcg);
        assertThatThrownBy(() -> open.withMaxGrade(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> open.withMaxGrade(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    }
}
