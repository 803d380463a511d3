package io.plumbrank.measure;

import static io.plumbrank.measure.TestSpecs.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.settings.Key.EmptyQuery;
import io.plumbrank.measure.settings.Key.Gain;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The promises of every measure, whatever it measures. A subclass gives the measures. */
public abstract class MeasureContract {
    /** Variants of the measures that average ties, with and without a cut-off, of several conventions. */
    protected abstract List<MeasureSpec> variants();

    /** One of each measure, cut and not, in our conventions and on grades from 0 to 3. */
    protected List<MeasureSpec> ours() {
        return variants();
    }

    /** The value of a query without retrieved items, of which one is relevant. */
    protected double valueOfNothingRetrieved(MeasureSpec spec) {
        return 0;
    }

    static LongStream seeds() {
        return LongStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void valuesAreFiniteAndWithinTheirBounds(long seed) {
        JudgedList list = TestSpecs.random(seed, 40).list();
        for (MeasureSpec spec : variants()) {
            double value = spec.measure().evaluate(list);
            if (spec.empty() == EmptyQuery.SKIP && spec.measure().isEmpty(list)) {
                assertThat(value).as(spec.text()).isNaN();
                continue;
            }
            boolean correlation = Set.of(Structure.RANK_CORRELATION, Structure.PAIR_CORRELATION)
                    .contains(spec.structure());
            double least = spec.gain() == Gain.SIGNED ? Double.NEGATIVE_INFINITY : correlation ? -1 : 0;
            assertThat(value).as(spec.text()).isFinite().isGreaterThanOrEqualTo(least);
            if (!isUnbounded(spec)) {
                assertThat(value).as(spec.text()).isLessThanOrEqualTo(1);
            }
        }
    }

    private static boolean isUnbounded(MeasureSpec spec) {
        return spec.structure() == Structure.COUNT
                || (spec.measure() instanceof PositionalMeasure measure
                        && Double.isInfinite(measure.largestUtility(1)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noUtilityIsNegativeOrAboveTheLargest(long seed) {
        double[] grades = TestSpecs.random(seed, 12).grades();
        for (MeasureSpec spec : variants()) {
            if (spec.measure() instanceof PositionalMeasure measure && spec.gain() != Gain.SIGNED) {
                double rounding = 1 + 1e-12;
                for (double utility : measure.utilities(grades)) {
                    assertThat(utility)
                            .as("%s of %s", spec, Arrays.toString(grades))
                            .isBetween(0.0, rounding * measure.largestUtility(grades.length));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void anItemwiseUtilityDoesNotChangeWithTheOtherItems(long seed) {
        double[] grades = TestSpecs.random(seed, 12).grades();
        double[] alone = Arrays.copyOf(grades, Math.min(1, grades.length));
        for (MeasureSpec spec : variants()) {
            if (spec.measure() instanceof PositionalMeasure measure && measure.isItemwise()) {
                double[] all = measure.utilities(grades);
                assertThat(Arrays.copyOf(all, alone.length)).as(spec.text()).isEqualTo(measure.utilities(alone));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void placesBelowTheDepthWeighNothing(long seed) {
        int n = 1 + (int) seed % 12;
        for (MeasureSpec spec : variants()) {
            if (spec.measure() instanceof PositionalMeasure measure) {
                for (int position = measure.depth(n); position < n; position++) {
                    assertThat(measure.discount(position, n)).as(spec.text()).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void movingABetterItemUpOnePlaceNeverHurts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] grades = random.doubles(2 + random.nextInt(10))
                .map(x -> Math.floor(4 * x))
                .toArray();
        for (int place = 0; place + 1 < grades.length; place++) {
            if (grades[place] >= grades[place + 1]) {
                continue;
            }
            double[] swapped = grades.clone();
            swapped[place] = grades[place + 1];
            swapped[place + 1] = grades[place];
            for (MeasureSpec spec : ours()) {
                double before = spec.measure().evaluate(Judgements.of(grades).inOrder());
                double after = spec.measure().evaluate(Judgements.of(swapped).inOrder());
                double gained = spec.largerIsBetter() ? after - before : before - after;
                assertThat(gained).as("%s of %s", spec, Arrays.toString(grades)).isGreaterThanOrEqualTo(-1e-12);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void onlyTheOrderOfTheScoresMatters(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 12);
        double[] scores =
                Arrays.stream(query.scores()).map(s -> Math.exp(s) - 100).toArray();
        JudgedList transformed = new Textbook.Case(scores, query.grades(), query.unretrieved()).list();
        for (MeasureSpec spec : variants()) {
            assertSame(spec.measure().evaluate(transformed), spec.measure().evaluate(query.list()), spec, query);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theOrderOfTheItemsDoesNotMatterWhereTiesAreAveraged(long seed) {
        Textbook.Case query = TestSpecs.random(seed, 12);
        int n = query.retrieved();
        double[] scores = new double[n];
        double[] grades = new double[n];
        for (int i = 0; i < n; i++) {
            scores[i] = query.scores()[n - 1 - i];
            grades[i] = query.grades()[n - 1 - i];
        }
        JudgedList reversed = new Textbook.Case(scores, grades, query.unretrieved()).list();
        for (MeasureSpec spec : variants()) {
            assertSame(spec.measure().evaluate(reversed), spec.measure().evaluate(query.list()), spec, query);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void thePositionalViewIsTheMeasure(long seed) {
        double[] grades = TestSpecs.random(seed, 8).grades();
        int n = grades.length;
        Ranking ranking = Ranking.byScores(new SplittableRandom(seed).doubles(n).toArray());
        JudgedList list = JudgedList.ofRanking(ranking, grades);
        for (MeasureSpec spec : variants()) {
            if (!(spec.measure() instanceof PositionalMeasure measure) || spec.empty() == EmptyQuery.SKIP) {
                continue;
            }
            double[] utilities = measure.utilities(grades);
            double value = measure.offset(grades);
            for (int position = 0; position < n; position++) {
                value += measure.discount(position, n) * utilities[ranking.itemAt(position)];
                assertThat(measure.discount(position, n))
                        .as("%s has a non-increasing discount", spec)
                        .isGreaterThanOrEqualTo(position + 1 < n ? measure.discount(position + 1, n) : 0);
            }
            assertThat(value)
                    .as("%s of %s", spec, Arrays.toString(grades))
                    .isCloseTo(measure.evaluate(list), within(1e-12));
            assertThat(!measure.isEmpty(list) || Arrays.stream(utilities).allMatch(u -> u == 0))
                    .as("%s encodes zeros where it is undefined", spec)
                    .isTrue();
        }
    }

    @Test
    void nothingRetrievedIsAValueToo() {
        JudgedList nothing = new Judgements(new double[0], new double[] {2, 0}, Integer::compare, null).inOrder();
        for (MeasureSpec spec : ours()) {
            assertThat(spec.measure().evaluate(nothing)).as(spec.text()).isEqualTo(valueOfNothingRetrieved(spec));
        }
    }

    @Test
    void nothingAtAllIsEmpty() {
        JudgedList nothing = JudgedList.ofScores(new double[0], new double[0]);
        for (MeasureSpec spec : ours()) {
            assertThat(spec.measure().evaluate(nothing))
                    .as(spec.text())
                    .isEqualTo(spec.name().equals("num_q") ? 1 : 0);
        }
    }
}
