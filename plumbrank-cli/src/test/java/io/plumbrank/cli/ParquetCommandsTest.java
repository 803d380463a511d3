package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Parquet in place of text. Both files hold the same 30 generated queries; {@code rows.parquet} is what Spark 4.0.1 wrote, by Snappy, of
 * what it read from {@code rows.txt}.
 */
class ParquetCommandsTest {
    @TempDir
    Path folder;

    private Path text;
    private Path parquet;

    @BeforeEach
    void copyFiles() throws IOException {
        text = copied("rows.txt", "a/rows.txt");
        parquet = copied("rows.parquet", "b/rows.parquet");
    }

    private Path copied(String resource, String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        try (InputStream in =
                Objects.requireNonNull(ParquetCommandsTest.class.getResourceAsStream("/parquet/" + resource))) {
            Files.copy(in, file);
        }
        return file;
    }

    private String ok(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.exit()).as(run.err()).isZero();
        return run.out();
    }

    private Path train(Path data, String name) {
        Path model = folder.resolve(name);
        ok(
                "train",
                "--measure",
                "ndcg@5",
                "--model",
                "linear",
                "--lambda",
                "1",
                "--blocks",
                "4",
                "--absent",
                "missing",
                "--train",
                "" + data,
                "--out",
                "" + model);
        return model;
    }

    /** The models differ by the name of their file and by nothing else, since the checksum is that of the rows. */
    @Test
    void trainPredictAndEvalGiveWhatTheTextGives() throws IOException {
        assertThat(withoutName(train(parquet, "parquet.json"), parquet))
                .isEqualTo(withoutName(train(text, "text.json"), text));
        String model = "" + folder.resolve("text.json");
        assertThat(ok("predict", "--model", model, "--data", "" + parquet))
                .isEqualTo(ok("predict", "--model", model, "--data", "" + text));
        assertThat(ok("eval", "--model", model, "--data", "" + parquet, "--measures", "ndcg@5,map", "--format", "csv"))
                .isEqualTo(ok(
                        "eval", "--model", model, "--data", "" + text, "--measures", "ndcg@5,map", "--format", "csv"));
    }

    /** A model without the name of its data, and without the checksum of itself that the name changes. */
    private static String withoutName(Path model, Path data) throws IOException {
        return Files.readString(model).replace("" + data, "data").replaceFirst("\"sha256\" : \"[0-9a-f]+\"", "");
    }

    @Test
    void aDirectoryOfPartsIsOneFile() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("parts.parquet"));
        Files.copy(parquet, directory.resolve("part-00000.parquet"));
        Files.writeString(directory.resolve("_SUCCESS"), "");
        String model = "" + train(text, "text.json");
        assertThat(ok("eval", "--model", model, "--data", "" + directory, "--measures", "map", "--format", "csv"))
                .isEqualTo(ok("eval", "--model", model, "--data", "" + text, "--measures", "map", "--format", "csv"));
    }

    @Test
    void whatIsNoParquetIsRefusedInOneLine() throws IOException {
        Path other = Files.copy(text, folder.resolve("other.parquet"));
        CommandRun run = CommandRun.of("train", "--measure", "map", "--train", "" + other, "--out", folder + "/m.json");
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("other.parquet").contains("found a file that does not end as Parquet does");
        Path half = folder.resolve("half.parquet");
        byte[] bytes = Files.readAllBytes(parquet);
        bytes[200] ^= 0x7f;
        bytes[201] ^= 0x7f;
        Files.write(half, bytes);
        CommandRun damaged =
                CommandRun.of("train", "--measure", "map", "--train", "" + half, "--out", folder + "/m.json");
        assertThat(damaged.exit()).isIn(0, 2);
        assertThat(damaged.err().lines().filter(line -> line.startsWith("\tat ")))
                .isEmpty();
    }

    /** Decoders quote what they cannot read, which may be a whole page. */
    @Test
    void aDamagedFileIsRefusedInAShortLine() throws IOException {
        byte[] bytes = Files.readAllBytes(parquet);
        Random random = new Random(3);
        int refused = 0;
        for (int trial = 0; trial < 500; trial++) {
            byte[] other = bytes.clone();
            for (int flips = 0; flips < 3; flips++) {
                other[random.nextInt(other.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Path damaged = Files.write(folder.resolve("damaged.parquet"), other);
            try {
                QuerySource.of(damaged).visit(query -> {});
            } catch (InputException e) {
                refused++;
                assertThat("" + e.getMessage())
                        .hasSizeLessThan(400 + damaged.toString().length());
            }
        }
        assertThat(refused).isPositive();
    }
}
