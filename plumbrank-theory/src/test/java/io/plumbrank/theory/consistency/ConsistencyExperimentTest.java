package io.plumbrank.theory.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.kind.items.ItemTask;
import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.measure.JudgedList;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsistencyExperimentTest {
    private static final MeasureSpec DCG = MeasureSpec.parse("dcg@2");

    private static List<Point> curve(String surrogate, int... queries) throws IOException {
        Trainer<?> trainer = Trainer.of(ItemTask.of(DCG))
                .withLearner(FeatureLearner.fourier(40))
                .withSettings(Settings.defaults().withLambdas(List.of(1e-3, 1e-2, 0.1)));
        List<Integer> sizes = Arrays.stream(queries).boxed().toList();
        return new ConsistencyExperiment(seed -> new RiskyItems(seed, 4), DCG, trainer, sizes, 2, 300)
                .curve(surrogate, Progress.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"squared", "pairwise-squared", "logistic"})
    void calibratedSurrogatesComeNearTheBestAsDataGrow(String surrogate) throws IOException {
        List<Point> points = curve(surrogate, 100, 3000);
        assertThat(points.get(1).excess()).isBetween(0.0, 0.02);
        assertThat(points.get(0).excess()).isGreaterThan(2 * points.get(1).excess());
    }

    @ParameterizedTest
    @ValueSource(strings = {"ranknet", "ranksvm", "listmle"})
    void othersStayBelow(String surrogate) throws IOException {
        assertThat(curve(surrogate, 1500).get(0).excess()).isGreaterThan(0.1);
    }

    /** The oracle tries every ranking. */
    @ParameterizedTest
    @ValueSource(strings = {"dcg@2", "ndcg@3", "p@2", "auc", "recall@1", "map"})
    void theBestIsTheBestOfAllRankings(String text) {
        MeasureSpec spec = MeasureSpec.parse(text);
        Measure measure = spec.measure();
        for (KnownQuery query : new RiskyItems(3, 4).next(20)) {
            double best = Double.NEGATIVE_INFINITY;
            for (int[] order : orders(4)) {
                Ranking ranking = Ranking.ofItems(order);
                best = Math.max(
                        best,
                        query.grades().expectation(grades -> measure.evaluate(JudgedList.ofRanking(ranking, grades))));
            }
            assertThat(KnownProblem.best(List.of(query), spec)).isCloseTo(best, within(1e-12));
        }
    }

    private static List<int[]> orders(int n) {
        List<int[]> orders = new ArrayList<>();
        int[] items = new int[n];
        for (int code = 0; code < Math.pow(n, n); code++) {
            int rest = code;
            int seen = 0;
            for (int i = 0; i < n; i++) {
                items[i] = rest % n;
                seen |= 1 << items[i];
                rest /= n;
            }
            if (seen == (1 << n) - 1) {
                orders.add(items.clone());
            }
        }
        return orders;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void judgementsAreDrawnFromTheKnownDistribution(long seed) {
        KnownQuery query = new AmbiguousSearch(seed, 6).next();
        SplittableRandom random = new SplittableRandom(seed);
        double[] sums = new double[6];
        int draws = 20_000;
        for (int draw = 0; draw < draws; draw++) {
            Query judged = query.draw(random);
            for (int i = 0; i < 6; i++) {
                sums[i] += judged.label(i);
            }
        }
        double[] expected = query.grades().mean(6, (grades, out) -> System.arraycopy(grades, 0, out, 0, 6));
        for (int i = 0; i < 6; i++) {
            assertThat(sums[i] / draws).isCloseTo(expected[i], within(0.08));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "pd", "err"})
    void measuresWhoseBestDoesNotFollowFromScoresAreRefused(String measure) {
        assertThatThrownBy(() -> KnownProblem.best(new AmbiguousSearch(1, 20).next(1), MeasureSpec.parse(measure)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nothingToTrainOnIsRefused() {
        Trainer<?> trainer = Trainer.of(ItemTask.of(DCG)).withLearner(FeatureLearner.linear());
        assertThatThrownBy(
                        () -> new ConsistencyExperiment(seed -> new RiskyItems(seed, 4), DCG, trainer, List.of(), 1, 1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
