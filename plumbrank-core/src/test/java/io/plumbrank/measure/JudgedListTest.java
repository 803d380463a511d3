package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.settings.Key.Ideal;
import io.plumbrank.measure.settings.Key.Relevance;
import io.plumbrank.measure.settings.Ties;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JudgedListTest {
    private static final double NONE = Double.NaN;

    @Test
    void equalScoresAreOneGroupUntilTheyAreResolved() {
        JudgedList list = JudgedList.ofScores(new double[] {0.0, 5, -0.0, 5}, new double[] {1, 2, 3, 4});
        assertThat(list.groupStarts(Ties.AVERAGE)).containsExactly(0, 2, 4);
        assertThat(list.groupStarts(Ties.STABLE)).containsExactly(0, 1, 2, 3, 4);
        assertThat(list.gradesByPosition(Ties.STABLE)).containsExactly(2, 4, 1, 3);
        assertThat(list.gradesByPosition(Ties.DOCNO_DESC)).containsExactly(4, 2, 3, 1);
    }

    @Test
    void namesOfALargeTiedGroupComeLastFirst() {
        int n = 1000;
        SplittableRandom random = new SplittableRandom(3);
        double[] scores = random.ints(n, 0, 3).asDoubleStream().toArray();
        double[] grades = IntStream.range(0, n).asDoubleStream().toArray();
        List<String> names = IntStream.range(0, n)
                .mapToObj(i -> Integer.toString(i * 7919 % n, 36))
                .toList();
        JudgedList list = new Judgements(
                        grades, new double[0], (a, b) -> names.get(a).compareTo(names.get(b)), null)
                .rankedBy(scores);
        double[] expected = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> -scores[i])
                        .thenComparing(Comparator.comparing((Integer i) -> names.get(i))
                                .reversed()))
                .mapToDouble(i -> grades[i])
                .toArray();
        assertThat(list.gradesByPosition(Ties.DOCNO_DESC)).containsExactly(expected);
    }

    @Test
    void theIdealIsOfAllJudgedItemsOrOfTheRetrievedOnes() {
        Judgements list = new Judgements(new double[] {1, NONE, 2}, new double[] {3, -1}, Integer::compare, null);
        assertThat(list.judgedDescending(Ideal.JUDGED)).containsExactly(3, 2, 1, -1);
        assertThat(list.judgedDescending(Ideal.RETRIEVED)).containsExactly(2, 1);
        assertThat(list.relevant(Relevance.atLeast(1), Ideal.JUDGED)).isEqualTo(3);
        assertThat(list.relevant(Relevance.atLeast(1), Ideal.RETRIEVED)).isEqualTo(2);
    }

    @Test
    void aRankingHasNoTies() {
        JudgedList list = JudgedList.ofRanking(Ranking.ofItems(2, 0, 1), new double[] {10, 20, 30});
        assertThat(list.gradesByPosition(Ties.AVERAGE)).containsExactly(30, 10, 20);
        assertThat(list.groupStarts(Ties.AVERAGE)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void thePoolTakesUnjudgedItemsForGradeZero() {
        Judgements labels = new Judgements(new double[] {NONE, -1, 2}, new double[] {-0.0}, Integer::compare, null);
        Pool pool = Pool.of(labels.rankedBy(new double[] {3, 3, 1}), Ties.AVERAGE);
        assertThat(labels.levels().grades()).containsExactly(-1, 0, 2);
        assertThat(pool.levelAt()).containsExactly(0, 1, 2, 1);
        assertThat(pool.starts()).containsExactly(0, 2, 3, 4);
    }

    @Test
    void whatCannotBeRankedIsRefused() {
        double[] one = {1};
        assertThatThrownBy(() -> JudgedList.ofScores(new double[] {NONE}, one)).hasMessageContaining("item 0 is NaN");
        assertThatThrownBy(() -> JudgedList.ofScores(one, new double[] {Double.POSITIVE_INFINITY}))
                .hasMessageContaining("beyond 2^900");
        assertThatThrownBy(() -> JudgedList.ofScores(one, new double[2])).hasMessageContaining("1 scores but 2 grades");
        assertThatThrownBy(() -> new Judgements(one, new double[] {NONE}, Integer::compare, null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JudgedList.ofRanking(Ranking.identity(2), one))
                .hasMessageContaining("2 items but 1 grades");
    }

    @Test
    void hugeGradesAreAnErrorThatNamesTheWayOutAndNeverNaN() {
        JudgedList huge = Judgements.of(new double[] {1, 2000}).inOrder();
        assertThatThrownBy(() -> MeasureSpec.parse("ndcg").measure().evaluate(huge))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("grade 2000 is too large for gain=exp2")
                .hasMessageContaining("gain=linear");
        assertThat(MeasureSpec.parse("ndcg(gain=linear)").measure().evaluate(huge))
                .isBetween(0.0, 1.0);
        double[] most = new double[500];
        Arrays.fill(most, 1000);
        assertThat(MeasureSpec.parse("ndcg")
                        .measure()
                        .evaluate(Judgements.of(most).inOrder()))
                .isEqualTo(1);
        double[] spread = {0x1p900, -0x1p900, 0};
        assertThat(MeasureSpec.parse("pd(weight=difference)")
                        .measure()
                        .evaluate(Judgements.of(spread).inOrder()))
                .isFinite();
    }
}
