package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.QueryRows;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of Parquet that has suffered is refused in one line, or gives the rows that were written. */
class ParquetDamageTest {
    private static final List<Query> QUERIES = SparkData.queries(20, 6, 101);

    @TempDir
    Path directory;

    private byte[] file(String codec) throws IOException {
        Path written = directory.resolve(codec);
        SparkData.frame(QUERIES, 1, 1)
                .write()
                .option("compression", codec)
                .option("parquet.page.size", "400")
                .option("parquet.block.size", "2000")
                .parquet(written.toString());
        try (Stream<Path> parts = Files.list(written)) {
            return Files.readAllBytes(
                    parts.filter(part -> part.getFileName().toString().startsWith("part-"))
                            .findFirst()
                            .orElseThrow());
        }
    }

    private static List<String> rows(Path file) {
        return QuerySource.of(file).load().queries().stream()
                .map(query -> Arrays.toString(QueryRows.of(query).packed()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "snappy", "gzip", "zstd"})
    void damageIsNoticed(String codec) throws IOException {
        byte[] whole = file(codec);
        Path damaged = directory.resolve("damaged.parquet");
        Files.write(damaged, whole);
        List<String> expected = rows(damaged);
        int footer = whole.length
                - 8
                - ByteBuffer.wrap(whole, whole.length - 8, 4)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getInt();
        Random random = new Random(5);
        int refused = 0;
        int tries = 400;
        for (int i = 0; i < tries; i++) {
            byte[] bytes = whole.clone();
            // what is in a footer has no checksum: it may give other rows, and nothing but one line otherwise
            boolean inPages = i % 2 == 0;
            int at = inPages ? random.nextInt(footer) : footer + random.nextInt(whole.length - footer);
            bytes[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(damaged, bytes);
            try {
                List<String> read = rows(damaged);
                if (inPages) {
                    assertThat(read).as("a bit of byte " + at).isEqualTo(expected);
                }
            } catch (InputException e) {
                refused++;
                assertThat(e.getMessage())
                        .startsWith(damaged.toString())
                        .contains(", expected ")
                        .doesNotContain("\n");
            }
        }
        assertThat(refused).isGreaterThan(tries / 2);
        for (int length = 0; length < whole.length; length += 1 + whole.length / 40) {
            Files.write(damaged, Arrays.copyOf(whole, length));
            try {
                rows(damaged);
                throw new AssertionError("read " + length + " bytes of " + whole.length);
            } catch (InputException e) {
                assertThat(e.getMessage()).contains("damaged.parquet: found ");
            }
        }
    }
}
