package io.plumbrank.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.measure.Compat;
import io.plumbrank.measure.Conventions;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Judgements;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One test for each line of the page on where evaluation tools disagree, save averaging over queries, which is not a
 * measure's. Numbers are worked out by hand beside them. Those said to be measured were printed by the tool on
 * {@link #GRADED}, {@link #BINARY} or {@link #REAL}: XGBoost 3.0.4 (xgboost4j, no trees, the scores as base margin), LightGBM
 * 4.3.0 (lightgbm4j, the scores as initial score), RankLib 0.2.0 of o19s (its scorers on lists sorted by its own sorter);
 * those of scikit-learn stand in its documentation.
 */
class ToolDisagreementTest {
    private static final double LOG2_3 = Math.log(3) / Math.log(2);

    private record Query(double[] scores, double[] grades, double weight) {
        JudgedList list() {
            return JudgedList.ofScores(scores, grades);
        }
    }

    private static final List<Query> GRADED = queries(0, 2, 1, 0);
    private static final List<Query> BINARY = queries(0, 1, 1, 1);
    private static final List<Query> REAL = queries(0, 2.7, 1, 0.5);

    /** One query with these grades in ranked order, one with three tied items, one without a relevant item. */
    private static List<Query> queries(double... grades) {
        return List.of(
                new Query(new double[] {3, 2, 1, 0}, grades, 2),
                new Query(new double[] {1, 1, 1}, new double[] {0, 1, 0}, 1),
                new Query(new double[] {2, 1}, new double[] {0, 0}, 4));
    }

    @ParameterizedTest
    @CsvSource({"trec_eval, 0", "ranklib, 0", "sklearn, 0", "lightgbm, 1", "xgboost, 1"})
    void ndcgOfAQueryWithoutRelevantItems(String tool, double expected) {
        assertThat(value("ndcg@5", tool, ranked(0, 0))).isEqualTo(expected);
    }

    @Test
    void ndcgOfAQueryWithoutRelevantItemsIs0InXGBoostWithATrailingMinus() {
        assertThat(value("ndcg@5-", "xgboost", ranked(0, 0))).isZero();
        assertThat(mean("ndcg@2-", "xgboost", GRADED, false)).isCloseTo(0.3840752607285925, within(1e-12)); // measured
    }

    @ParameterizedTest
    @CsvSource({"trec_eval, 0", "ranklib, 0", "sklearn, 0", "lightgbm, 1", "xgboost, 1"})
    void averagePrecisionOfAQueryWithoutRelevantItems(String tool, double expected) {
        assertThat(value("map", tool, ranked(0, 0))).isEqualTo(expected);
    }

    /** Q1: 2·(3/log2 3)/(3 + 1/log2 3); Q2: 1/log2 3; Q3 adds 1 to the sum and 4 to the weights. Measured in both. */
    @ParameterizedTest
    @CsvSource({"xgboost", "lightgbm"})
    void weightOfSuchAQueryIsForgottenInNdcg(String tool) {
        assertThat(mean("ndcg@2", tool, GRADED, true)).isCloseTo(0.38193168725715676, within(1e-12));
        assertThat(mean("ndcg@2", tool, GRADED, false)).isCloseTo(0.7174085940619258, within(1e-12));
    }

    /** (2·¼ + 1·½ + 4·1)/7 = 5/7. Measured in both. */
    @ParameterizedTest
    @CsvSource({"xgboost", "lightgbm"})
    void weightOfSuchAQueryIsKeptInMap(String tool) {
        assertThat(mean("map@2", tool, BINARY, true)).isCloseTo(5.0 / 7, within(1e-12));
    }

    /** Grades 2, 1 in ranked order: the gains are 2, 1 or 3, 1. */
    @ParameterizedTest
    @CsvSource({"trec_eval, 2, 1", "sklearn, 2, 1", "xgboost, 3, 1", "lightgbm, 3, 1", "ranklib, 3, 1"})
    void gain(String tool, double first, double second) {
        assertThat(value("dcg", tool, ranked(2, 1))).isCloseTo(first + second / LOG2_3, within(1e-12));
    }

    /** Q1: the grade 2.7 counts as 2, so 3/log2 3; Q2: 1/log2 3; Q3: 0. Measured. */
    @Test
    void gainOfARealLabelIsOfItsIntegerPartInRankLib() {
        assertThat(mean("DCG@2", "ranklib", REAL, false))
                .isCloseTo(4 / LOG2_3 / 3, within(1e-12))
                .isCloseTo(0.8412396714286099, within(1e-12));
        assertThat(mean("NDCG@2", "ranklib", REAL, false)).isCloseTo(0.3840752607285925, within(1e-12));
        assertThat(value("dcg", "xgboost", ranked(2.5))).isCloseTo(Math.sqrt(32) - 1, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"trec_eval", "xgboost", "lightgbm", "ranklib", "sklearn"})
    void discountIsTheBinaryLogarithmOfTheNextRank(String tool) {
        assertThat(value("dcg", tool, ranked(0, 0, 1))).isCloseTo(0.5, within(1e-15)); // 1/log2 4
        assertThat(value("dcg", tool, ranked(0, 0, 0, 0, 0, 0, 1))).isCloseTo(1 / 3.0, within(1e-15)); // 1/log2 8
    }

    /** One relevant item at the top, and another that was not retrieved. */
    @ParameterizedTest
    @CsvSource({"trec_eval, judged", "xgboost, retrieved", "lightgbm, retrieved", "ranklib, retrieved"})
    void idealDcg(String tool, String ideal) {
        JudgedList list = new Judgements(new double[] {1, 0}, new double[] {1}, Integer::compare, null)
                .rankedBy(new double[] {2, 1});
        double ofAll = 1 / (1 + 1 / LOG2_3);
        assertThat(value("ndcg", tool, list)).isCloseTo(ideal.equals("judged") ? ofAll : 1, within(1e-15));
        assertThat(value("map", tool, list)).isEqualTo(ideal.equals("judged") ? 0.5 : 1);
    }

    @Test
    void idealDcgIsSortedSoThatNdcgNeverPasses1() {
        // Spark takes the labels in the order given: (1 + 3/log2 3)/(1 + 3/log2 3) would be 1 for a wrong ranking.
        assertThat(value("ndcg", "trec_eval", ranked(1, 3)))
                .isCloseTo((1 + 3 / LOG2_3) / (3 + 1 / LOG2_3), within(1e-15));
        assertThat(value("ndcg", "trec_eval", ranked(3, 1))).isEqualTo(1);
    }

    /** Items a, b, c with equal scores, in input order; only a is relevant. */
    @ParameterizedTest
    @CsvSource({
        "trec_eval, 0.3333333333333333", // c, b, a
        "lightgbm, 1", // a, b, c
        "xgboost, 1",
        "ranklib, 1",
        "sklearn, 0.6111111111111112", // (1 + ½ + ⅓)/3
    })
    void ties(String tool, double reciprocalRank) {
        JudgedList list = JudgedList.ofScores(new double[] {1, 1, 1}, new double[] {1, 0, 0});
        assertThat(value("rr", tool, list)).isCloseTo(reciprocalRank, within(1e-15));
    }

    @Test
    void tiesGoByDocumentNumberDescendingInTrecEvalAndByInputOrderInLightGbm() {
        String[] names = {"d10", "d9", "d1"};
        JudgedList list = new Judgements(
                        new double[] {1, 0, 0}, new double[0], (a, b) -> names[a].compareTo(names[b]), null)
                .rankedBy(new double[] {1, 1, 1});
        assertThat(value("rr", "trec_eval", list)).isEqualTo(0.5); // d9, d10, d1
        assertThat(value("rr", "lightgbm", list)).isEqualTo(1);
    }

    /** The documentation of {@code sklearn.metrics.ndcg_score} and {@code dcg_score}. */
    @Test
    void tiesAreAveragedInNdcgOfScikitLearn() {
        double[] grades = {10, 0, 0, 1, 5};
        JudgedList tied = JudgedList.ofScores(new double[] {1, 0, 0, 0, 1}, grades);
        assertThat(value("ndcg@1", "sklearn", tied)).isEqualTo(0.75);
        assertThat(value("dcg@1", "sklearn", tied)).isEqualTo(7.5);
        JudgedList strict = JudgedList.ofScores(new double[] {.1, .2, .3, 4, 70}, grades);
        assertThat(value("dcg", "sklearn", strict)).isCloseTo(9.49, within(0.01));
        assertThat(value("dcg@2", "sklearn", strict)).isCloseTo(5.63, within(0.01));
        assertThat(value("ndcg", "sklearn", strict)).isCloseTo(0.69, within(0.01));
    }

    /** The documentation of {@code average_precision_score}; then one step of three tied items: 1·(1/3). */
    @Test
    void tiesAreOneStepInAveragePrecisionOfScikitLearn() {
        JudgedList strict = JudgedList.ofScores(new double[] {0.1, 0.4, 0.35, 0.8}, new double[] {0, 0, 1, 1});
        assertThat(value("map", "sklearn", strict)).isCloseTo(5 / 6.0, within(1e-15)); // 0.83
        JudgedList tied = JudgedList.ofScores(new double[] {1, 1, 1}, new double[] {0, 1, 0});
        assertThat(value("map", "sklearn", tied)).isCloseTo(1 / 3.0, within(1e-15));
    }

    /** Relevant at ranks 2, 3, 4: precision ½ at rank 2. RankLib: (½ + ⅔ + ¾)/3. */
    @ParameterizedTest
    @CsvSource({"trec_eval, 0.16666666666666666", "xgboost, 0.25", "lightgbm, 0.25", "ranklib, 0.6388888888888888"})
    void mapDenominatorAtACutoff(String tool, double expected) {
        assertThat(value("map@2", tool, ranked(0, 1, 1, 1))).isCloseTo(expected, within(1e-15));
    }

    /** RankLib: ((½ + ⅔ + ¾)/3 + ½ + 0)/3. Measured. */
    @Test
    void mapIgnoresTheCutoffInRankLib() {
        assertThat(mean("MAP@2", "ranklib", REAL, false)).isCloseTo(0.3796296296296296, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({"trec_eval, 0.4", "ranklib, 1", "xgboost, 1"})
    void precisionWithFewerThanKItems(String tool, double expected) {
        assertThat(value("p@5", tool, ranked(1, 1))).isEqualTo(expected);
    }

    /** (¾ + ⅓ + 0)/3. Measured in both. */
    @ParameterizedTest
    @CsvSource({"xgboost", "ranklib"})
    void precisionWithFewerThanKItemsIsAsMeasured(String tool) {
        assertThat(mean("p@5", tool, BINARY, false)).isCloseTo(0.3611111111111111, within(1e-12));
    }

    /** Reciprocal ranks of the labels 0, 0.3, 0.7, 1 in ranked order. */
    @ParameterizedTest
    @CsvSource({"trec_eval, 0.25", "lightgbm, 0.3333333333333333", "ranklib, 0.5"})
    void relevantMeans(String tool, double expected) {
        assertThat(value("rr", tool, ranked(0, 0.3, 0.7, 1))).isEqualTo(expected);
    }

    @Test
    void relevantMeansAnotherLevelButNotToNdcg() {
        Conventions level2 = Compat.TREC_EVAL.conventions().withRelevanceLevel(2);
        JudgedList list = ranked(1, 2);
        assertThat(MeasureSpec.parse("map", level2).measure().evaluate(list)).isEqualTo(0.5);
        assertThat(MeasureSpec.parse("ndcg", level2))
                .isEqualTo(MeasureSpec.parse("ndcg", Compat.TREC_EVAL.conventions()));
    }

    /** Grades 2, 4 of at most 4: R = 3/16, 15/16; ERR = 3/16 + ½ · 13/16 · 15/16. */
    @Test
    void expectedReciprocalRank() {
        double expected = 3 / 16.0 + 13 * 15 / 512.0;
        assertThat(value("err", "ranklib", ranked(2, 4))).isCloseTo(expected, within(1e-15));
        assertThat(MeasureSpec.parse("err(max=4)").measure().evaluate(ranked(2, 4)))
                .isCloseTo(expected, within(1e-15));
        // Q1: ½·3/16; Q2: ½·1/16; Q3: 0. Measured in RankLib.
        assertThat(mean("ERR@2", "ranklib", REAL, false)).isCloseTo(1 / 24.0, within(1e-12));
    }

    @Test
    void expectedReciprocalRankTakesTheLargestGradeFromTheDataAndPrintsIt() {
        MeasureSpec spec = MeasureSpec.parse("err@10");
        assertThat(spec.needsMaxGrade()).isTrue();
        assertThat(spec.withMaxGrade(2).text()).startsWith("err@10(max=2,");
        assertThatThrownBy(() -> spec.withMaxGrade(1).measure().evaluate(ranked(2)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("grade 2 is above the scale of err@10, which ends at max=1");
    }

    @Test
    void reciprocalRankWithoutACutoffLooksAtTheWholeList() {
        assertThat(value("RR", "ranklib", ranked(0, 0, 1))).isEqualTo(1 / 3.0); // RankLib prints 0, a bug
        assertThat(value("RR@2", "ranklib", ranked(0, 0, 1))).isZero();
    }

    @Test
    void whatRankLibTakesForAMissingCutoff() {
        // Measured: NDCG, P and ERR without a cut-off, which RankLib reads as 10.
        assertThat(mean("NDCG", "ranklib", REAL, false)).isCloseTo(0.4299771861246236, within(1e-12));
        assertThat(mean("P", "ranklib", REAL, false)).isCloseTo(0.3611111111111111, within(1e-12));
        assertThat(mean("ERR", "ranklib", REAL, false)).isCloseTo(0.04730902777777777, within(1e-12));
    }

    @Test
    void negativeLabels() {
        JudgedList list = ranked(-2, 1);
        assertThat(value("dcg", "trec_eval", list)).isCloseTo(1 / LOG2_3, within(1e-15));
        assertThat(value("ndcg", "trec_eval", list)).isCloseTo(1 / LOG2_3, within(1e-15));
        assertThat(value("map", "trec_eval", list)).isEqualTo(0.5);
        assertThat(value("bpref", "trec_eval", list)).isEqualTo(1); // not judged as not relevant either
        assertThat(value("num_rel", "trec_eval", list)).isEqualTo(1);
    }

    private static double value(String text, String tool, JudgedList list) {
        return MeasureSpec.parse(text, Compat.parse(tool).conventions())
                .measure()
                .evaluate(list);
    }

    /** The mean over the queries, as an evaluation takes it. */
    private static double mean(String text, String tool, List<Query> queries, boolean weighted) {
        List<MeasureSpec> specs =
                List.of(MeasureSpec.parse(text, Compat.parse(tool).conventions()));
        return new EvaluationPass(specs, 1, Path.of("memory"), List.of(tool))
                .of(tasks -> queries.forEach(query -> tasks.accept(
                        new EvaluationPass.Task("q", 0, weighted ? query.weight() : 1, () -> only -> query.list()))))
                .get(0)
                .mean(0);
    }

    private static JudgedList ranked(double... grades) {
        return Judgements.of(grades).inOrder();
    }

    /** −1 + 2/log2 3, which scikit-learn's dcg_score prints as 0.2619; the others count −1 as 0. */
    @ParameterizedTest
    @CsvSource({"sklearn, 0.2618595071429148", "trec_eval, 1.2618595071429148", "xgboost, 1.8927892607143721"})
    void aNegativeGradeInDcg(String tool, double expected) {
        assertThat(value("dcg", tool, ranked(-1, 2))).isCloseTo(expected, within(1e-12));
    }

    /** trec_eval's m_num_rel.c: with -c the sum over queries is taken anew, of all judgements above 0. */
    @Test
    void relevantItemsOfAllQueries() {
        Conventions level = Compat.TREC_EVAL.conventions().withRelevanceLevel(2);
        JudgedList list = ranked(2, 1, 0, -1);
        Measure plain = MeasureSpec.parse("num_rel", level).measure();
        assertThat(plain.evaluate(list)).isEqualTo(1);
        assertThat(plain.share(list, 1, 1)).isEqualTo(1);
        Measure complete = MeasureSpec.parse("num_rel", level.withAllQueries()).measure();
        assertThat(complete.evaluate(list)).isEqualTo(1);
        assertThat(complete.share(list, 1, 1)).isEqualTo(2);
        Conventions ours = Conventions.plumbrank().withRelevanceLevel(2).withAllQueries();
        assertThat(MeasureSpec.parse("num_rel", ours).measure().share(list, 1, 1))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"num_q, 1", "num_ret, 4", "num_rel, 2", "num_rel_ret, 2"})
    void countsDoNotKnowTheWeightsOfQueries(String count, double expected) {
        JudgedList list = ranked(2, 1, 0, -1);
        Measure measure = MeasureSpec.parse(count).measure();
        assertThat(measure.share(list, measure.evaluate(list), 0.25)).isEqualTo(expected);
    }
}
