package io.plumbrank.util.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FileSumTest {
    @TempDir
    Path folder;

    static LongStream seeds() {
        return LongStream.range(0, 12);
    }

    /** The check value of CRC-32C in the catalogue of parametrised CRC algorithms. */
    @Test
    void nineDigitsHaveTheirPublishedSum() throws IOException {
        Path file = Files.write(folder.resolve("digits"), "123456789".getBytes(US_ASCII));
        assertThat(FileSum.of(file, 1)).isEqualTo(0xE306_9283);
        assertThat(FileSum.of(file, 2, 3)).isEqualTo(0xE306_9283);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void stretchesOnThreadsJoinToTheSumOfAllBytes(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = new byte[(int) seed * random.nextInt(100_000)];
        random.nextBytes(bytes);
        CRC32C whole = new CRC32C();
        whole.update(bytes);
        Path file = Files.write(folder.resolve("bytes"), bytes);
        long stretch = 1L + random.nextInt(bytes.length + 100);
        assertThat(FileSum.of(file, Math.max(500, stretch), 1 + random.nextInt(3)))
                .isEqualTo((int) whole.getValue());
        assertThat(FileSum.of(file, 2)).isEqualTo((int) whole.getValue());
    }

    @Test
    void aFileThatIsNotThereIsAFault() {
        assertThatThrownBy(() -> FileSum.of(folder.resolve("none"), 2)).isInstanceOf(UncheckedIOException.class);
    }
}
