package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Builds examples/extend as a stranger would, on the module path, runs it, and uses it from the command. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExtendExampleTest {
    private static final Path EXAMPLE = Path.of("examples", "extend");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** The jars that core and export need, as docs/library.md lists them; some others have no valid module name. */
    private static final Pattern LIBRARIES = Pattern.compile(
            "(fastdoubleparser|fastcsv|jackson-core|ejml-|commons-(numbers|rng|statistics)-|jspecify).*");

    private Path folder = Path.of("");
    private Path classes = Path.of("");
    private Path made = Path.of("");
    private OtherJvm demo = new OtherJvm(-1, "", "");
    private URLClassLoader extended = new URLClassLoader(new URL[0]);

    private static List<Path> files(Path from, String end) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    private static Stream<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of);
    }

    /** The classes or the jar of a module, and what it needs. */
    private static String modulePath() {
        return classPath()
                .filter(entry -> {
                    String name = entry.getFileName().toString();
                    // classes in a module's target, or its jar
                    return entry.endsWith(Path.of("plumbrank-core", "target", "classes"))
                            || entry.endsWith(Path.of("plumbrank-export", "target", "classes"))
                            || name.matches("plumbrank-(core|export)-[0-9].*(?<!tests)\\.jar")
                            || LIBRARIES.matcher(name).matches();
                })
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    @BeforeAll
    void buildAndRun(@TempDir Path shared) throws IOException, InterruptedException {
        folder = shared;
        classes = folder.resolve("classes");
        List<String> options = new ArrayList<>(
                List.of("-proc:none", "--release", "17", "-d", classes.toString(), "--module-path", modulePath()));
        files(EXAMPLE.resolve("src/main/java"), ".java").forEach(file -> options.add(file.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)))
                .isZero();
        Path resources = EXAMPLE.resolve("src/main/resources");
        for (Path file : files(resources, "")) {
            Path copy = classes.resolve(resources.relativize(file).toString());
            if (Files.isRegularFile(file)) {
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        made = folder.resolve("made");
        demo = OtherJvm.ofCommand(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--module-path",
                modulePath() + File.pathSeparator + classes,
                "--module",
                "org.example.extend/org.example.extend.Demo",
                made.toString()));
        List<URL> all = new ArrayList<>(List.of(url(classes)));
        classPath().forEach(entry -> all.add(url(entry)));
        extended = new URLClassLoader(all.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        writeData();
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterAll
    void close() throws IOException {
        extended.close();
    }

    /** Rows with three features from 0 on, as the example's own; two of them for demands. */
    private void writeData() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder items = new StringBuilder();
        StringBuilder days = new StringBuilder();
        for (int row = 0; row < 120; row++) {
            double a = random.nextDouble();
            double b = random.nextDouble();
            items.append(String.format(
                    Locale.ROOT, "%d qid:%d 0:%.3f 1:%.3f 2:%.3f%n", Math.round(4 * a), row / 6, a, b, a * b));
            days.append(String.format(Locale.ROOT, "%d 0:%.3f 1:%.3f%n", Math.round(4 + 10 * a), a, b));
        }
        Files.writeString(folder.resolve("items.txt"), items);
        Files.writeString(folder.resolve("days.txt"), days);
    }

    @Test
    void itKeepsWhatItClaimsOnTheModulePath() {
        assertThat(demo.out()).doesNotContain("DOES NOT HOLD").contains("all checks passed");
        assertThat(demo.err()).isEmpty();
        assertThat(demo.exit()).isZero();
    }

    /** The command has a class path, where provides clauses mean nothing. */
    @Test
    void servicesOnTheClassPathAreThoseOfTheModule() throws IOException {
        TreeMap<String, List<String>> provided = new TreeMap<>();
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            ModuleDescriptor.read(in).provides().forEach(each -> provided.put(each.service(), each.providers()));
        }
        TreeMap<String, List<String>> listed = new TreeMap<>();
        for (Path file : files(classes.resolve("META-INF/services"), "")) {
            if (Files.isRegularFile(file)) {
                listed.put(file.getFileName().toString(), Files.readAllLines(file));
            }
        }
        assertThat(listed).isEqualTo(provided).hasSize(5);
    }

    @Test
    void itsPomTakesThisVersion() throws IOException {
        Pattern version = Pattern.compile("<(?:plumbrank\\.)?version>([^<]*SNAPSHOT|[^<]*)</");
        String own = Files.readString(Path.of("pom.xml"));
        String parent = own.substring(own.indexOf("<artifactId>plumbrank-parent"));
        assertThat(Files.readString(EXAMPLE.resolve("pom.xml")))
                .contains("<plumbrank.version>"
                        + version.matcher(parent)
                                .results()
                                .findFirst()
                                .orElseThrow()
                                .group(1) + "<");
    }

    /** In the test's JVM, by classes that see the extensions; services are looked for where the thread's loader looks. */
    private CommandRun run(String command) throws ReflectiveOperationException {
        String[] args = command.replace("IN/", folder + "/")
                .replace("MADE/", made + "/")
                .split(" ");
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(extended);
        try {
            Class<?> type = extended.loadClass(CommandRun.class.getName());
            Object run = opened(type, "asTyped", String[].class).invoke(null, (Object) args);
            return new CommandRun(
                    (int) opened(type, "exit").invoke(run),
                    (String) opened(type, "out").invoke(run),
                    (String) opened(type, "err").invoke(run));
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static Method opened(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = type.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    /** Doors that take extensions. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            train --measure rbp@10 --train IN/items.txt --model linear --out IN/rbp.json | calibrated for every distribution
            train --measure dcg --surrogate poisson --train IN/items.txt --model linear --out IN/p.json | linear, poisson
            train --measure dcg --surrogate poisson --train IN/items.txt --model trees --out IN/t.json | trees, poisson
            explain --measure rbp(p=0.9) --surrogate poisson | rbp(p=0.9,rel=1,ties=average)
            check --measure rbp --surrogate poisson --items 3 --trials 200 | No counterexample
            eval --model MADE/rbp.json --data IN/items.txt --measures rbp,rbp(p=0.5) | rbp(p=0.5,rel=1,ties=average)
            eval --model MADE/splines.json --model MADE/neighbours.json --data IN/items.txt | MADE/neighbours.json
            predict --model MADE/neighbours.json --data IN/items.txt | Q0
            export --model MADE/splines.json --to sql --out IN/splines.sql --data IN/items.txt | None of 20 rankings changes
            explain --model MADE/splines.json | linear in splines
            explain --model MADE/neighbours.json | function     neighbours
            why --model MADE/splines.json --data IN/items.txt --query 3 | adds to the difference
            importance --model MADE/neighbours.json --data IN/items.txt | drop
            predict --model MADE/stock.json --data IN/days.txt | row\tstock\texpectedCost
            predict --model MADE/stock.json --data IN/days.txt --output jsonl | {"row":1,"stock":
            eval --model MADE/stock.json --data IN/days.txt | mean cost
            eval --model MADE/stock.json --model MADE/stock.json --data IN/days.txt --format json | "pRandomization"
            explain --model MADE/stock.json | A model of stocks
            importance --model MADE/stock.json --data IN/days.txt | drop
            why --model MADE/stock.json --data IN/days.txt --query 1 | adds to the margin
            export --model MADE/stock.json --to onnx --out IN/stock.onnx | None of 1003 decisions changes
            report --model MADE/stock.json --data IN/days.txt --out IN/stock.html | Report:
            """)
    void doorsTakeExtensions(String command, String expected) throws ReflectiveOperationException {
        CommandRun run = run(command);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.out()).contains(expected.replace("MADE/", made + "/"));
    }

    /** Doors that cannot take one say why in one line. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            train --measure pd --surrogate poisson --train IN/items.txt --model linear --out IN/x.json | poisson takes utilities of at least 0
            train --measure rbp(p=2) --train IN/items.txt --out IN/x.json | p must be at least 0 and below 1, found '2'
            eval --model MADE/stock.json --data IN/days.txt --measures ndcg | a model of stocks is evaluated by what it was trained for
            eval --model MADE/stock.json --model MADE/rbp.json --data IN/days.txt | is a ranker, and
            report --model MADE/stock.json --data IN/days.txt --measures ndcg --out IN/x.html | a model of stocks is judged by what it was trained for
            why --model MADE/neighbours.json --data IN/items.txt --query 1 | a model of the type 'neighbours' does not say what its features contribute
            importance --model MADE/stock.json --data IN/days.txt --measure ndcg | a model of stocks is judged by what it was trained for
            diagnose --model MADE/stock.json --data IN/days.txt | found a model of stocks, expected a ranker
            export --model MADE/stock.json --to sql --out IN/x.sql | found a model of stocks, whose 20 outputs decide together
            export --model MADE/neighbours.json --to onnx --out IN/x.onnx | found a model of the type 'neighbours', expected
            export --model MADE/splines.json --to solr --out IN/x.json | found a model of the type 'splines', expected
            """)
    void otherDoorsSayWhyInOneLine(String command, String expected) throws ReflectiveOperationException {
        CommandRun run = run(command);
        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains(expected).hasLineCount(1);
    }

    /** Without its jar a model of a kind or function from outside is refused, with the reason. */
    @Test
    void withoutTheExtensionItsModelsAreRefused() {
        for (String model : List.of("stock", "splines")) {
            CommandRun run = CommandRun.asTyped("explain", "--model", made.resolve(model + ".json") + "");
            assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.err()).contains("one from outside needs its jar on the class path");
        }
    }

    @Test
    void anExtensionThatDoesNotLoadIsNamed() throws IOException, ReflectiveOperationException {
        for (String service : List.of("measure.MeasureProvider", "learn.ScorerCodec", "model.TaskKind")) {
            Path broken = folder.resolve(service);
            Files.createDirectories(broken.resolve("META-INF/services"));
            Files.writeString(broken.resolve("META-INF/services/io.plumbrank." + service), "org.example.Missing\n");
            URLClassLoader before = extended;
            List<URL> all = new ArrayList<>(List.of(url(broken)));
            classPath().forEach(entry -> all.add(url(entry)));
            try (URLClassLoader alone =
                    new URLClassLoader(all.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
                extended = alone;
                CommandRun run = run("train --measure ndcg --train IN/items.txt --model linear --out IN/x.json");
                assertThat(run.exit()).isEqualTo(Exit.MISSING);
                assertThat(run.err())
                        .isEqualTo("plumbrank: an extension on the class path does not load: io.plumbrank." + service
                                + ": Provider org.example.Missing not found\n");
            } finally {
                extended = before;
            }
        }
    }

    /** A line that is only {@code // …} stands for others. */
    @Test
    void whatThePageShowsStandsInTheExample() throws IOException {
        List<String> sources = new ArrayList<>();
        for (Path file : files(EXAMPLE.resolve("src"), ".java")) {
            sources.add(stripped(Files.readString(file)));
        }
        List<String> blocks = BLOCK.matcher(Files.readString(Path.of("docs", "extending.md")))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(8);
        for (String block : blocks) {
            for (String piece : stripped(block).split("// …\n")) {
                assertThat(sources)
                        .as(piece)
                        .anySatisfy(source -> assertThat(source.contains(piece)).isTrue());
            }
        }
    }

    private static String stripped(String code) {
        return code.lines().map(line -> line.strip() + "\n").collect(Collectors.joining());
    }

    /** By Maven itself, with tests by the contracts, in a local repository that has the usual one's files and our jars beside them. */
    @Tag("full")
    @Test
    void mavenBuildsAndTestsIt() throws IOException, InterruptedException {
        Path usual =
                Path.of(System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
        Path repository = folder.resolve("repository");
        link(usual, repository, "io");
        link(usual.resolve("io"), repository.resolve("io"), "plumbrank");
        String version = "0.1.0";
        for (String module : List.of("parent", "core", "export")) {
            String name = "plumbrank-" + module;
            Path own = Files.createDirectories(
                    repository.resolve("io/plumbrank").resolve(name).resolve(version));
            Path from = module.equals("parent") ? Path.of("") : Path.of(name);
            Files.copy(from.resolve("pom.xml"), own.resolve(name + "-" + version + ".pom"));
            for (String jar : List.of(".jar", "-tests.jar")) {
                Path built = from.resolve("target").resolve(name + "-" + version + jar);
                if (Files.exists(built)) {
                    Files.copy(built, own.resolve(built.getFileName()));
                }
            }
        }
        Path project = folder.resolve("project");
        for (Path file : files(EXAMPLE, "")) {
            Path copy = project.resolve(EXAMPLE.relativize(file).toString());
            if (Files.isRegularFile(file) && !EXAMPLE.relativize(file).startsWith("target")) {
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        OtherJvm maven = OtherJvm.ofCommand(List.of(
                "mvn",
                "-B",
                "-o",
                "-Dmaven.repo.local=" + repository,
                "-f",
                project.resolve("pom.xml").toString(),
                "verify"));
        for (Path links : List.of(repository, repository.resolve("io"))) {
            try (Stream<Path> all = Files.list(links)) {
                for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                    Files.delete(link);
                }
            }
        }
        assertThat(maven.exit()).as(maven.out() + maven.err()).isZero();
        assertThat(maven.out()).contains("Failures: 0, Errors: 0, Skipped: 0").contains("BUILD SUCCESS");
        assertThat(project.resolve("target/extend-1.jar")).exists();
    }

    /** All that a folder has but one name, by links. */
    private static void link(Path from, Path to, String but) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> all = Files.list(from)) {
            for (Path each : all.filter(name -> !name.endsWith(but)).toList()) {
                Files.createSymbolicLink(to.resolve(each.getFileName()), each.toAbsolutePath());
            }
        }
    }
}
