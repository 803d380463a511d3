package io.plumbrank.trec;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.util.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrecFilesTest {
    private static final ReadOptions ONE = new ReadOptions(1, 0);

    @TempDir
    Path folder;

    @Test
    void fieldsMayBeSeparatedByAnyBlanksAndLinesMayBeEmptyOrComments() throws IOException {
        Path file = write("\uFEFF# made by hand\n\n q1\tQ0  d1 7 \t2.5 mine more words\r\n   \nq1 Q0 dö 1 -1e-3 mine");
        List<TrecItems> queries = new ArrayList<>();
        TrecRun run = new TrecRun(file, ONE);
        run.visit(queries::add);

        assertThat(queries).hasSize(1);
        assertThat(queries.get(0).queryId()).isEqualTo("q1");
        assertThat(queries.get(0).values()).containsExactly(2.5, -1e-3);
        assertThat(queries.get(0).itemId(1)).isEqualTo("dö");
        assertThat(run.tag()).isEqualTo("mine");
    }

    @Test
    void qrelsTakeRealAndNegativeGradesAndLinesInAnyOrder() throws IOException {
        Qrels qrels = Qrels.read(write("b 0 x 1\na 0 y -1\nb 0 z 0.5\n"), ONE);
        assertThat(qrels.queries()).extracting(TrecItems::queryId).containsExactly("b", "a");
        assertThat(requireNonNull(qrels.judgements("b")).values()).containsExactly(1, 0.5);
        assertThat(qrels.judgements("c")).isNull();
        assertThat(qrels.maxGrade()).isEqualTo(1);
    }

    @Test
    void namesCompareAsUnsignedBytes() throws IOException {
        TrecItems items = new TrecRun(write("q Q0 a 1 1 t\nq Q0 ä 1 1 t\nq Q0 aa 1 1 t\n"), ONE)
                .load()
                .iterator()
                .next();
        assertThat(items.compareItemIds(0, 1)).isNegative();
        assertThat(items.compareItemIds(2, 0)).isPositive();
        assertThat(items.compareItemIds(1, 1)).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "q1 0 d1 1          | found 4 fields, expected 6 fields: query Q0 docno rank score tag (these look like qrels)",
                "q1                 | found 1 field, expected 6 fields: query Q0 docno rank score tag",
                "q1 Q0 d1 1 abc t   | found score 'abc', expected a finite number",
                "q1 Q0 d1 1 NaN t   | found score 'NaN', expected a finite number",
                "q1 Q0 d1 1 -Infinity t | found score '-Infinity', expected a finite number",
                "q1 Q0 d1 1 1e999 t | found score '1e999', expected a finite number",
                "q1 Q0 d1 1 0x1p3 t | found score '0x1p3', expected a finite number",
                "q1 Q0 d1 1 1f t    | found score '1f', expected a finite number",
                "q1 Q0 d1 1 . t     | found score '.', expected a finite number",
                "q1 Q0 d0 1 1 t     | found item 'd0' a second time in query 'q1', expected each item of a query once",
            })
    void aBadLineOfARunIsNamed(String line, String message) throws IOException {
        Path file = write("# head\nq1 Q0 d0 1 1 t\n" + line + "\nq1 Q0 d9 1 1 t\n");
        for (int threads : new int[] {1, 3}) {
            TrecRun run = new TrecRun(file, ONE.withThreads(threads));
            assertThatThrownBy(() -> run.visit(items -> {}))
                    .isInstanceOf(InputException.class)
                    .hasMessage(file + ":3: " + message);
            assertThatThrownBy(run::load).hasMessage(file + ":3: " + message);
        }
        List<TrecItems> kept = new ArrayList<>();
        TrecRun tolerant = new TrecRun(file, ONE.withSkipBad(1));
        tolerant.visit(kept::add);
        assertThat(tolerant.skippedLines()).isEqualTo(1);
        assertThat(kept)
                .singleElement()
                .satisfies(items -> assertThat(items.itemId(1)).isEqualTo("d9"));
    }

    @Test
    void aRunGivenAsQrelsIsNamed() throws IOException {
        Path file = write("q1 Q0 d1 1 2.5 t\n");
        assertThatThrownBy(() -> Qrels.read(file, ONE))
                .hasMessage(file
                        + ":1: found 6 fields, expected 4 fields: query iteration docno grade (this looks like a run)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# nothing\n"})
    void aFileWithoutDataIsAnError(String text) throws IOException {
        Path file = write(text);
        long line = text.chars().filter(c -> c == '\n').count() + 1;
        assertThatThrownBy(() -> Qrels.read(file, ONE))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        file + ":" + line
                                + ": found the end of the file and no data, expected lines of 4 fields: query iteration docno grade");
        assertThatThrownBy(() -> new TrecRun(file, ONE).visit(items -> {})).isInstanceOf(InputException.class);
    }

    @Test
    void aDirectoryAndAMissingFileAreErrors() {
        assertThatThrownBy(() -> Qrels.read(folder, ONE)).hasMessage(folder + ": found a directory, expected a file");
        Path missing = folder.resolve("missing");
        assertThatThrownBy(() -> new TrecRun(missing, ONE).load())
                .hasMessageStartingWith(missing + ": found no such file");
    }

    @Test
    void streamingRefusesAQueryThatComesBackAndLoadingTakesIt() throws IOException {
        Path file = write("a Q0 d1 1 1 t\nb Q0 d1 1 1 t\na Q0 d2 1 0 t\n");
        assertThatThrownBy(() -> new TrecRun(file, ONE).visit(items -> {}))
                .isInstanceOf(ScatteredQueryException.class)
                .hasMessageStartingWith(file + ":3: found query 'a' again");
        assertThat(new TrecRun(file, ONE).load()).extracting(TrecItems::size).containsExactly(2, 1);
    }

    /** Lines in any order, of which many bad, over several chunks: a table by query and item is the oracle. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shuffledLinesGiveWhatATableGives(int threads) throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        List<String> lines = new ArrayList<>();
        for (int q = 0; q < 150; q++) {
            for (int d = 0; d < 400; d++) {
                lines.add("query" + q * q + " Q0 doc\u00e4" + d + " 1 " + random.nextInt(100) + ".25 tag");
            }
        }
        Collections.shuffle(lines, new Random(3));
        lines.add(7, "query1 Q0 d1 1 oops tag");
        Map<String, Map<String, Double>> expected = new LinkedHashMap<>();
        for (String line : lines) {
            String[] fields = line.split(" ");
            if (!fields[4].equals("oops")) {
                expected.computeIfAbsent(fields[0], query -> new LinkedHashMap<>())
                        .put(fields[2], Double.parseDouble(fields[4]));
            }
        }
        Path file = write(String.join("\n", lines));
        TrecRun run = new TrecRun(file, new ReadOptions(threads, 1));
        Map<String, Map<String, Double>> read = new LinkedHashMap<>();
        for (TrecItems items : run.load()) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (int item = 0; item < items.size(); item++) {
                values.put(items.itemId(item), items.value(item));
                assertThat(items.indexOf(items, item)).isEqualTo(item);
            }
            read.put(items.queryId(), values);
        }
        assertThat(read).hasToString(expected.toString());
        assertThat(run.skippedLines()).isEqualTo(1);

        lines.set(9_000, lines.get(3));
        Path repeated = write(String.join("\n", lines));
        assertThatThrownBy(new TrecRun(repeated, new ReadOptions(threads, 1))::load)
                .hasMessageStartingWith(repeated + ":9001: found item");
    }

    /** Large enough for several chunks, with queries and one long comment across their borders. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void manyChunksGiveWhatALineByLineReadingGives(int threads) throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder text = new StringBuilder();
        Map<String, List<String>> expected = new LinkedHashMap<>();
        for (int q = 0; q < 300; q++) {
            int size = random.nextInt(1, 900);
            for (int d = 0; d < size; d++) {
                double score = random.nextInt(1000) / 64.0;
                String item = "doc-" + q + "-" + d;
                text.append("q")
                        .append(q)
                        .append(" Q0 ")
                        .append(item)
                        .append(" 1 ")
                        .append(score)
                        .append(" t\n");
                expected.computeIfAbsent("q" + q, id -> new ArrayList<>()).add(item + "=" + score);
            }
            if (q == 150) {
                text.append("# ").append("x".repeat(2_500_000)).append('\n');
            }
        }
        for (Path file : List.of(write(text.toString()), writeGzip(text.toString()))) {
            Map<String, List<String>> found = new LinkedHashMap<>();
            new TrecRun(file, ONE.withThreads(threads)).visit(items -> found.put(items.queryId(), describe(items)));
            assertThat(found).isEqualTo(expected);
            found.clear();
            new TrecRun(file, ONE.withThreads(threads)).load().forEach(i -> found.put(i.queryId(), describe(i)));
            assertThat(found).isEqualTo(expected);
        }
    }

    @Test
    void everyItemIsFoundByNameInAnotherFile() throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        StringBuilder left = new StringBuilder();
        StringBuilder right = new StringBuilder();
        List<String> rightNames = new ArrayList<>();
        for (int d = 0; d < 5_000; d++) {
            // "Aa" and "BB" have equal hashes, and so have all their combinations
            String name = Integer.toBinaryString(d).replace("0", "Aa").replace("1", "BB");
            left.append("q 0 ").append(name).append(" 1\n");
            if (random.nextInt(3) > 0) {
                right.append("q Q0 ").append(name).append(" 1 ").append(d).append(" t\n");
                rightNames.add(name);
            }
        }
        TrecItems judged =
                requireNonNull(Qrels.read(write(left.toString()), ONE).judgements("q"));
        TrecItems run =
                new TrecRun(write(right.toString()), ONE).load().iterator().next();
        for (int i = 0; i < judged.size(); i++) {
            assertThat(run.indexOf(judged, i)).isEqualTo(rightNames.indexOf(judged.itemId(i)));
        }
    }

    @Test
    void aTruncatedGzipIsAlwaysAnInputError() throws IOException {
        byte[] whole = gzip("q1 Q0 d1 1 1 t\nq2 Q0 d1 1 1 t\n".repeat(1));
        for (int length = 2; length < whole.length; length++) {
            Path file = folder.resolve("cut.gz");
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> new TrecRun(file, ONE).load())
                    .isInstanceOf(InputException.class)
                    .hasMessageMatching("(?s).*cut\\.gz(:\\d+)?: found .*, expected .*");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noMutationOfAFileLetsAnythingButAnInputErrorOut(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] run =
                "q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 2.5e-1 t\n\n# c\nq2 Q0 d1 1 -3 t\r\n".getBytes(StandardCharsets.UTF_8);
        byte[] qrels = "q1 0 d1 1\nq2 0 d2 0.5\n\n# c\nq1 0 d3 -1\r\nq2 0 d1 2\n".getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("fuzz");
        for (int round = 0; round < 2_000; round++) {
            ReadOptions options = new ReadOptions(1, random.nextInt(3));
            ReadOptions twoThreads = round % 20 == 0 ? options.withThreads(2) : options;
            Files.write(file, mutation(run, random));
            List<String> visited = attempt(visitor -> new TrecRun(file, options).visit(visitor));
            assertThat(attempt(visitor -> new TrecRun(file, twoThreads).visit(visitor)))
                    .isEqualTo(visited);
            List<String> loaded =
                    attempt(visitor -> new TrecRun(file, options).load().forEach(visitor));
            assertThat(attempt(visitor -> new TrecRun(file, twoThreads).load().forEach(visitor)))
                    .isEqualTo(loaded);
            if (!visited.get(0).contains("again after another query")) {
                assertThat(visited).isEqualTo(loaded);
            }
            Files.write(file, mutation(qrels, random));
            assertThat(attempt(visitor -> Qrels.read(file, options).queries().forEach(visitor)))
                    .isEqualTo(attempt(
                            visitor -> Qrels.read(file, twoThreads).queries().forEach(visitor)));
        }
    }

    private static byte[] mutation(byte[] valid, SplittableRandom random) {
        byte[] alphabet = "q1 \t\n\r.-+eE09#dxNaI\0\u00e4".getBytes(StandardCharsets.UTF_8);
        byte[] text = valid.clone();
        int edits = random.nextInt(1, 6);
        for (int e = 0; e < edits; e++) {
            text[random.nextInt(text.length)] = alphabet[random.nextInt(alphabet.length)];
        }
        return Arrays.copyOf(text, random.nextInt(4) > 0 ? text.length : random.nextInt(text.length + 1));
    }

    /** What a reader gives, or the one line that it throws. */
    private static List<String> attempt(Consumer<Consumer<TrecItems>> reading) {
        List<String> found = new ArrayList<>();
        try {
            reading.accept(items -> {
                assertThat(items.values()).doesNotContain(Double.NaN);
                found.add(items.queryId() + " " + describe(items));
            });
            return found;
        } catch (InputException e) {
            assertThat(e.getMessage()).matches("[^\n\r]*(:\\d+)?: found [^\n\r]*, expected [^\n\r]*");
            return List.of(e.getMessage());
        }
    }

    /** Bad are lines 2 (an item again), 3, 5 (an item again) and 6; the query of lines 1 to 3 comes back in line 7. */
    @Test
    void faultsAreReportedInTheOrderOfTheFile() throws IOException {
        String text = """
                a Q0 x 1 1 t
                a Q0 x 1 1 t
                a Q0 y 1 oops t
                b Q0 x 1 1 t
                b Q0 x 1 1 t
                b Q0
                """;
        Path together = write(text);
        Path scattered = write(text + "a Q0 z 1 1 t\na Q0 z 1 1 t\n");
        int[] bad = {2, 3, 5, 6};
        for (int threads : new int[] {1, 3}) {
            for (int skip = 0; skip < 4; skip++) {
                ReadOptions options = new ReadOptions(threads, skip);
                String line = ":" + bad[skip] + ": ";
                assertThatThrownBy(() -> new TrecRun(together, options).visit(items -> {}))
                        .hasMessageStartingWith(together + line);
                assertThatThrownBy(new TrecRun(together, options)::load).hasMessageStartingWith(together + line);
                assertThatThrownBy(new TrecRun(scattered, options)::load).hasMessageStartingWith(scattered + line);
                assertThatThrownBy(() -> new TrecRun(scattered, options).visit(items -> {}))
                        .hasMessageStartingWith(scattered + line);
            }
            ReadOptions four = new ReadOptions(threads, 4);
            TrecRun run = new TrecRun(together, four);
            assertThat(run.load()).extracting(TrecItems::size).containsExactly(1, 1);
            assertThat(run.skippedLines()).isEqualTo(4);
            assertThatThrownBy(() -> new TrecRun(scattered, four).visit(items -> {}))
                    .isInstanceOf(ScatteredQueryException.class);
            assertThatThrownBy(new TrecRun(scattered, four)::load).hasMessageStartingWith(scattered + ":8: ");
        }
    }

    @Test
    void anItemThatComesAgainIsReportedBeforeTheDamagedEndOfTheFile() throws IOException {
        byte[] whole = gzip("a Q0 x 1 1 t\na Q0 x 1 1 t\n");
        Path file = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(whole, whole.length - 4));
        assertThatThrownBy(new TrecRun(file, ONE)::load).hasMessageStartingWith(file + ":2: ");
        assertThatThrownBy(() -> new TrecRun(file, ONE).visit(items -> {})).hasMessageStartingWith(file + ":2: ");
    }

    /** Latin-1 \u00e4 and \u00f6: decoded as UTF-8 both would be the same replacement character. */
    @Test
    void namesThatAreNotUtf8AreFaults() throws IOException {
        Path file = folder.resolve("latin1");
        Files.write(file, "\u00e4 0 a 1\n\u00f6 0 b 1\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Qrels.read(file, ONE))
                .isInstanceOf(InputException.class)
                .hasMessage(file + ":1: found a query name that is not UTF-8, expected UTF-8 text: convert the file");
        Files.write(file, "q 0 \u00e4 1\nq 0 \u00f6 2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> Qrels.read(file, ONE))
                .hasMessage(
                        file + ":1: found a document name that is not UTF-8, expected UTF-8 text: convert the file");
        Files.write(file, "q 0 \u00e4 1\nq 0 \u00f6 2\n".getBytes(StandardCharsets.UTF_8));
        assertThat(requireNonNull(Qrels.read(file, ONE).judgements("q")).values())
                .containsExactly(1, 2);
    }

    private static List<String> describe(TrecItems items) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            lines.add(items.itemId(i) + "=" + items.value(i));
        }
        return lines;
    }

    private Path write(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "trec", ".txt"), text);
    }

    private Path writeGzip(String text) throws IOException {
        return Files.write(Files.createTempFile(folder, "trec", ".gz"), gzip(text));
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
