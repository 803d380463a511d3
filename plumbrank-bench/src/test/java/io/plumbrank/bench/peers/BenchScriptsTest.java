package io.plumbrank.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts of {@code bench} in a checkout of their own, with a Maven that writes a jar and a Java that does what it is told to. */
@EnabledOnOs(OS.LINUX)
class BenchScriptsTest {
    @TempDir
    private Path folder;

    private Path home = Path.of("");

    @BeforeEach
    void makeCheckout() throws IOException {
        home = folder.resolve("checkout");
        Path scripts = Files.createDirectories(home.resolve("bench"));
        try (Stream<Path> files = Files.list(Path.of("..", "bench"))) {
            for (Path file : files.toList()) {
                Files.copy(file, scripts.resolve(file.getFileName()));
            }
        }
        Files.createDirectories(home.resolve("plumbrank-core/src/main"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.writeString(home.resolve("plumbrank-core/pom.xml"), "<project/>");
        Files.writeString(home.resolve("plumbrank-core/src/main/A.java"), "1");
        Files.createDirectory(folder.resolve("tools"));
        tool(
                "mvn",
                "mkdir -p plumbrank-bench/target; cat plumbrank-core/src/main/A.java > plumbrank-bench/target/benchmarks.jar");
        tool("java", "echo \"java $3\"; cat \"$2\"; case $3 in *Peers) exit ${PEERS:-0} ;; esac");
    }

    private void tool(String name, String does) throws IOException {
        Path file = folder.resolve("tools").resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + does + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Ran(int exit, String said) {}

    private Ran run(String script, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("bash", home.resolve("bench").resolve(script).toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().merge("PATH", folder.resolve("tools").toString(), (old, own) -> own + ":" + old);
        builder.environment().put("PEERS", "1");
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), said);
    }

    /** What is measured is what is there, and not what was built some changes ago. */
    @Test
    void aChangedSourceIsBuiltBeforeItIsMeasured() throws IOException, InterruptedException {
        assertThat(run("guard", "a", "b").said())
                .isEqualTo("building the benchmarks …\njava io.plumbrank.bench.peers.Guard\n1");
        assertThat(run("guard", "a", "b").said()).isEqualTo("java io.plumbrank.bench.peers.Guard\n1");
        Path source = home.resolve("plumbrank-core/src/main/A.java");
        Files.writeString(source, "2");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(run("guard", "a", "b").said()).endsWith("Guard\n2");
    }

    /** 1 is the answer that a ratio is worse, or a mean has moved. */
    @Test
    void whatCannotBeMeasuredIsNotCalledWorse() throws IOException, InterruptedException {
        Ran ran = run("guard");
        assertThat(ran.exit()).isEqualTo(3);
        assertThat(ran.said()).contains("nothing was compared").doesNotContain("Guard");
        tool("mvn", "exit 1");
        Files.delete(home.resolve("plumbrank-bench/target/benchmarks.jar"));
        assertThat(run("guard", "a", "b").exit()).isEqualTo(3);
        for (String script : List.of("experiments", "eval-vs-trec_eval")) {
            Ran none = run(script);
            assertThat(none.exit()).as(script).isEqualTo(2);
            assertThat(none.said()).startsWith("usage: bench/" + script).hasLineCount(1);
        }
        assertThat(run("guard", "nowhere").said())
                .startsWith("usage: bench/guard")
                .hasLineCount(1);
        assertThat(run("guard", "nowhere").exit()).isEqualTo(2);
    }

    /** A ratio of the baseline is changed together with a line that says why. */
    @Test
    void aBaselineThatChangesWithoutAReasonFails() throws IOException, InterruptedException {
        Path baseline = home.resolve("bench/baseline.csv");
        git("init", "-q");
        commit(baseline, "name,ratio,noise\n# first\na,1,0\n");
        commit(baseline, "name,ratio,noise\n# first\na,2,0\n");
        Ran without = run("guard");
        assertThat(without.exit()).isEqualTo(1);
        assertThat(without.said()).contains("changed in the last commit without a new line '# reason'");
        commit(baseline, "name,ratio,noise\n# first\n# slower since it checks more\na,3,0\n");
        assertThat(run("guard").exit()).isEqualTo(3);
    }

    private void commit(Path file, String text) throws IOException, InterruptedException {
        Files.writeString(file, text);
        git("add", "bench/baseline.csv");
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a");
    }

    private void git(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", home.toString()));
        command.addAll(List.of(args));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--trials abc|--trials: found abc, expected a number from 1 on",
                "--trials 0|--trials: found 0",
                "--runs -1|--runs: found -1",
                "--threads 0|--threads: found 0",
                "--sets mq2009|--sets knows no 'mq2009'; there are mq2008",
                "--tools svm|--tools knows no 'svm'",
                "--trails 3|no option --trails; there are --sets",
                "--trials|usage: bench/peers DATA"
            })
    void argumentsThatMeanNothingAreNamed(String options, String message) throws InterruptedException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = ("nowhere " + options).split(" ");
        assertThat(Peers.run(args, new PrintStream(err, true, StandardCharsets.UTF_8)))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(message).hasLineCount(1);
    }

    /** A baseline is not replaced by nothing. */
    @Test
    void withoutDataTheRatiosStayAsTheyWere() throws IOException, InterruptedException {
        Path ratios = Files.writeString(folder.resolve("ratios.csv"), "kept");
        String[] args = {folder.toString(), "--sets", "mq2008", "--tools", "trees", "--ratios", ratios.toString()};
        assertThat(Peers.run(args, System.err)).isZero();
        assertThat(ratios).hasContent("kept");
    }
}
