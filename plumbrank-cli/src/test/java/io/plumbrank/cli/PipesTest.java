package io.plumbrank.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard input and output of a process of its own. */
class PipesTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void train() throws IOException {
        GeneratedData.write(folder);
        for (String[] pair : new String[][] {{"queries.txt", "m.json"}, {"weighted.csv", "c.json"}}) {
            assertThat(CommandRun.of(
                                    "train",
                                    "--measure",
                                    "ndcg@5",
                                    "--lambda",
                                    "1",
                                    "--train",
                                    file(pair[0]),
                                    "--out",
                                    file(pair[1]))
                            .exit())
                    .isZero();
        }
    }

    private static String file(String name) {
        return folder.resolve(name).toString();
    }

    private record Piped(int exit, String out, String err) {}

    /** Hands bytes to a process in two parts with a pause, so that its pipe is empty in between. */
    private static Piped pipe(byte[] first, byte[] second, int readBytes, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Path errors = Files.createTempFile(folder, "err", ".txt");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(first);
            in.flush();
            Thread.sleep(second.length > 0 ? 1500 : 0);
            in.write(second);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("ipe"); // it ended before it read everything
        }
        byte[] out;
        if (readBytes > 0) {
            out = process.getInputStream().readNBytes(readBytes);
            process.getInputStream().close();
        } else {
            out = process.getInputStream().readAllBytes();
        }
        return new Piped(process.waitFor(), new String(out, UTF_8), Files.readString(errors));
    }

    private static byte[] packed(byte[] text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text);
        }
        return bytes.toByteArray();
    }

    private static byte[] read(String name) throws IOException {
        return Files.readAllBytes(folder.resolve(name));
    }

    @Test
    void aMinusIsStandardInputAndGzipComesThroughAPipeInMembers() throws IOException, InterruptedException {
        String expected = CommandRun.of("predict", "--model", file("m.json"), "--data", file("queries.txt"))
                .out();
        byte[] text = read("queries.txt");
        int half = new String(text, UTF_8).indexOf("\n", text.length / 2) + 1;
        Piped piped = pipe(
                packed(Arrays.copyOf(text, half)),
                packed(Arrays.copyOfRange(text, half, text.length)),
                0,
                "predict",
                "--model",
                file("m.json"),
                "--data",
                "-");
        assertThat(piped.err).isEmpty();
        assertThat(piped.exit).isZero();
        assertThat(piped.out).isEqualTo(expected);
    }

    @Test
    void csvComesThroughAPipeByItsFormat() throws IOException, InterruptedException {
        String expected = CommandRun.of("predict", "--model", file("c.json"), "--data", file("weighted.csv"))
                .out();
        Piped piped = pipe(
                read("weighted.csv"),
                new byte[0],
                0,
                "predict",
                "--model",
                file("c.json"),
                "--data",
                "-",
                "--input-format",
                "csv",
                "--out",
                "-");
        assertThat(piped.err).isEmpty();
        assertThat(piped.out).isEqualTo(expected);
        Piped model = pipe(read("c.json"), new byte[0], 0, "predict", "--model", "-", "--data", file("weighted.csv"));
        assertThat(model.out).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--input-format csv", "--input-format LETOR"})
    void theFormatThatIsSaidGoesBeforeTheName(String format) throws IOException {
        boolean csv = format.endsWith("csv");
        Path odd = folder.resolve(csv ? "odd.data" : "odd.csv");
        Files.write(odd, read(csv ? "weighted.csv" : "queries.txt"));
        String[] words = format.split(" ");
        CommandRun run = CommandRun.of(
                "eval", "--model", file(csv ? "c.json" : "m.json"), "--data", odd.toString(), words[0], words[1]);
        assertThat(run.exit()).as(run.err()).isZero();
        CommandRun wrong = CommandRun.of("eval", "--model", file("m.json"), "--data", odd.toString(), words[0], "xml");
        assertThat(wrong.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(wrong.err()).contains("--input-format is csv or letor, not 'xml'");
    }

    @Test
    void standardInputIsOneFile() {
        CommandRun run = CommandRun.of("predict", "--model", "-", "--data", "-");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("standard input can be read only once").hasLineCount(1);
    }

    /** As {@code plumbrank predict … | head}: who reads the first lines has what it wants. */
    @Test
    void aReaderThatLeavesIsNoError() throws IOException, InterruptedException {
        Piped piped = pipe(
                new byte[0], new byte[0], 10, "predict", "--model", file("m.json"), "--data", file("long-query.txt"));
        assertThat(piped.err).doesNotContain("standard output");
        assertThat(piped.exit).isZero();
    }
}
