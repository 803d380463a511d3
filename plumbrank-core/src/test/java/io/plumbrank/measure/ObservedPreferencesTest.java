package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pairwise disagreement with preferences that were observed, vote by vote. */
class ObservedPreferencesTest {
    private static final Measure OBSERVED =
            MeasureSpec.parse("pd").overPreferences().measure();

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    private static List<Preference> votes(int items, SplittableRandom random) {
        List<Preference> votes = new ArrayList<>();
        for (int vote = 1 + random.nextInt(20); vote > 0; vote--) {
            int above = random.nextInt(items);
            votes.add(
                    new Preference(above, (above + 1 + random.nextInt(items - 1)) % items, random.nextDouble(0.1, 3)));
        }
        return votes;
    }

    private static Query query(int items) {
        return Query.of("q", new double[items], new float[items][1]);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void disagreementIsTheShareOfTheWeightOfContradictedVotes(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = 2 + random.nextInt(8);
        List<Preference> votes = votes(items, random);
        double[] scores =
                IntStream.range(0, items).mapToDouble(i -> random.nextInt(5)).toArray();
        double wrong = 0;
        double total = 0;
        double stable = 0;
        for (Preference vote : votes) {
            int sign = Double.compare(scores[vote.below()], scores[vote.above()]);
            wrong += vote.weight() * (1 + sign) / 2;
            stable += vote.weight() * (sign > 0 || (sign == 0 && vote.below() < vote.above()) ? 1 : 0);
            total += vote.weight();
        }
        JudgedList list = Judgements.of(query(items).withPreferences(PreferenceGraph.sum(items, votes)))
                .rankedBy(scores);
        assertThat(OBSERVED.evaluate(list)).isCloseTo(wrong / total, within(1e-12));
        assertThat(MeasureSpec.parse("pd(weight=observed,ties=stable)")
                        .measure()
                        .evaluate(list))
                .isCloseTo(stable / total, within(1e-12));
    }

    /** With one digit a name, names fall as numbers do: of a tie the last item comes first. */
    @ParameterizedTest
    @MethodSource("seeds")
    void tiesMayGoByName(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = 2 + random.nextInt(8);
        PreferenceGraph graph = PreferenceGraph.sum(items, votes(items, random));
        double[] tied =
                IntStream.range(0, items).mapToDouble(i -> random.nextInt(3)).toArray();
        double[] broken =
                IntStream.range(0, items).mapToDouble(i -> tied[i] + 0.01 * i).toArray();
        Judgements labels = Judgements.of(query(items).withPreferences(graph));
        assertThat(MeasureSpec.parse("pd(weight=observed,ties=docno-desc)")
                        .measure()
                        .evaluate(labels.rankedBy(tied)))
                .isEqualTo(OBSERVED.evaluate(labels.rankedBy(broken)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void allPairsOfUnequalGradesAreThePreferencesOfGrades(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = 2 + random.nextInt(8);
        double[] grades =
                IntStream.range(0, items).mapToDouble(i -> random.nextInt(3)).toArray();
        double[] scores =
                IntStream.range(0, items).mapToDouble(i -> random.nextInt(6)).toArray();
        List<Preference> pairs = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (grades[i] > grades[j]) {
                    pairs.add(new Preference(i, j, 1));
                }
            }
        }
        JudgedList list = Judgements.of(
                        Query.of("q", grades, new float[items][1]).withPreferences(PreferenceGraph.sum(items, pairs)))
                .rankedBy(scores);
        assertThat(OBSERVED.evaluate(list))
                .isEqualTo(MeasureSpec.parse("pd").measure().evaluate(list));
        assertThat(OBSERVED.isEmpty(list))
                .isEqualTo(Arrays.stream(grades).distinct().count() < 2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ndcg@10",
                "kendall",
                "map",
                "auc",
                "pd(weight=difference)",
                "pd(weight=unit)",
                "PD(Weight = unit)"
            })
    void measuresOfGradesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeasureSpec.parse(text).overPreferences())
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("'pd'");
    }

    @Test
    void theFullTextSaysThatPreferencesWereObserved() {
        MeasureSpec spec = MeasureSpec.parse("pd").overPreferences();
        assertThat(spec.text()).isEqualTo("pd(weight=observed,ties=average,empty=zero)");
        assertThat(spec.typed()).isEqualTo("pd");
        assertThat(MeasureSpec.parse(spec.text()).takesPreferences()).isTrue();
    }
}
