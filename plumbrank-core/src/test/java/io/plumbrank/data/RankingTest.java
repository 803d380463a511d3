package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankingTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
    void everyRankingStandsOnceAndInLexicographicOrder(int r) {
        List<String> all = new ArrayList<>();
        Ranking.forEach(r, ranking -> all.add(ranking.toString()));
        int factorial = 1;
        for (int i = 2; i <= r; i++) {
            factorial *= i;
        }
        assertThat(all).hasSize(factorial).isSorted();
        assertThat(new HashSet<>(all)).hasSize(factorial);
    }

    @Test
    void itemsAndPositionsAreInverse() {
        Ranking.forEach(5, ranking -> {
            int[] positions = new int[5];
            for (int position = 0; position < 5; position++) {
                assertThat(ranking.positionOf(ranking.itemAt(position))).isEqualTo(position);
                positions[ranking.itemAt(position)] = position;
            }
            assertThat(Ranking.ofPositions(positions)).isEqualTo(ranking).hasSameHashCodeAs(ranking);
            assertThat(Ranking.ofItems(ranking.toItems())).isEqualTo(ranking);
            assertThat(ranking.reversed().reversed()).isEqualTo(ranking);
            assertThat(ranking.reversed().itemAt(0)).isEqualTo(ranking.itemAt(4));
        });
    }

    @Test
    void whatIsGivenAndTakenAreCopies() {
        int[] items = {1, 0};
        Ranking ranking = Ranking.ofItems(items);
        items[0] = 7;
        ranking.toItems()[0] = 9;
        assertThat(ranking.toItems()).containsExactly(1, 0);
    }

    @Test
    void onlyPermutationsAreRankings() {
        for (int[] wrong : new int[][] {{1}, {0, 0}, {0, 2}, {-1, 0}, {0, 1, 3}}) {
            assertThatThrownBy(() -> Ranking.ofItems(wrong)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> Ranking.ofPositions(wrong)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Ranking.forEach(13, ranking -> {})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Ranking.forEach(-1, ranking -> {})).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void sortingByScoresPutsNoItemBelowAWorseOneOrAnEqualOneThatCameLater(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] scores = random.doubles(200)
                .map(x -> Math.rint(x * 50) * (x < 0.5 ? -1 : 1))
                .toArray();
        Ranking ranking = Ranking.byScores(scores);
        for (int i = 0; i < scores.length; i++) {
            for (int j = i + 1; j < scores.length; j++) {
                boolean above = ranking.positionOf(i) < ranking.positionOf(j);
                assertThat(above).isEqualTo(scores[i] >= scores[j]);
            }
        }
    }

    @Test
    void scoresThatAreNoNumbersAreRefused() {
        assertThatThrownBy(() -> Ranking.byScores(new double[] {1, Double.NaN}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("score 1 is NaN");
        assertThat(Ranking.byScores(new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}))
                .isEqualTo(Ranking.ofItems(1, 0));
        assertThat(Ranking.byScores(new double[] {-0.0, 0.0})).isEqualTo(Ranking.identity(2));
    }

    @Test
    void peopleCountFromOne() {
        assertThat(Ranking.ofItems(1, 2, 0)).hasToString("2 ≻ 3 ≻ 1");
        assertThat(Ranking.identity(0)).hasToString("");
    }
}
