package io.plumbrank.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Query;
import io.plumbrank.learn.PairTargets;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.PairRankingTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairLabelsTest {
    private static PreferenceGraph votes(int items, SplittableRandom random) {
        List<Preference> votes = new ArrayList<>();
        for (int vote = items < 2 ? 0 : random.nextInt(5); vote > 0; vote--) {
            int above = random.nextInt(items);
            votes.add(new Preference(above, (above + 1 + random.nextInt(items - 1)) % items, 1 + random.nextInt(3)));
        }
        return PreferenceGraph.sum(items, votes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "pd", "pd(weight=difference)", "pd(weight=observed)", "kendall"})
    void classesHaveTheTargetsOfTheirPairs(String measure) {
        PairRankingTarget<Query> target = PairRankingTarget.ofQueries(MeasureSpec.parse(measure));
        SplittableRandom random = new SplittableRandom(1);
        for (int repeat = 0; repeat < 200; repeat++) {
            int items = 1 + random.nextInt(7);
            double[] grades = new double[items];
            for (int i = 0; i < items; i++) {
                grades[i] = random.nextInt(3);
            }
            Query query = Query.of("q", grades, new float[items][1]).withPreferences(votes(items, random));
            double[] alpha = PairLabels.encode(target, query);
            PairTargets targets = PairLabels.targets(target, query);
            int next = 0;
            for (int i = 0; i < items; i++) {
                if (!target.antisymmetric()) {
                    for (int j = 0; j < i; j++) {
                        assertThat(targets.of(i, j)).isEqualTo(alpha[next]);
                        assertThat(targets.of(j, i)).isEqualTo(alpha[next++]);
                    }
                    assertThat(Objects.requireNonNull(targets.single())[i]).isEqualTo(alpha[next++]);
                } else {
                    for (int j = i + 1; j < items; j++) {
                        assertThat(targets.of(i, j) + 0.0).isEqualTo(alpha[next] + 0.0);
                        assertThat(targets.of(j, i) + 0.0).isEqualTo(0.0 - alpha[next++]);
                    }
                }
            }
        }
    }
}
