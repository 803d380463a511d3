package io.plumbrank.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.data.Query;
import io.plumbrank.learn.QueryFeatures.Context;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class QueryFeaturesTest {
    private static final List<Context> ALL = List.of(Context.values());

    static LongStream seeds() {
        return LongStream.range(0, 30);
    }

    /** Few distinct values, so that there are ties, and some missing. */
    private static Query random(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = 1 + random.nextInt(12);
        float[][] features = new float[items][3];
        for (float[] row : features) {
            for (int j = 0; j < row.length; j++) {
                row[j] = random.nextInt(5) == 0 ? Float.NaN : (random.nextInt(6) - 2) * 1.5f;
            }
        }
        return Query.of("q", new double[items], features);
    }

    /**
     * Few and many items, of one sign or of both, spread evenly or crowded, with ties and both zeros: bit for bit what sorting gives, in
     * any order of items.
     */
    @ParameterizedTest
    @MethodSource("seeds")
    void ranksAndDeviationsAreThoseOfASort(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int items = seed % 3 == 0 ? 250 + random.nextInt(20) : 1 + random.nextInt(180);
        float scale = seed % 2 == 0 ? Float.MAX_VALUE / 8 : 3;
        float[][] features = new float[items][1];
        for (float[] row : features) {
            double value =
                    random.nextInt(4) == 0 ? random.nextInt(3) - 1 : random.nextDouble(seed % 5 == 0 ? 0 : -1, 1);
            value = seed % 4 == 1 ? StrictMath.pow(value, (double) (15 + seed)) : value;
            row[0] = random.nextInt(9) == 0 ? -0.0f : (float) (scale * value);
        }
        QueryFeatures view = new QueryFeatures(false, List.of(Context.Z, Context.RANK));
        float[] rows = view.rows(Query.of("q", new double[items], features), 1);
        float[] sorted = new float[items];
        for (int i = 0; i < items; i++) {
            sorted[i] = features[i][0] + 0.0f;
        }
        Arrays.sort(sorted);
        double sum = 0;
        for (float value : sorted) {
            sum += value;
        }
        double mean = sum / items;
        double squares = 0;
        for (float value : sorted) {
            squares += (value - mean) * (value - mean);
        }
        double deviation = sorted[0] == sorted[items - 1] ? 0 : Math.sqrt(squares / items);
        for (int i = 0; i < items; i++) {
            float own = features[i][0];
            long below =
                    IntStream.range(0, items).filter(k -> features[k][0] < own).count();
            long equal =
                    IntStream.range(0, items).filter(k -> features[k][0] == own).count();
            assertThat(rows[3 * i + 1]).isEqualTo(deviation > 0 ? (float) ((own + 0.0f - mean) / deviation) : 0);
            assertThat(rows[3 * i + 2])
                    .isEqualTo(items == 1 ? 0.5f : (float) ((below + (equal - 1) / 2.0) / (items - 1)));
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void contextsAreWhatTheirNamesSay(long seed) {
        Query query = random(seed);
        QueryFeatures features = new QueryFeatures(seed % 2 == 0, ALL);
        float[] rows = features.rows(query, 4);
        int width = features.width(4);
        assertThat(rows).hasSize(query.size() * width);
        for (int j = 0; j < 4; j++) {
            int input = j;
            double[] present = IntStream.range(0, query.size())
                    .mapToDouble(i -> query.feature(i, input))
                    .filter(value -> !Double.isNaN(value))
                    .toArray();
            double mean = DoubleStream.of(present).average().orElse(Double.NaN);
            double sd = Math.sqrt(DoubleStream.of(present)
                    .map(value -> (value - mean) * (value - mean))
                    .average()
                    .orElse(Double.NaN));
            for (int i = 0; i < query.size(); i++) {
                int at = i * width + j * (1 + ALL.size());
                double own = query.feature(i, j);
                double z = sd == 0 && !Double.isNaN(own) ? 0 : (own - mean) / sd;
                same(rows[at], features.standardised() ? z : own);
                same(rows[at + 1 + Context.MEAN.ordinal()], mean);
                same(
                        rows[at + 1 + Context.MAX.ordinal()],
                        DoubleStream.of(present).max().orElse(Double.NaN));
                same(
                        rows[at + 1 + Context.MIN.ordinal()],
                        DoubleStream.of(present).min().orElse(Double.NaN));
                same(rows[at + 1 + Context.SD.ordinal()], sd);
                same(rows[at + 1 + Context.Z.ordinal()], z);
                same(rows[at + 1 + Context.RANK.ordinal()], rank(own, present));
            }
        }
    }

    private static double rank(double own, double[] present) {
        if (Double.isNaN(own) || present.length == 1) {
            return Double.isNaN(own) ? own : 0.5;
        }
        double beaten = 0;
        for (double value : present) {
            beaten += value < own ? 1 : value == own ? 0.5 : 0;
        }
        return (beaten - 0.5) / (present.length - 1);
    }

    private static void same(float actual, double expected) {
        if (Double.isNaN(expected)) {
            assertThat(actual).isNaN();
        } else {
            assertThat((double) actual).isCloseTo(expected, within(1e-6));
        }
    }

    @Test
    void plainFeaturesAreTheQuerysOwn() {
        Query query = random(3);
        float[] rows = QueryFeatures.PLAIN.rows(query, 3);
        float[] row = new float[3];
        for (int i = 0; i < query.size(); i++) {
            query.featuresInto(i, row);
            assertThat(Arrays.copyOfRange(rows, 3 * i, 3 * i + 3)).isEqualTo(row);
        }
    }

    @Test
    void namesAndWordsRoundTrip() {
        QueryFeatures features = new QueryFeatures(false, QueryFeatures.parseContexts(List.of("Max", "rank")));
        assertThat(features.contexts()).containsExactly(Context.MAX, Context.RANK);
        assertThat(features.name(3, "bm25")).isEqualTo("bm25");
        assertThat(features.name(4, "bm25")).isEqualTo("max(bm25)");
        assertThat(features.name(5, "bm25")).isEqualTo("rank(bm25)");
        assertThat(features.input(5)).isEqualTo(1);
        assertThat(QueryFeatures.parseContexts(List.of("none"))).isEmpty();
        assertThatThrownBy(() -> QueryFeatures.parseContexts(List.of("median")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unknown context 'median'");
        assertThatThrownBy(() -> QueryFeatures.parseContexts(List.of("mean", "mean", "none")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
