package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LetorWriterTest {
    private static final float NONE = Float.NaN;

    @TempDir
    Path folder;

    @Test
    void rowsLookLikeLetorText() throws IOException {
        Query query = Query.of("q-7", new double[] {2, 0.1, -0.0}, new float[][] {
                    {NONE, 0.007477f, 1f, -0f},
                    {1e-10f, 16777216f, NONE, 1.5e9f},
                    {NONE, NONE, NONE, NONE}
                })
                .withItemIds(List.of("doc", "docid=3", ""));
        LetorWriter.write(folder.resolve("out.txt"), new Dataset(List.of(query)));
        assertThat(folder.resolve("out.txt")).hasContent("""
                        2 qid:q-7 0:nan 1:0.007477 2:1 3:-0 # doc
                        0.1 qid:q-7 0:1E-10 1:1.6777216E7 2:nan 3:1.5E9 #docid = docid=3
                        -0 qid:q-7 0:nan 1:nan 2:nan 3:nan
                        """);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void whatIsWrittenReadsBackWithEveryBit(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double density = random.nextDouble();
        List<Query> queries = new ArrayList<>();
        for (int q = 0; q < 30; q++) {
            queries.add(randomQuery(random, "q" + q, density));
        }
        Dataset data = new Dataset(queries);
        for (String name : List.of("out.txt", "out.txt.gz")) {
            Path file = folder.resolve(name);
            LetorWriter.write(file, data);
            ReadOptions options = new ReadOptions(2, 0);
            LetorSource source = new LetorSource(file, Grouping.QUERY, options.withAbsent(Absent.MISSING));
            assertThat(Snapshots.visited(source)).isEqualTo(Snapshots.of(data));
            List<Query> zero =
                    new LetorSource(file, Grouping.QUERY, options).load().queries();
            for (int q = 0; q < queries.size(); q++) {
                for (int item = 0; item < queries.get(q).size(); item++) {
                    for (int j = 0; j < queries.get(q).featureCount(); j++) {
                        assertThat(Float.compare(
                                        zero.get(q).feature(item, j) + 0f,
                                        queries.get(q).feature(item, j) + 0f))
                                .isZero();
                    }
                }
            }
        }
    }

    @Test
    void aStreamOfQueriesIsWrittenAsItComes() {
        String text = LetorTexts.random(new SplittableRandom(1), 50, 10, 12, 0.6);
        Path in = LetorTexts.write(folder, "in.txt", text);
        LetorSource source = new LetorSource(in, Grouping.QUERY, new ReadOptions(2, 0), 300);
        Path out = folder.resolve("out.txt.gz");
        try (LetorWriter writer = LetorWriter.create(out)) {
            source.visit(writer::write);
            writer.commit();
        }
        assertThat(Snapshots.of(new LetorSource(out, Grouping.QUERY, new ReadOptions(1, 0)).load()))
                .isEqualTo(NaiveLetor.snapshots(text));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noShorterDecimalGivesTheSameFloat(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        float[][] features = new float[200][1];
        for (float[] row : features) {
            row[0] = randomFloat(random);
        }
        Path file = folder.resolve("out.txt");
        LetorWriter.write(file, new Dataset(List.of(Query.of("q", new double[features.length], features))));
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < features.length; i++) {
            String token = lines.get(i).substring("0 qid:q 0:".length());
            assertThat(Float.parseFloat(token)).isEqualTo(features[i][0]);
            int digits = new BigDecimal(token).stripTrailingZeros().precision();
            if (digits > 1) {
                // brute force: every decimal with one digit less that lies next to the value
                BigDecimal exact = new BigDecimal(features[i][0]);
                for (RoundingMode mode : List.of(RoundingMode.DOWN, RoundingMode.UP)) {
                    BigDecimal shorter = exact.round(new MathContext(digits - 1, mode));
                    assertThat(shorter.floatValue()).as(token).isNotEqualTo(features[i][0]);
                }
            }
        }
    }

    static Stream<Arguments> unwritable() {
        Query one = Query.of("q", new double[] {1}, new float[][] {{1}});
        return Stream.of(
                Arguments.of(Query.of("", new double[1], new float[1][0]), "query ''"),
                Arguments.of(Query.of("a b", new double[1], new float[1][0]), "query 'a b'"),
                Arguments.of(Query.of("a#b", new double[1], new float[1][0]), "query 'a#b'"),
                Arguments.of(Query.of("a\nb", new double[1], new float[1][0]), "query 'a\nb'"),
                Arguments.of(one.withItemIds(List.of("x y")), "item 'x y'"),
                Arguments.of(one.withWeight(2), "query 'q' weighs 2.0"),
                Arguments.of(one.withItemWeights(new double[] {2}), "item 1 of query 'q' weighs 2.0"),
                Arguments.of(Query.of("q", new double[0], new float[0][0]), "has no items"),
                Arguments.of(Query.of("q", new double[] {Double.NaN}, new float[1][0]), "the label of item 1"),
                Arguments.of(
                        Query.of("q", new double[1], new float[][] {{0, Float.NEGATIVE_INFINITY}}),
                        "the feature 1 of item 1 of query 'q' is -Infinity"),
                Arguments.of(Query.of("before", new double[1], new float[1][0]), "'before' was written before"));
    }

    @ParameterizedTest
    @MethodSource("unwritable")
    void whatTextCannotHoldIsRefusedAndNothingIsLeftBehind(Query query, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("out.txt"), "as it was");
        Query before = Query.of("before", new double[] {1}, new float[][] {{1}});
        assertThatThrownBy(() -> LetorWriter.write(file, new Dataset(List.of(before, query))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
        assertThat(file).hasContent("as it was");
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void aReadFaultLeavesTheOldFileAndNothingElse() throws IOException {
        Path in = LetorTexts.write(folder, "in.txt", "1 qid:a 1:1\n1 qid:b 1:x\n");
        Path out = Files.writeString(folder.resolve("out.txt"), "as it was");
        assertThatThrownBy(() -> {
                    try (LetorWriter writer = LetorWriter.create(out)) {
                        new LetorSource(in, Grouping.QUERY, new ReadOptions(1, 0)).visit(writer::write);
                        writer.commit();
                    }
                })
                .isInstanceOf(InputException.class);
        assertThat(out).hasContent("as it was");
        assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
    }

    private static Query randomQuery(SplittableRandom random, String id, double density) {
        int items = 1 + random.nextInt(8);
        int features = random.nextInt(20);
        double[] labels = new double[items];
        float[][] rows = new float[items][features];
        List<String> names = new ArrayList<>();
        for (int item = 0; item < items; item++) {
            labels[item] = random.nextInt(3) == 0 ? Double.longBitsToDouble(random.nextLong()) : random.nextInt(5);
            labels[item] = Math.abs(labels[item]) <= 1e100 ? labels[item] : -0.0;
            names.add(random.nextInt(3) == 0 ? "" : (random.nextBoolean() ? "docid" : "é#") + item);
            for (int f = 0; f < features; f++) {
                rows[item][f] = random.nextDouble() < density ? randomFloat(random) : NONE;
            }
        }
        return Query.of(id, labels, rows).withItemIds(names);
    }

    private static float randomFloat(SplittableRandom random) {
        float value = switch (random.nextInt(4)) {
            case 0 -> Float.intBitsToFloat(random.nextInt());
            case 1 -> random.nextInt(-100, 100);
            case 2 -> random.nextInt(-1_000_000, 1_000_000) / 1e6f;
            default -> (float) random.nextDouble();
        };
        return Float.isFinite(value) ? value : -0f;
    }
}
