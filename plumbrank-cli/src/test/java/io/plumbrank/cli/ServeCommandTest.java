package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {
    @TempDir
    static Path folder;

    @BeforeAll
    static void train() throws IOException {
        GeneratedData.write(folder);
        CommandRun run = CommandRun.of(
                "train",
                "--quiet",
                "--folds",
                "2",
                "--measure",
                "ndcg@5",
                "--train",
                folder.resolve("queries.txt").toString(),
                "--out",
                folder.resolve("model.json").toString());
        assertThat(run.exit()).as(run.err()).isZero();
    }

    private static Process start(String... more) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "io.plumbrank.cli.Main",
                "serve",
                "--model",
                "shop=" + folder.resolve("model.json"),
                "--port",
                "0");
        builder.command().addAll(List.of(more));
        return builder.start();
    }

    /** From the first line that it prints to the last, as whoever runs it sees them. */
    @Test
    @Timeout(120)
    void itListensAnswersAndStopsWhenItIsTold() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "0123456789abcdef\n");
        Process process = start("--token-file", token.toString());
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = String.valueOf(out.readLine());
            assertThat(line).startsWith("listening on http://127.0.0.1:");
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(line.substring("listening on ".length()) + "/v1/models"))
                    .header("Authorization", "Bearer 0123456789abcdef")
                    .build();
            var answer = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"name\":\"shop\"");
            process.toHandle().destroy(); // SIGTERM, and the streams stay open
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
            String log = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(log.lines()).allMatch(entry -> entry.startsWith("{\"time\":"));
            assertThat(log).contains("\"listening\"", "\"route\":\"/v1/models\"", "\"draining\"", "\"stopped\"");
            assertThat(log).doesNotContain("0123456789abcdef");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aPortThatIsTakenIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CommandRun run = CommandRun.of(
                    "serve",
                    "--model",
                    folder.resolve("model.json").toString(),
                    "--port",
                    Integer.toString(taken.getLocalPort()));
            assertThat(run.exit()).isEqualTo(Exit.MISSING);
            assertThat(run.err())
                    .hasLineCount(1)
                    .contains("cannot listen at http://127.0.0.1:" + taken.getLocalPort() + ": the port is taken");
        }
    }

    /** What is wrong with a key store or a host is said as such, before anything listens. */
    @ParameterizedTest
    @CsvSource({
        "--key-store %/absent --key-store-password-file %/right, no file that can be read",
        "--key-store %/model.json --key-store-password-file %/right, found no key store",
        "--key-store %/keys.p12 --key-store-password-file %/wrong, found a key store with another password",
        "--key-store %/keys.p12 --key-store-password-file %/absent, no such file",
        "--host no-such-host.invalid, no machine is called 'no-such-host.invalid'",
        "--host 192.0.2.1, the address 192.0.2.1 is not one of this machine"
    })
    void whatCannotBeListenedWithOrAtIsNamed(String options, String words) throws Exception {
        Files.writeString(folder.resolve("right"), "not-a-secret\n");
        Files.writeString(folder.resolve("wrong"), "another-one\n");
        KeyStore empty = KeyStore.getInstance("PKCS12");
        empty.load(null, null);
        try (OutputStream out = Files.newOutputStream(folder.resolve("keys.p12"))) {
            empty.store(out, "not-a-secret".toCharArray());
        }
        CommandRun run = CommandRun.of(
                ("serve --port 0 --model " + folder.resolve("model.json") + " " + options.replace("%", "" + folder))
                        .split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err().lines().filter(line -> !line.startsWith("note: "))).hasSize(1);
        assertThat(run.err()).contains(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--port 70000",
                "--max-body x",
                "--max-items 0",
                "--time-limit 0s",
                "--queue -1",
                "--feature-base 2",
                "--key-store keys.p12",
                "--format json",
                "--model shop=%s --model shop=%s",
                "--token-file %s",
                "--token-file /dev/zero",
                "--model m=/dev/zero"
            })
    @Timeout(60)
    void whatMakesNoSenseIsOneLine(String options) throws IOException {
        Path model = folder.resolve("model.json");
        Path shortToken = Files.writeString(folder.resolve("short"), "x");
        String words = options.replace("%s", (options.contains("token") ? shortToken : model).toString());
        CommandRun run = CommandRun.of(("serve --port 0 --model m=" + model + " " + words).split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1);
    }

    /** A line that is read on the way is what {@code start} waits for. */
    private static String firstNote(String... more) throws IOException, InterruptedException {
        Process process = start(more);
        try {
            String line = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))
                    .readLine();
            return String.valueOf(line);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    @Test
    @Tag("full")
    @Timeout(60)
    void aTokenThatCrossesTheNetworkInPlainTextIsNoted() throws Exception {
        Path token = Files.writeString(folder.resolve("plain"), "0123456789abcdef\n");
        assertThat(firstNote("--host", "0.0.0.0", "--token-file", token.toString()))
                .startsWith("note: the token crosses the network in plain text");
        assertThat(firstNote("--host", "0.0.0.0")).startsWith("note: whoever can reach 0.0.0.0");
        assertThat(firstNote("--token-file", token.toString())).contains("\"listening\"");
    }

    /** Standard error is a pipe that nobody reads, and soon full. */
    @Test
    @Tag("full")
    @Timeout(120)
    void aLogThatNobodyReadsStopsNothing() throws Exception {
        Process process = start();
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String url = String.valueOf(out.readLine()).substring("listening on ".length());
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v1/models"))
                    .timeout(Duration.ofSeconds(20))
                    .build();
            for (int i = 0; i < 3000; i++) {
                assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                        .isEqualTo(200);
            }
            process.toHandle().destroy(); // SIGTERM
            assertThat(process.waitFor(15, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aFileThatIsNoModelIsOneLine() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.json"), "{");
        CommandRun run = CommandRun.of("serve", "--port", "0", "--model", broken.toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).startsWith(broken.toString());
    }
}
