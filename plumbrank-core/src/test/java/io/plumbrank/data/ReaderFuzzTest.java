package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.plumbrank.data.rows.RowBlock;
import io.plumbrank.data.rows.RowBlockBuilder;
import io.plumbrank.data.text.LineChunks;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files: a reader gives data or an {@link InputException}, the same whatever the chunks and threads. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ReaderFuzzTest {
    private static final int CASES = 5_000;
    private static final int FILES = 500;
    private static final String INTERESTING = " \t\r\n#:.-+eE0123456789qid,\"'\0\u00e9\uFEFFxnaNInf";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void damagedTextIsReadAsTheNaiveReaderReadsItOrIsAnInputException(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] text = LetorTexts.random(random, 4, 3, 5, 0.7).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < CASES; i++) {
            byte[] damaged = mutate(text, random);
            List<String> whole = attempt(damaged, () -> parse(damaged, Integer.MAX_VALUE));
            if (!isFault(whole)) {
                assertThat(whole).isEqualTo(NaiveLetor.snapshots(new String(damaged, StandardCharsets.UTF_8)));
            }
            int chunk = 1 + random.nextInt(200);
            assertThat(attempt(damaged, () -> parse(damaged, chunk))).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nothingButAnInputExceptionLeavesTheLetorReader(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] text = LetorTexts.random(random, 4, 3, 5, 0.7).getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("fuzz.txt");
        for (int i = 0; i < FILES; i++) {
            byte[] damaged = mutate(text, random);
            Files.write(file, damaged);
            Grouping grouping = random.nextInt(4) == 0 ? Grouping.ROW : Grouping.QUERY;
            long skip = random.nextInt(3) == 0 ? random.nextInt(5) : 0;
            List<String> whole = read(new LetorSource(file, grouping, new ReadOptions(1, skip)), damaged);
            int chunk = 1 + random.nextInt(200);
            int threads = random.nextInt(20) == 0 ? 2 : 1;
            List<String> pieces = read(new LetorSource(file, grouping, new ReadOptions(threads, skip), chunk), damaged);
            assertThat(pieces).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nothingButAnInputExceptionLeavesTheCsvReader(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] text = """
                label,query,weight,item,f,"g",item_weight
                1,a,2,x,0.5,1,3
                0,a,2,"y
                ,",,-1e-3,0
                2,b,1,,7,,0.5
                """.getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("fuzz.csv");
        for (int i = 0; i < 2 * FILES; i++) {
            byte[] damaged = mutate(text, random);
            Files.write(file, damaged);
            Grouping grouping = random.nextInt(4) == 0 ? Grouping.ROW : Grouping.QUERY;
            ReadOptions options = new ReadOptions(1, random.nextInt(3) == 0 ? random.nextInt(5) : 0);
            read(new CsvSource(file, CsvColumns.defaults(), grouping, options), damaged);
        }
    }

    /** Parses text in memory, cut after the first line end from every so many bytes on. */
    private static List<String> parse(byte[] text, int chunk) {
        List<String> queries = new ArrayList<>();
        QueryAssembler assembler = QueryAssembler.gathering(
                "memory", Grouping.QUERY, new ReadOptions(1, 0), query -> queries.add(Snapshots.of(query)));
        RowBlockBuilder builder = new RowBlockBuilder(Absent.ZERO.value());
        long line = 1;
        for (int from = 0; from < text.length; ) {
            int to = (int) Math.min(text.length, (long) from + chunk);
            while (to < text.length && text[to - 1] != '\n') {
                to++;
            }
            byte[] bytes = Arrays.copyOf(Arrays.copyOfRange(text, from, to), to - from + LineChunks.PADDING);
            RowBlock block = new LetorParser(bytes, to - from, Grouping.QUERY, new ReadOptions(1, 0), builder).parse();
            assembler.accept(block, line);
            line += block.lineCount();
            from = to;
        }
        assembler.end(line - 1, "a row");
        return queries;
    }

    private static boolean isFault(List<String> result) {
        return result.get(0).contains(": found ");
    }

    /** What loading gives, or the message; streaming must agree unless a query comes back. */
    private static List<String> read(QuerySource source, byte[] text) {
        List<String> streamed = attempt(text, () -> Snapshots.visited(source));
        List<String> loaded = attempt(text, () -> Snapshots.of(source.load()));
        boolean scattered = streamed.get(0).contains("again after another query");
        if (!scattered) {
            assertThat(streamed).isEqualTo(loaded);
        }
        return loaded;
    }

    private interface Reading {
        List<String> read();
    }

    private static List<String> attempt(byte[] text, Reading reading) {
        try {
            return reading.read();
        } catch (InputException e) {
            assertThat(e.getMessage()).doesNotContain("\n");
            return List.of(e.getMessage());
        } catch (RuntimeException e) {
            return fail("not an InputException for " + Arrays.toString(text), e);
        }
    }

    /** One to four small accidents: a byte changed, put in, taken out; a stretch repeated, removed; the end lost. */
    private static byte[] mutate(byte[] text, SplittableRandom random) {
        byte[] bytes = text;
        int accidents = 1 + random.nextInt(4);
        for (int i = 0; i < accidents && bytes.length > 0; i++) {
            int from = random.nextInt(bytes.length);
            int to = Math.min(bytes.length, from + 1 + random.nextInt(random.nextInt(8) == 0 ? bytes.length : 4));
            bytes = switch (random.nextInt(6)) {
                case 0 -> replace(bytes, from, from + 1, interesting(random));
                case 1 -> replace(bytes, from, from, interesting(random));
                case 2 -> replace(bytes, from, to, new byte[0]);
                case 3 -> replace(bytes, to, to, Arrays.copyOfRange(bytes, from, to));
                case 4 -> replace(bytes, from, from + 1, new byte[] {(byte) random.nextInt(256)});
                default ->
                    random.nextInt(4) == 0
                            ? Arrays.copyOf(bytes, from)
                            : replace(bytes, from, from, interesting(random));
            };
        }
        return bytes;
    }

    private static byte[] interesting(SplittableRandom random) {
        int at = random.nextInt(INTERESTING.length());
        return INTERESTING.substring(at, at + 1).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] replace(byte[] bytes, int from, int to, byte[] by) {
        byte[] result = new byte[bytes.length - (to - from) + by.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(bytes, to, result, from + by.length, bytes.length - to);
        return result;
    }
}
