package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** AUC, disagreement and the correlations on long lists, against their definitions over all pairs. */
class PairMeasuresTest {

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    /** Up to 400 retrieved and 20 other items; many, few or no ties. */
    private static Textbook.Case random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 100 + random.nextInt(300);
        int scoreLevels = random.nextBoolean() ? 10 : 100_000;
        int gradeLevels = random.nextBoolean() ? 4 : 100_000;
        double[] scores =
                random.doubles(n).map(x -> Math.floor(x * scoreLevels)).toArray();
        double[] grades =
                random.doubles(n).map(x -> Math.floor(x * gradeLevels) - 1).toArray();
        double[] unretrieved = random.doubles(random.nextInt(20))
                .map(x -> Math.floor(x * gradeLevels))
                .toArray();
        return new Textbook.Case(scores, grades, unretrieved);
    }

    private static double sumOverPairs(Textbook.Case query, PairTerm term) {
        double[] grades = query.all();
        double[] scores = query.allScores();
        double sum = 0;
        for (int i = 0; i < grades.length; i++) {
            for (int j = 0; j < grades.length; j++) {
                if (grades[i] > grades[j]) {
                    sum += term.of(grades[i], grades[j], scores[i] < scores[j] ? 1 : scores[i] > scores[j] ? 0 : 0.5);
                }
            }
        }
        return sum;
    }

    private interface PairTerm {
        /** @param wrong 1 if the better item has the lower score, ½ if the scores are equal */
        double of(double better, double worse, double wrong);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void disagreementIsTheShareOfTheWeightOfWrongPairs(long seed) {
        Textbook.Case query = random(seed);
        assertThat(MeasureSpec.parse("pd").measure().evaluate(query.list()))
                .isCloseTo(
                        sumOverPairs(query, (y, z, wrong) -> wrong) / sumOverPairs(query, (y, z, wrong) -> 1),
                        within(1e-12));
        assertThat(MeasureSpec.parse("pd(weight=difference)").measure().evaluate(query.list()))
                .isCloseTo(
                        sumOverPairs(query, (y, z, wrong) -> wrong * (y - z))
                                / sumOverPairs(query, (y, z, wrong) -> y - z),
                        within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aucIsOneMinusTheDisagreementOfBinaryGrades(long seed) {
        Textbook.Case query = random(seed);
        double median = Arrays.stream(query.all()).sorted().toArray()[query.all().length / 2];
        double level = Math.max(0, median);
        PairTerm all = (y, z, wrong) -> y >= level && z < level ? 1 : 0;
        PairTerm right = (y, z, wrong) -> y >= level && z < level ? 1 - wrong : 0;
        assertThat(MeasureSpec.parse("auc(rel=" + level + ")").measure().evaluate(query.list()))
                .isCloseTo(sumOverPairs(query, right) / sumOverPairs(query, all), within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void correlationsAreThoseOfTheirQuadraticDefinitions(long seed) {
        Textbook.Case query = random(seed);
        double[] scores =
                Arrays.stream(query.allScores()).map(s -> Math.max(s, -1)).toArray();
        assertThat(MeasureSpec.parse("kendall").measure().evaluate(query.list()))
                .isCloseTo(Textbook.tauB(scores, query.all()), within(1e-12));
        assertThat(MeasureSpec.parse("spearman").measure().evaluate(query.list()))
                .isCloseTo(Textbook.pearsonOnMidRanks(scores, query.all()), within(1e-12));
    }

    @Test
    void perfectAndReversedOrdersReachTheEnds() {
        double[] grades = new SplittableRandom(1).doubles(500).map(x -> 1e9 + x).toArray();
        double[] reversed = Arrays.stream(grades).map(y -> -y).toArray();
        for (String text : new String[] {"kendall", "spearman", "kendall(ties=average)", "spearman(ties=stable)"}) {
            assertThat(MeasureSpec.parse(text).measure().evaluate(JudgedList.ofScores(grades, grades)))
                    .isEqualTo(1);
            assertThat(MeasureSpec.parse(text).measure().evaluate(JudgedList.ofScores(reversed, grades)))
                    .isEqualTo(-1);
        }
        for (String text : new String[] {"pd", "pd(weight=difference)"}) {
            assertThat(MeasureSpec.parse(text).measure().evaluate(JudgedList.ofScores(grades, grades)))
                    .isZero();
            assertThat(MeasureSpec.parse(text).measure().evaluate(JudgedList.ofScores(reversed, grades)))
                    .isCloseTo(1, within(1e-12));
        }
    }

    /** Kendall 1945 by hand: scores 1, 2, 2, 3 and grades 1, 2, 3, 3 have 4 agreeing pairs of 5 and 5 unequal ones: 4/5. */
    @Test
    void tauBOfASmallTableByHand() {
        JudgedList list = JudgedList.ofScores(new double[] {1, 2, 2, 3}, new double[] {1, 2, 3, 3});
        assertThat(MeasureSpec.parse("kendall").measure().evaluate(list)).isCloseTo(0.8, within(1e-15));
        // A strict ranking has 6 ordered pairs of scores: 4/√(5·6).
        assertThat(MeasureSpec.parse("kendall(ties=average)").measure().evaluate(list))
                .isCloseTo(4 / Math.sqrt(30), within(1e-15));
        // Centred mid-ranks −1½, 0, 0, 1½ and −1½, −½, 1, 1: products sum to 3¾, squares to 4½ and 4½.
        assertThat(MeasureSpec.parse("spearman").measure().evaluate(list)).isCloseTo(3.75 / 4.5, within(1e-15));
    }
}
