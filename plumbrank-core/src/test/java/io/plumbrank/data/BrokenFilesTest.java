package io.plumbrank.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokenFilesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"data.txt.gz", "data.csv.gz"})
    void aGzipFileThatWasCutAnywhereIsAnInputException(String name) {
        String text = name.contains("csv")
                ? "label,qid,f\n" + "1,a,0.25\n".repeat(200)
                : LetorTexts.random(new SplittableRandom(1), 30, 5, 10, 0.8);
        byte[] whole = LetorTexts.gzip(text.getBytes(StandardCharsets.UTF_8));
        Path file = folder.resolve(name);
        for (int length = 2; length < whole.length; length += 1 + length / 97) {
            write(file, Arrays.copyOf(whole, length));
            for (int threads : new int[] {1, 3}) {
                QuerySource source = QuerySource.of(file, new ReadOptions(threads, 0));
                assertThatThrownBy(source::load)
                        .as("%d of %d bytes", length, whole.length)
                        .isInstanceOf(InputException.class)
                        .hasMessageEndingWith("expected a whole file: copy or download it again");
                assertThatThrownBy(() -> source.visit(query -> {})).isInstanceOf(InputException.class);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"data.txt.gz", "data.csv.gz"})
    void aGzipFileWithAFlippedByteIsReadOrIsAnInputException(String name) {
        String text = name.contains("csv") ? "label,qid,f\n" + "1,a,0.25\n".repeat(50) : "1 qid:a 1:0.25\n".repeat(50);
        byte[] whole = LetorTexts.gzip(text.getBytes(StandardCharsets.UTF_8));
        Path file = folder.resolve(name);
        for (int at = 0; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            write(file, damaged);
            try {
                QuerySource.of(file, new ReadOptions(2, 0)).load();
            } catch (InputException e) {
                assertThat(e).hasMessageStartingWith(file + ":");
            }
        }
    }

    @Test
    void theCutIsReportedAtTheLineWhereTextEndsAndAfterFaultsBeforeIt() {
        byte[] whole = LetorTexts.gzip("1 qid:a 1:1\n".repeat(3000).getBytes(StandardCharsets.UTF_8));
        Path file = write(folder.resolve("cut.txt.gz"), Arrays.copyOf(whole, whole.length - 4));
        assertThatThrownBy(new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0))::load)
                .hasMessage(file + ":3001: found the end of a gzip stream that was cut short, "
                        + "expected a whole file: copy or download it again");
        byte[] bad = LetorTexts.gzip(("1 qid:a 1:x\n" + "1 qid:a 1:1\n".repeat(3000)).getBytes(StandardCharsets.UTF_8));
        write(file, Arrays.copyOf(bad, bad.length - 4));
        assertThatThrownBy(new LetorSource(file, Grouping.QUERY, new ReadOptions(2, 0))::load)
                .hasMessageStartingWith(file + ":1: ");
        byte[] csv = LetorTexts.gzip(
                ("label,qid\n" + "1,a\n".repeat(9) + "x,a\n".repeat(9)).getBytes(StandardCharsets.UTF_8));
        Path csvFile = write(folder.resolve("cut.csv.gz"), Arrays.copyOf(csv, csv.length - 4));
        assertThatThrownBy(new CsvSource(csvFile, CsvColumns.defaults(), Grouping.QUERY, new ReadOptions(2, 0))::load)
                .hasMessageStartingWith(csvFile + ":11: found 'x' in column 'label'");
    }

    @Test
    void severalGzipFilesInOneAreOneText() {
        byte[] first = LetorTexts.gzip("1 qid:a 1:1\n2 qid".getBytes(StandardCharsets.UTF_8));
        byte[] second = LetorTexts.gzip(":a 1:2\n".getBytes(StandardCharsets.UTF_8));
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        Path file = write(folder.resolve("both.gz"), both);
        assertThat(new LetorSource(file, Grouping.QUERY, new ReadOptions(1, 0))
                        .load()
                        .rows())
                .isEqualTo(2);
    }

    @Test
    void aDirectoryIsNoFile() {
        for (QuerySource source : sources(folder)) {
            assertThatThrownBy(source::load)
                    .isInstanceOf(InputException.class)
                    .hasMessage(folder + ": found a directory, expected a file");
        }
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Path file = folder.resolve("missing");
        for (QuerySource source : sources(file)) {
            assertThatThrownBy(source::load)
                    .isInstanceOf(InputException.class)
                    .hasMessage(file + ": found no such file, expected a file that exists: check the path");
            assertThatThrownBy(() -> source.visit(query -> {})).isInstanceOf(InputException.class);
        }
    }

    private static List<QuerySource> sources(Path file) {
        ReadOptions options = new ReadOptions(2, 0);
        return List.of(
                new LetorSource(file, Grouping.QUERY, options),
                new CsvSource(file, CsvColumns.defaults(), Grouping.QUERY, options));
    }

    /** Bytes as they are, whatever the name. */
    private static Path write(Path file, byte[] bytes) {
        try {
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
