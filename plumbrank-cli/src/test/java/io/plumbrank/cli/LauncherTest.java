package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.util.internal.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a checkout of its own, with a program that prints its arguments and a Maven that copies jars. */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
    @TempDir
    private Path folder;

    private Path home = Path.of("");
    private Path launcher = Path.of("");
    private Path tools = Path.of("");

    /** Says what it was given, and whether files of these names are there; ends with 1, as an answer 'no' does. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            System.out.println("program " + String.join(" ", args));
            System.err.println(System.getProperty("java.io.tmpdir"));
            for (String arg : args) {
                System.out.println(Files.exists(Path.of(arg)) ? "found" : "missing");
            }
            System.exit(args.length == 0 ? 0 : 1);
        }
    }

    @BeforeEach
    void makeCheckout() throws IOException {
        home = folder.resolve("checköut");
        tools = Files.createDirectory(folder.resolve("tools"));
        Files.createDirectories(home.resolve("plumbrank-cli/src/main"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.writeString(home.resolve("plumbrank-cli/pom.xml"), "<project/>");
        launcher = Files.copy(Path.of("plumbrank"), home.resolve("plumbrank"));
        Path jars = Files.createDirectories(folder.resolve("jars/lib"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Program.class.getName());
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "library.jar");
        try (var out = Files.newOutputStream(folder.resolve("jars/plumbrank-cli.jar"))) {
            new JarOutputStream(out, manifest).close();
        }
        String name = Program.class.getName().replace('.', '/') + ".class";
        try (var in = Program.class.getClassLoader().getResourceAsStream(name)) {
            writeJar(
                    jars.resolve("library.jar"),
                    name,
                    Objects.requireNonNull(in).readAllBytes());
        }
        maven("cp \"$JARS/lib/library.jar\" plumbrank-cli/target/lib/");
    }

    /** A Maven that copies a library where there is none, as the real one does, and then the jar. */
    private void maven(String library) throws IOException {
        Path mvn = tools.resolve("mvn");
        Files.writeString(mvn, """
                #!/bin/sh
                case "$*" in *" clean "*) rm -rf target plumbrank-*/target ;; esac
                echo "mvn $*" >>"$CALLS"
                mkdir -p plumbrank-cli/target/lib
                if [ ! -e plumbrank-cli/target/lib/library.jar ]; then
                  %s
                fi
                cp "$JARS/plumbrank-cli.jar" plumbrank-cli/target/
                """.replace("%s", library));
        Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<String> calls() throws IOException {
        Path calls = folder.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private Process start(Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", launcher.toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JARS", folder.resolve("jars").toString());
        builder.environment().put("CALLS", folder.resolve("calls").toString());
        Stream.of(
                        "JAVA_TOOL_OPTIONS",
                        "JDK_JAVA_OPTIONS",
                        "_JAVA_OPTIONS",
                        "PLUMBRANK_JAVA_OPTS",
                        "PLUMBRANK_CLASSPATH")
                .forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private OtherJvm run(Map<String, String> environment, String... args) throws IOException, InterruptedException {
        Process process = start(environment, args);
        process.getOutputStream().close();
        CompletableFuture<String> err = CompletableFuture.supplyAsync(() -> read(process, true));
        String out = read(process, false);
        return new OtherJvm(process.waitFor(), out, err.join());
    }

    private static String read(Process process, boolean errors) {
        try {
            var stream = errors ? process.getErrorStream() : process.getInputStream();
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "" + e.getMessage();
        }
    }

    @Test
    void itBuildsOnceAndRuns() throws IOException, InterruptedException {
        OtherJvm first = run(Map.of());
        assertThat(first.out()).isEqualTo("program \n");
        assertThat(first.exit()).isZero();
        assertThat(run(Map.of(), "no").exit()).isEqualTo(1);
        assertThat(calls()).hasSize(1);
    }

    /** As when a first build was killed while Maven copied: the library is there, but only half of it. */
    @Test
    void aHalfBuiltCheckoutIsBuiltAnew() throws IOException, InterruptedException {
        Path lib = Files.createDirectories(home.resolve("plumbrank-cli/target/lib"));
        Files.write(lib.resolve("library.jar"), new byte[] {'P', 'K', 3, 4, 0});
        OtherJvm run = run(Map.of());
        assertThat(run.out()).isEqualTo("program \n");
        assertThat(run.exit()).isZero();
        assertThat(calls()).hasSize(1);
    }

    @Test
    void aBuildThatWasKilledIsMendedByTheNext() throws IOException, InterruptedException {
        maven("printf 'PK' >plumbrank-cli/target/lib/library.jar; sleep 60");
        Process process = start(Map.of());
        while (calls().isEmpty() && process.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        TimeUnit.MILLISECONDS.sleep(200);
        List<ProcessHandle> family = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        family.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
        assertThat(home.resolve("target/launcher")).doesNotExist();
        maven("cp \"$JARS/lib/library.jar\" plumbrank-cli/target/lib/");
        OtherJvm run = run(Map.of());
        assertThat(run.out()).isEqualTo("program \n");
        assertThat(run.exit()).isZero();
        assertThat(calls()).hasSize(2);
    }

    @Test
    void firstRunsAtTheSameTimeBuildOnce() throws IOException, InterruptedException {
        maven("cp \"$JARS/lib/library.jar\" plumbrank-cli/target/lib/; sleep 1");
        List<Process> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(start(Map.of()));
        }
        for (Process each : all) {
            assertThat(read(each, false)).isEqualTo("program \n");
            assertThat(each.waitFor()).isZero();
        }
        assertThat(calls()).hasSize(1);
    }

    /** While two of them run; the build takes about half a second. */
    @Tag("full")
    @Test
    void killsAtAnyPointOfFirstRunsLeaveACheckoutThatRuns() throws IOException, InterruptedException {
        maven("head -c 9 \"$JARS/lib/library.jar\" >plumbrank-cli/target/lib/library.jar; sleep 0.3;"
                + " cp \"$JARS/lib/library.jar\" plumbrank-cli/target/lib/; sleep 0.2");
        Random random = new Random(5);
        for (int trial = 0; trial < 8; trial++) {
            List<Process> two = List.of(start(Map.of()), start(Map.of()));
            TimeUnit.MILLISECONDS.sleep(random.nextInt(900));
            List<ProcessHandle> family = two.stream()
                    .flatMap(each -> Stream.concat(each.descendants(), Stream.of(each.toHandle())))
                    .toList();
            family.forEach(ProcessHandle::destroyForcibly);
            for (Process each : two) {
                each.waitFor();
            }
            OtherJvm run = run(Map.of());
            assertThat(run.out()).as("trial %d: %s", trial, run.err()).isEqualTo("program \n");
            assertThat(run.exit()).isZero();
            try (Stream<Path> built = Files.walk(home.resolve("target"))) {
                for (Path file : built.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void aJarWithAnotherSumIsNotRun() throws IOException, InterruptedException {
        Path library = folder.resolve("jars/lib/library.jar");
        Path sums = Files.createDirectories(home.resolve("config")).resolve("dependencies.sha256");
        String right = Sha256.hex(Files.readAllBytes(library));
        for (String listed :
                List.of("0".repeat(64) + "  library.jar\n", right + "  other.jar\n", right + "  a-library.jar\n")) {
            Files.writeString(sums, listed);
            OtherJvm refused = run(Map.of());
            assertThat(refused.err())
                    .contains("plumbrank: not the jars that config/dependencies.sha256 names: library.jar ");
            assertThat(refused.exit()).isEqualTo(Exit.MISSING);
            assertThat(home.resolve("target/launcher")).doesNotExist();
        }
        Files.writeString(sums, "1".repeat(64) + "  other.jar\n" + right + "  library.jar\n");
        assertThat(run(Map.of()).out()).isEqualTo("program \n");
    }

    /** As after a change of the checkout that dropped a dependency. */
    @Test
    void aJarThatNothingNeedsAnyMoreGoes() throws IOException, InterruptedException {
        Path lib = Files.createDirectories(home.resolve("plumbrank-cli/target/lib"));
        Path library = folder.resolve("jars/lib/library.jar");
        Files.copy(library, lib.resolve("dropped.jar"));
        Files.copy(folder.resolve("jars/plumbrank-cli.jar"), lib.resolveSibling("plumbrank-cli.jar"));
        Path sums = Files.createDirectories(home.resolve("config")).resolve("dependencies.sha256");
        Files.writeString(sums, Sha256.hex(Files.readAllBytes(library)) + "  library.jar\n");
        assertThat(run(Map.of()).out()).isEqualTo("program \n");
        assertThat(home.resolve("target/launcher/lib")).isDirectoryNotContaining("glob:**/dropped.jar");
    }

    @Test
    void aFailureOfTheLauncherIsNeverTheAnswerNo() throws IOException, InterruptedException {
        assertThat(run(Map.of()).exit()).isZero();
        for (Map<String, String> bad : List.of(
                Map.of("PLUMBRANK_JAVA_OPTS", "-Xmx1"),
                Map.of("PLUMBRANK_JAVA_OPTS", "-XX:+NoSuchOption"),
                Map.of("JAVA_TOOL_OPTIONS", "-Xmx1"))) {
            OtherJvm run = run(bad, "no");
            assertThat(run.exit()).as("%s", bad).isEqualTo(Exit.MISSING);
            assertThat(run.err()).contains("plumbrank: Java does not start with these options and limits: ");
        }
        Files.writeString(tools.resolve("mvn"), "#!/bin/sh\nexit 1\n");
        Files.writeString(home.resolve("plumbrank-cli/src/main/new.txt"), "");
        OtherJvm failed = run(Map.of(), "no");
        assertThat(failed.err()).contains("plumbrank: the build failed; its log is ");
        assertThat(failed.exit()).isEqualTo(Exit.MISSING);
    }

    @Test
    void theCollectorThatTakesLeastMemoryRunsUnlessAnotherIsNamed() throws IOException, InterruptedException {
        Map<String, String> flags = Map.of("PLUMBRANK_JAVA_OPTS", "-XX:+PrintFlagsFinal");
        assertThat(run(flags, "train").out()).containsPattern("UseParallelGC += true");
        assertThat(run(flags, "serve").out()).containsPattern("UseParallelGC += false");
        for (String variable : List.of("PLUMBRANK_JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
            OtherJvm named = run(Map.of(variable, "-XX:+UseSerialGC -XX:+PrintFlagsFinal"), "train");
            assertThat(named.out()).as(variable).containsPattern("UseSerialGC += true");
        }
    }

    /** With the jars of others the program is named by its class, which here prints whether it sees what they bring. */
    @Test
    void jarsOfOthersAreOnTheClassPath() throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("Start.java"), """
                package io.plumbrank.cli;
                public class Start {
                    public static void main(String[] args) {
                        System.out.print("main " + String.join("|", args));
                        for (String name : new String[] {"one.txt", "two.txt"}) {
                            System.out.print(Start.class.getClassLoader().getResource(name) == null ? " no " : " sees ");
                            System.out.print(name);
                        }
                    }
                }
                """);
        Path classes = folder.resolve("classes");
        int failed =
                ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), source.toString());
        assertThat(failed).isZero();
        writeJar(
                folder.resolve("jars/lib/library.jar"),
                "io/plumbrank/cli/Start.class",
                Files.readAllBytes(classes.resolve("io/plumbrank/cli/Start.class")));
        Path one = writeJar(folder.resolve("my one.jar"), "one.txt", new byte[0]);
        Path two = writeJar(Files.createDirectory(folder.resolve("more")).resolve("two.jar"), "two.txt", new byte[0]);
        for (String second : List.of(two.toString(), two.resolveSibling("*").toString())) {
            OtherJvm run = run(Map.of("PLUMBRANK_CLASSPATH", one + ":" + second), "a b", "*");
            assertThat(run.out()).isEqualTo("main a b|* sees one.txt sees two.txt");
            assertThat(run.exit()).isZero();
        }
        OtherJvm missing = run(Map.of("PLUMBRANK_CLASSPATH", one + ":nowhere/gone.jar"), "a");
        assertThat(missing.err())
                .isEqualTo("plumbrank: PLUMBRANK_CLASSPATH names 'nowhere/gone.jar', and there is no such file\n");
        assertThat(missing.exit()).isEqualTo(Exit.MISSING);
    }

    private static Path writeJar(Path jar, String name, byte[] content) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(name));
            out.write(content);
        }
        return jar;
    }

    /** Puts the launcher where a release has it, without the lines of the build, as the release does. */
    private Path install(String name) throws IOException {
        Path place = folder.resolve(name);
        Path jars = Files.createDirectories(place.resolve("lib"));
        Files.copy(folder.resolve("jars/plumbrank-cli.jar"), jars.resolve("plumbrank-cli.jar"));
        Files.copy(folder.resolve("jars/lib/library.jar"), jars.resolve("library.jar"));
        String script = Files.readString(Path.of("plumbrank"));
        launcher = Files.createDirectories(place.resolve("bin")).resolve("plumbrank");
        Files.writeString(launcher, script.replaceAll("(?ms)^# build: begin$.*?^# build: end$\n", ""));
        return place;
    }

    @Test
    void whatIsInstalledRunsWithoutMavenAndKeepsItsArchiveInTheCache() throws IOException, InterruptedException {
        Path place = install("plümbrank 1");
        Path cache = folder.resolve("cache");
        assertThat(Files.readString(launcher)).doesNotContain("mvn").doesNotContain("flock");
        for (int i = 0; i < 2; i++) {
            OtherJvm run = run(Map.of("XDG_CACHE_HOME", cache.toString()), "a b");
            assertThat(run.out()).isEqualTo("program a b\nmissing\n");
            assertThat(run.exit()).isEqualTo(1);
        }
        assertThat(calls()).isEmpty();
        try (Stream<Path> files = Files.walk(cache)) {
            assertThat(files.filter(Files::isRegularFile))
                    .singleElement()
                    .asString()
                    .endsWith(place + ".jsa");
        }
        try (Stream<Path> files = Files.list(place)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("bin", "lib");
        }
        OtherJvm homeless = run(Map.of("XDG_CACHE_HOME", "/dev/null/no"), "x");
        assertThat(homeless.out()).isEqualTo("program x\nmissing\n");
        Path link = Files.createSymbolicLink(folder.resolve("link"), launcher);
        launcher = link;
        assertThat(run(Map.of("XDG_CACHE_HOME", cache.toString())).out()).isEqualTo("program \n");
    }

    @Test
    void anOldJavaIsRefusedAndAnImageBringsItsOwn() throws IOException, InterruptedException {
        Path place = install("image");
        Path old = folder.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        Path java = Files.writeString(old.resolve("bin/java"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(old.resolve("bin/dirname"), "#!/bin/sh\necho \"${2%/*}\"\n");
        Files.setPosixFilePermissions(old.resolve("bin/dirname"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Map<String, String> without =
                Map.of("JAVA_HOME", old.toString(), "PATH", old.resolve("bin").toString());
        OtherJvm refused = run(without);
        assertThat(refused.exit()).isEqualTo(Exit.MISSING);
        assertThat(refused.err())
                .isEqualTo("plumbrank: needs Java 17 or newer: install a JDK, or set JAVA_HOME to one\n");
        Files.createSymbolicLink(place.resolve("runtime"), Path.of(System.getProperty("java.home")));
        OtherJvm run = run(Map.of("JAVA_HOME", old.toString(), "XDG_CACHE_HOME", "/dev/null/no"));
        assertThat(run.out()).isEqualTo("program \n");
    }

    @Test
    void temporaryFilesGoWhereTmpdirSays() throws IOException, InterruptedException {
        Path there = Files.createDirectory(folder.resolve("tmp"));
        assertThat(run(Map.of("TMPDIR", there.toString())).err()).endsWith(there + "\n");
    }

    @Test
    void namesInUtf8AreFoundWithoutALocale() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("dätä.txt"), "");
        for (String locale : List.of("C", "POSIX")) {
            OtherJvm run = run(Map.of("LC_ALL", locale), "dätä.txt");
            assertThat(run.out()).contains("found").doesNotContain("missing");
            assertThat(run.exit()).isEqualTo(1);
        }
    }
}
