package io.plumbrank.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A measure of tied scores is its mean over all rankings that agree with them (THEORY, section 5). */
class TieAveragingTest {

    static LongStream seeds() {
        return LongStream.range(0, 120);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyMeasureIsTheMeanOverAllConsistentRankings(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 6);
        List<double[]> rankings = Textbook.rankings(query);
        for (MeasureSpec spec : TestSpecs.AVERAGED) {
            double expected = Textbook.mean(rankings, query.retrieved(), spec);
            assertThat(spec.measure().evaluate(query.list()))
                    .as("%s of %s", spec, query)
                    .satisfies(value -> assertSame(value, expected));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void emptyMeansThatNoRankingHasAValue(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 4);
        for (MeasureSpec spec : TestSpecs.AVERAGED) {
            MeasureSpec skipping = MeasureSpec.parse(spec.text().replaceFirst("empty=[a-z-]*", "empty=skip"));
            assertThat(spec.measure().isEmpty(query.list()))
                    .as("%s of %s", spec, query)
                    .isEqualTo(Double.isNaN(Textbook.mean(query, skipping)));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void resolvedTiesGiveTheValueOfTheOneRankingThatIsLeft(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 6);
        double[] scores = query.scores();
        Comparator<Integer> byScore = Comparator.comparing(item -> -scores[item]);
        Textbook.Case inputOrder = ranked(query, byScore.thenComparing(item -> item));
        Textbook.Case namesDescending = ranked(query, byScore.thenComparing(item -> -item));
        for (MeasureSpec spec : TestSpecs.AVERAGED) {
            MeasureSpec stable = MeasureSpec.parse(spec.text().replace("ties=average", "ties=stable"));
            MeasureSpec byName = MeasureSpec.parse(spec.text().replace("ties=average", "ties=docno-desc"));
            assertSame(stable.measure().evaluate(query.list()), Textbook.mean(inputOrder, spec));
            assertSame(byName.measure().evaluate(query.list()), Textbook.mean(namesDescending, spec));
        }
    }

    /** The same items with scores that have no ties, in the order of the comparator. */
    private static Textbook.Case ranked(Textbook.Case query, Comparator<Integer> order) {
        int[] items = IntStream.range(0, query.retrieved())
                .boxed()
                .sorted(order)
                .mapToInt(i -> i)
                .toArray();
        double[] scores = new double[items.length];
        for (int position = 0; position < items.length; position++) {
            scores[items[position]] = -position;
        }
        return new Textbook.Case(scores, query.grades(), query.unretrieved());
    }

    private static void assertSame(double value, double expected) {
        if (Double.isNaN(expected)) {
            assertThat(value).isNaN();
        } else {
            assertThat(value).isCloseTo(expected, within(1e-12));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void correctedTiesAreTauBAndPearsonOnMidRanks(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 8);
        double[] grades = Textbook.zeroForUnjudged(query.all());
        double[] scores =
                Arrays.stream(query.allScores()).map(s -> Math.max(s, -1)).toArray();
        assertSame(
                MeasureSpec.parse("kendall(empty=skip)").measure().evaluate(query.list()),
                Textbook.tauB(scores, grades));
        assertSame(
                MeasureSpec.parse("spearman(empty=skip)").measure().evaluate(query.list()),
                Textbook.pearsonOnMidRanks(scores, grades));
    }
}
