package io.plumbrank.measure;

import static io.plumbrank.measure.TestSpecs.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
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
        Textbook.Case query = TestSpecs.random(seed, seed % 10 == 0 ? 6 : 5);
        List<double[]> rankings = Textbook.rankings(query);
        for (MeasureSpec spec : TestSpecs.AVERAGED) {
            double expected = Textbook.mean(rankings, query.retrieved(), spec);
            assertSame(spec.measure().evaluate(query.list()), expected, spec, query);
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
            assertSame(stable.measure().evaluate(query.list()), Textbook.mean(inputOrder, spec), stable, query);
            assertSame(byName.measure().evaluate(query.list()), Textbook.mean(namesDescending, spec), byName, query);
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

    @ParameterizedTest
    @MethodSource("seeds")
    void correctedTiesAreTauBAndPearsonOnMidRanks(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 8);
        double[] grades = Textbook.zeroForUnjudged(query.all());
        double[] scores =
                Arrays.stream(query.allScores()).map(s -> Math.max(s, -1)).toArray();
        MeasureSpec kendall = MeasureSpec.parse("kendall(empty=skip)");
        assertSame(kendall.measure().evaluate(query.list()), Textbook.tauB(scores, grades), kendall, query);
        MeasureSpec spearman = MeasureSpec.parse("spearman(empty=skip)");
        assertSame(
                spearman.measure().evaluate(query.list()), Textbook.pearsonOnMidRanks(scores, grades), spearman, query);
    }

    /** 40 of 300 tied items satisfy with chance ½: after j items h of the 40 were met with hypergeometric chance. */
    @Test
    void errOfALargeTiedGroupIsHypergeometric() {
        int size = 300;
        int good = 40;
        double[] grades = new double[size];
        Arrays.fill(grades, 0, good, 1);
        double[] met = new double[good + 2];
        met[0] = 1;
        double expected = 0;
        double reach = 1;
        for (int j = 0; j < size; j++) {
            for (int h = good; h >= 0; h--) {
                double next = met[h] * (good - h) / (size - j);
                met[h + 1] += next;
                met[h] -= next;
            }
            double after = 0;
            for (int h = 0; h <= good; h++) {
                after += met[h] * Math.pow(0.5, h);
            }
            expected += (reach - after) / (j + 1);
            reach = after;
        }
        JudgedList list = JudgedList.ofScores(new double[size], grades);
        assertThat(MeasureSpec.parse("err(max=1)").measure().evaluate(list)).isCloseTo(expected, within(1e-13));
    }

    /** Sums of numbers that are not whole depend on their order, so the same order must be taken whatever the input's. */
    @ParameterizedTest
    @MethodSource("seeds")
    void theOrderOfTheInputChangesNoBit(long seed) {
        Random random = new Random(seed);
        int size = 2 + random.nextInt(12);
        List<double[]> items = new ArrayList<>();
        for (int item = 0; item < size; item++) {
            double grade = seed % 2 == 0 ? random.nextInt(4) : 3 * random.nextDouble();
            items.add(new double[] {random.nextInt(3), grade});
        }
        JudgedList list = list(items);
        Collections.shuffle(items, random);
        JudgedList shuffled = list(items);
        for (MeasureSpec spec : TestSpecs.AVERAGED) {
            assertThat(spec.measure().evaluate(shuffled))
                    .as("%s of %s", spec, seed)
                    .isEqualTo(Double.valueOf(spec.measure().evaluate(list)));
        }
    }

    private static JudgedList list(List<double[]> items) {
        return JudgedList.ofScores(
                items.stream().mapToDouble(item -> item[0]).toArray(),
                items.stream().mapToDouble(item -> item[1]).toArray());
    }
}
