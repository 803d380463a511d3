package io.plumbrank.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Standard input and output of a process of its own. */
@Tag("full")
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
        assertThat(wrong.err()).contains("--input-format is csv, tsv or letor, not 'xml'");
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

    /** Runs a line of the shell, where {@code $P} is plumbrank and the folder is the working directory. */
    private static OtherJvm shell(String line) throws IOException, InterruptedException {
        String java = String.join(
                " ",
                OtherJvm.command(List.of(), List.of()).stream()
                        .map(word -> "'" + word + "'")
                        .toList());
        Process process = new ProcessBuilder("bash", "-c", "P() { " + java + " \"$@\"; }; set -o pipefail; " + line)
                .directory(folder.toFile())
                .redirectError(folder.resolve("errors").toFile())
                .start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new OtherJvm(process.waitFor(), out, Files.readString(folder.resolve("errors")));
    }

    private static String model() throws IOException {
        return Files.readString(folder.resolve("m.json"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P train --model linear --measure ndcg@5 --lambda 1 --train queries.txt --out - | cat",
                "P train --model linear --measure ndcg@5 --lambda 1 --train queries.txt --out /dev/stdout | cat",
                "P train --model linear --measure ndcg@5 --lambda 1 --train queries.txt --out /dev/stdout > t.json; cat t.json",
                "P train --model linear --quiet --measure ndcg@5 --lambda 1 --train queries.txt --out t.json.gz; gunzip -c t.json.gz",
            })
    void aModelGoesThroughAPipe(String line) throws IOException, InterruptedException {
        OtherJvm run = shell(line);
        assertThat(run.exit()).as(run.err()).isZero();
        // which file was read and how it was named is all that may differ
        String named = "\"data\" : \"[^\"]*\"|\"sha256\" : \"[^\"]*\"";
        assertThat(run.out().replaceAll(named, "")).isEqualTo(model().replaceAll(named, ""));
    }

    /** What stood there before stays: a log that is written to at its end keeps its beginning. */
    @Test
    void whatIsAppendedToKeepsItsBeginning() throws IOException, InterruptedException {
        OtherJvm run = shell(
                "echo before > log; P export --model m.json --to xgboost-json --out x.json > out;"
                        + " P train --model linear --quiet --measure ndcg@5 --lambda 1 --train queries.txt --out - >> log; head -c 8 log");
        assertThat(run.out()).isEqualTo("before\n{");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P predict --data queries.txt --model <(cat m.json) | md5sum",
                "P predict --data queries.txt --model <(gzip -c m.json) | md5sum",
                "mkfifo fifo; cat m.json > fifo & P predict --data queries.txt --model fifo | md5sum",
                "gzip -c queries.txt | P predict --data /dev/stdin --model m.json | md5sum",
                "P predict --data <(gzip -c queries.txt) --model m.json --out /dev/stdout | md5sum",
                "P predict --data queries.txt --model m.json --out - | md5sum",
            })
    void filesComeThroughPipes(String line) throws IOException, InterruptedException {
        OtherJvm run = shell(line);
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.out())
                .isEqualTo(shell("P predict --data queries.txt --model m.json --out o.run; md5sum < o.run")
                        .out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P predict --quiet --data long-query.txt --model m.json | head -c 5",
                "P predict --quiet --data long-query.txt --model m.json --out /dev/stdout | head -c 5",
                "P train --model linear --measure ndcg --lambda 1 --train queries.txt --out - | true",
                "P export --quiet --model <(cat m.json) --to onnx --out - | true",
                "P eval --quiet --model m.json --data many-queries.txt --per-query --format csv | head -1",
                "printf 'a > b\\nb > c\\n' | P aggregate --votes - | true",
                "P loss --matrix - < costs.csv | true",
            })
    void whoReadsOnlyTheBeginningHasWhatItWants(String line) throws IOException, InterruptedException {
        OtherJvm run = shell(line);
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
    }

    @Test
    void anExportGoesThroughAPipeWhereItIsOneFile() throws IOException, InterruptedException {
        OtherJvm run = shell("P export --model m.json --to onnx --out - > piped && P export --model m.json --to onnx"
                + " --out stdout > report; cmp piped stdout && cat report");
        assertThat(run.err()).contains("note: ").doesNotContain("plumbrank: ");
        assertThat(run.out()).startsWith("wrote stdout");
        OtherJvm several = shell("P export --model m.json --to solr --out - | cat");
        assertThat(several.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(several.err())
                .contains("makes 2 files, which do not go into one pipe")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "P predict --quiet --data long-query.txt --model m.json --out /dev/full",
                "P train --model linear --quiet --measure ndcg --lambda 1 --train queries.txt --out /dev/full",
                "P predict --quiet --data long-query.txt --model m.json > /dev/full",
            })
    void aFullDiskNamesTheFile(String line) throws IOException, InterruptedException {
        OtherJvm run = shell(line);
        assertThat(run.err())
                .hasLineCount(1)
                .contains("No space left on device")
                .contains(line.contains(">") ? "standard output" : "/dev/full: ")
                .doesNotContain("Exception");
        assertThat(run.exit()).isEqualTo(Exit.MISSING);
    }
}
