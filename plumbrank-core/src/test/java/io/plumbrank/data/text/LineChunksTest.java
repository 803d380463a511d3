package io.plumbrank.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.data.LetorTexts;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineChunksTest {
    @TempDir
    Path folder;

    private record Piece(String text) implements LineChunks.Parsed {
        @Override
        public int lineCount() {
            return (int) text.lines().count();
        }
    }

    /** Spoils the array after use where it may, as the next chunk would. */
    private record Cutter(boolean keepsBytes) implements LineChunks.Parser<Piece> {
        @Override
        public Piece parse(byte[] bytes, int length) {
            assertThat(bytes.length).isGreaterThanOrEqualTo(length + LineChunks.PADDING);
            String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
            Arrays.fill(bytes, (byte) '\n');
            return new Piece(text);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void chunksAreTheLinesThatBeginInEqualRangesOfTheText(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder(random.nextInt(4) == 0 ? "\uFEFF" : "");
        int lines = random.nextInt(60);
        for (int i = 0; i < lines; i++) {
            text.append("x".repeat(random.nextInt(random.nextInt(5) == 0 ? 200 : 10)))
                    .append('\n');
        }
        text.append("x".repeat(random.nextInt(3)));
        for (int size : new int[] {1, 2, 3, 5, 16, 100, 10_000}) {
            List<String> expected = expectedChunks(text.toString(), size);
            for (String name : List.of("lines", "lines.gz")) {
                Path file = LetorTexts.write(folder, name, text.toString());
                for (int threads : new int[] {1, 3}) {
                    for (boolean keeps : new boolean[] {true, false}) {
                        List<String> seen = new ArrayList<>();
                        long[] next = {1};
                        long count = LineChunks.read(file, size, threads, new Cutter(keeps), (piece, firstLine) -> {
                            assertThat(firstLine).isEqualTo(next[0]);
                            next[0] += piece.lineCount();
                            seen.add(piece.text());
                        });
                        seen.removeIf(String::isEmpty);
                        assertThat(seen).isEqualTo(expected);
                        assertThat(count).isEqualTo(next[0] - 1);
                    }
                }
            }
        }
    }

    @Test
    void whatAParserThrowsComesOutInItsTurn() {
        Path file = LetorTexts.write(folder, "lines", "1\n2\n3\n4\n5\n");
        for (int threads : new int[] {1, 3}) {
            List<String> seen = new ArrayList<>();
            assertThatThrownBy(() -> LineChunks.read(
                            file,
                            1,
                            threads,
                            (bytes, length) -> {
                                if (bytes[0] == '4') {
                                    throw new IllegalStateException("four");
                                }
                                return new Piece(new String(bytes, 0, length, StandardCharsets.UTF_8));
                            },
                            (piece, firstLine) -> seen.add(piece.text())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("four");
            assertThat(seen).containsExactly("1\n", "2\n", "3\n");
        }
    }

    @Test
    void anInterruptEndsTheReading() {
        Path file = LetorTexts.write(folder, "lines", "1\n".repeat(1000));
        for (int threads : new int[] {1, 3}) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> LineChunks.read(file, 1, threads, new Cutter(true), (piece, firstLine) -> {}))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("interrupted while reading");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** By definition: line by line, by the range in which the line begins; ASCII but for the byte order mark. */
    private static List<String> expectedChunks(String text, int size) {
        int mark = text.startsWith("\uFEFF") ? 1 : 0;
        List<String> chunks = new ArrayList<>();
        long lastRange = -1;
        for (int from = mark; from < text.length(); ) {
            int end = text.indexOf('\n', from);
            int to = end < 0 ? text.length() : end + 1;
            // the first line begins with the mark, which has three bytes
            long range = from == mark ? 0 : (from + 2L * mark) / size;
            if (range == lastRange) {
                chunks.set(chunks.size() - 1, chunks.get(chunks.size() - 1) + text.substring(from, to));
            } else {
                chunks.add(text.substring(from, to));
            }
            lastRange = range;
            from = to;
        }
        return chunks;
    }

    /** A gigabyte of zeros is a few hundred kB of gzip: reading stops long before it is all in memory. */
    @Test
    void aLineWithoutAnEndIsRefused() throws IOException {
        Path file = folder.resolve("zeros.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 1 << 10; i++) {
                out.write(zeros);
            }
        }
        String message = file + ":1: found a line of more than 128 MB, expected a file of text lines";
        assertThatThrownBy(() ->
                        LineChunks.read(file, 1, (bytes, length) -> (LineChunks.Parsed) () -> 1, (parsed, line) -> {}))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> TextLines.streamed(file).forEach(line -> {}))
                .isInstanceOf(InputException.class)
                .hasMessage(message);
    }
}
