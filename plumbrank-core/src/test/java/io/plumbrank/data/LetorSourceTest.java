package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.text.LineChunks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LetorSourceTest {
    private static final ReadOptions ONE_THREAD = new ReadOptions(1, 0);

    @TempDir
    Path folder;

    @Test
    void aRowIsLabelQueryFeaturesAndItem() {
        Query query = only("2 qid:17 1:0.5 3:-2 7:1e3 # doc-a more words\n");
        assertThat(query.id()).isEqualTo("17");
        assertThat(query.label(0)).isEqualTo(2);
        assertThat(query.itemId(0)).isEqualTo("doc-a");
        assertThat(query.featureCount()).isEqualTo(8);
        assertThat(query.feature(0, 1)).isEqualTo(0.5f);
        assertThat(query.feature(0, 3)).isEqualTo(-2f);
        assertThat(query.feature(0, 7)).isEqualTo(1000f);
        assertThat(query.feature(0, 0)).isZero();
        assertThat(query.feature(0, 2)).isZero();
        assertThat(query.weight()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 qid:a 1:2 2:3 # x\n", // as it should be
                "1 qid:a 1:2 2:3 # x", // no line end
                "1 qid:a 1:2 2:3 # x\r\n", // CRLF
                "1\tqid:a\t1:2\t2:3\t#\tx\t\n", // tabs
                "  1   qid:a   1:2   2:3   #   x   \n", // many blanks
                "1 qid:a 2:3 1:2 # x\n", // any order
                "\uFEFF1 qid:a 1:2 2:3 # x\n", // byte order mark
                "\n\n# remark\n  # remark\n \t \n1 qid:a 1:2 2:3 # x\n\n", // lines without data
                "1 qid:a 1:2 2:3#x\n", // comment without a blank
                "1 qid:a 1:2 2:3 #docid = x inc = 1 prob = 0.08\n", // LETOR 4.0
                "1 qid:a 1:2 2:3 #docid=x\n",
                "1 qid:a 1:2 2:3 # docid =x\n",
                "+1.0e0 qid:a 01:+2.000 0002:.3e1 # x\n" // numbers in other clothes
            })
    void theSameRowMayBeWrittenInManyWays(String text) {
        assertThat(Snapshots.of(only(text))).isEqualTo("a weight 1.0\n  x 3ff0000000000000 1:40000000 2:40400000");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {"1 qid:a#docidx, docidx", "1 qid:a #docid, docid", "1 qid:a # a#b, a#b", "1 qid:a # é, é"})
    void anItemIsNamedByTheFirstWordOfTheComment(String row, String name) {
        assertThat(only(row).itemId(0)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 qid:a", "1 qid:a #", "1 qid:a #   ", "1 qid:a #docid =", "1 qid:a\n"})
    void withoutACommentAnItemHasOnlyItsNumber(String row) {
        assertThat(only(row).hasItemId(0)).isFalse();
        assertThat(only(row).itemId(0)).isEqualTo("1");
    }

    @Test
    void featureNumbersStayAsTheyAreFromZeroToTheLargestInteger() {
        Query query = only("0 qid:1 0:4 2147483646:5\n");
        assertThat(query.featureCount()).isEqualTo(Integer.MAX_VALUE);
        assertThat(query.feature(0, 0)).isEqualTo(4);
        assertThat(query.feature(0, 2147483646)).isEqualTo(5);
        assertThat(only("0 qid:1 999999999:7\n").feature(0, 999999999)).isEqualTo(7);
        assertThat(only("0 qid:1 1000000000:7\n").feature(0, 1000000000)).isEqualTo(7);
    }

    @Test
    void labelsAreDoublesAndQueriesAreWords() {
        Query query = only("-0.1234567890123 qid:jaguar_car-é:7\n");
        assertThat(query.label(0)).isEqualTo(-0.1234567890123);
        assertThat(query.id()).isEqualTo("jaguar_car-é:7");
    }

    @Test
    void loadingTakesRowsInAnyOrder() {
        Dataset data = source("1 qid:b 1:1 # x\n2 qid:a 1:2 # x\n3 qid:b 1:3 # y\n4 qid:c\n5 qid:a 9:5\n")
                .load();
        assertThat(Snapshots.of(data))
                .containsExactly(
                        "b weight 1.0\n  x 3ff0000000000000 1:3f800000\n  y 4008000000000000 1:40400000",
                        "a weight 1.0\n  x 4000000000000000 1:40000000\n  - 4014000000000000 9:40a00000",
                        "c weight 1.0\n  - 4010000000000000");
        assertThat(data.rows()).isEqualTo(5);
        assertThat(data.featureCount()).isEqualTo(10);
        assertThat(data.featureNames()).isEmpty();
    }

    @Test
    void rowsThatAreInstancesNeedNoQueryAndPassItOver() {
        Path file = LetorTexts.write(folder, "plain.txt", "1 1:5\n-1 qid:7 2:6 # x\n\n1 qid:7 1:7\n0\n");
        LetorSource source = new LetorSource(file, Grouping.ROW, ONE_THREAD);
        List<String> expected = List.of(
                "1 weight 1.0\n  - 3ff0000000000000 1:40a00000",
                "2 weight 1.0\n  x bff0000000000000 2:40c00000",
                "3 weight 1.0\n  - 3ff0000000000000 1:40e00000",
                "4 weight 1.0\n  - 0");
        assertThat(Snapshots.visited(source)).isEqualTo(expected);
        assertThat(Snapshots.of(source.load())).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everyReadingEqualsTheNaiveOne(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double density = random.nextBoolean() ? 0.95 : 0.1;
        String text = LetorTexts.random(random, 40, 8, 30, density);
        List<String> expected = NaiveLetor.snapshots(text);
        for (String name : List.of("data.txt", "data.txt.gz")) {
            Path file = LetorTexts.write(folder, name, text);
            for (int threads : new int[] {1, 2, 5}) {
                for (int chunk : new int[] {1, 7, 100, 1000, LineChunks.CHUNK}) {
                    ReadOptions options = new ReadOptions(threads, 0);
                    LetorSource source = new LetorSource(file, Grouping.QUERY, options, chunk);
                    assertThat(Snapshots.visited(source)).isEqualTo(expected);
                    assertThat(Snapshots.of(source.load())).isEqualTo(expected);
                    LetorSource missing =
                            new LetorSource(file, Grouping.QUERY, options.withAbsent(Absent.MISSING), chunk);
                    assertThat(Snapshots.visited(missing)).isEqualTo(NaiveLetor.snapshots(text, Absent.MISSING));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.95, 0.04})
    void filesOfManyChunksReadTheSameWithAnyNumberOfThreads(double density) {
        String text = LetorTexts.random(new SplittableRandom(7), 400, 60, density > 0.5 ? 40 : 800, density);
        assertThat(text.length()).isGreaterThan(3 * LineChunks.CHUNK);
        List<String> expected = NaiveLetor.snapshots(text);
        Path plain = LetorTexts.write(folder, "large.txt", text);
        Path packed = LetorTexts.write(folder, "large.txt.gz", text);
        for (int threads : new int[] {1, 2, 5}) {
            ReadOptions options = new ReadOptions(threads, 0);
            assertThat(Snapshots.visited(new LetorSource(plain, Grouping.QUERY, options)))
                    .isEqualTo(expected);
            assertThat(Snapshots.of(new LetorSource(plain, Grouping.QUERY, options).load()))
                    .isEqualTo(expected);
            assertThat(Snapshots.of(new LetorSource(packed, Grouping.QUERY, options).load()))
                    .isEqualTo(expected);
        }
    }

    @Test
    void shuffledRowsLoadAsTheNaiveReaderGroupsThem() {
        List<String> rows = new ArrayList<>(LetorTexts.random(new SplittableRandom(3), 60, 30, 20, 0.5)
                .lines()
                .toList());
        // an item comes once in a query, whatever the order
        Collections.shuffle(rows, new Random(3));
        String text = String.join("\n", rows);
        List<String> expected = NaiveLetor.snapshots(text);
        Path file = LetorTexts.write(folder, "shuffled.txt", text);
        for (int chunk : new int[] {1, 500, LineChunks.CHUNK}) {
            LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0), chunk);
            assertThat(Snapshots.of(source.load())).isEqualTo(expected);
        }
    }

    @Test
    void aLineLongerThanManyChunksIsOneRow() {
        StringBuilder text = new StringBuilder("1 qid:a # first\n2 qid:a");
        for (int feature = 1; feature <= 300_000; feature++) {
            text.append(' ').append(feature).append(":1");
        }
        assertThat(text.length()).isGreaterThan(2 * LineChunks.CHUNK);
        text.append("\n3 qid:b 5:1\n");
        for (String name : List.of("wide.txt", "wide.txt.gz")) {
            Path file = LetorTexts.write(folder, name, text.toString());
            Dataset data = new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0)).load();
            assertThat(data.rows()).isEqualTo(3);
            assertThat(data.queries().get(0).feature(1, 300_000)).isEqualTo(1);
            assertThat(data.featureCount()).isEqualTo(300_001);
        }
    }

    @Test
    void bytesBehindAQueryThatLookLikeItsNumberAreNotTakenForIt() {
        // numbers above the largest that the parser guesses, and bytes that are all ones
        StringBuilder row = new StringBuilder("1 qid:a");
        for (int feature = 0; feature < 1003; feature++) {
            row.append(' ').append(feature).append(':').append(feature % 10);
        }
        Query query = only(row.toString());
        for (int feature = 0; feature < 1003; feature++) {
            assertThat(query.feature(0, feature)).isEqualTo(feature % 10);
        }
    }

    @Test
    void aQueryMayBeKept() {
        Path file = LetorTexts.write(folder, "kept.txt", LetorTexts.random(new SplittableRandom(5), 50, 9, 9, 0.9));
        LetorSource source = new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0), 64);
        List<Query> kept = new ArrayList<>();
        source.visit(kept::add);
        assertThat(kept.stream().map(Snapshots::of)).isEqualTo(Snapshots.of(source.load()));
    }

    @Test
    void theFormatIsToldByTheName() {
        for (String name : List.of("a.csv", "a.CSV", "a.csv.gz")) {
            assertThat(QuerySource.of(Path.of(name), ONE_THREAD)).isInstanceOf(io.plumbrank.data.CsvSource.class);
        }
        for (String name : List.of("a.txt", "a", "a.csv.txt", "a.gz", "csv")) {
            assertThat(QuerySource.of(Path.of(name), ONE_THREAD)).isInstanceOf(LetorSource.class);
        }
    }

    private Query only(String text) {
        LetorSource source = source(text);
        List<Query> queries = source.load().queries();
        assertThat(queries).hasSize(1);
        assertThat(Snapshots.visited(source)).containsExactly(Snapshots.of(queries.get(0)));
        return queries.get(0);
    }

    private LetorSource source(String text) {
        return new LetorSource(
                LetorTexts.write(folder, "data.txt", text.getBytes(StandardCharsets.UTF_8)),
                Grouping.QUERY,
                ONE_THREAD);
    }
}
