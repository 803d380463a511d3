package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compiles every Java block of the documentation and every {@code <pre>} of Javadoc. A page sees what a user's program would: the
 * packages that modules export to everyone, and nothing that it does not declare itself. Javadoc stands in the package of its class,
 * and may take a few names for granted.
 */
class JavaExamplesTest {
    /** What Javadoc may speak of without saying what it is. */
    private static final String GRANTED = """
            int r; int i; int j; int item; int label; int rows; int inputs; int outputs; int threads;
            float[] a; float[] b; float[] x; float[] features; double weight; byte[] bytes;
            double[] u; double[] alpha; double[] grades; double[] scores; double[] utilities; double[] gradient;
            java.util.List<double[]> candidates; java.nio.file.Path path; Query query; QuerySource source; MeasureSpec measure;
            ScoreRanker ranker; ExplainedScorer scorer; RankingTarget<double[]> target; GroupedRows groups; GroupLoss loss;
            LabelDistribution<double[]> distribution; CalibrationProblem<double[], Ranking> problem; FeatureMap map; TreeEnsemble ensemble;
            """;

    private static final Pattern PAGE_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JAVADOC_BLOCK = Pattern.compile("<pre>\\{@code(.*?)\\}</pre>", Pattern.DOTALL);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern EXPORT = Pattern.compile("^    exports ([\\w.]+);", Pattern.MULTILINE);

    /**
     * One block.
     *
     * @param where the file and the number of the block in it
     * @param room the package that it stands in
     * @param imports the packages that it sees
     */
    record Example(String where, String room, List<String> imports, String granted, String code) {
        @Override
        public String toString() {
            return where;
        }

        String source() {
            String header =
                    imports.stream().map(name -> "import " + name + ".*;\n").collect(Collectors.joining());
            String own = code.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
            String body =
                    code.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
            return "package " + room + ";\n" + header
                    + "import java.nio.file.Path;\nimport java.time.Duration;\nimport java.util.*;\n" + own
                    + "\nabstract class Example {\n" + granted + "\nvoid example() throws Exception {\n" + body
                    + "\n}\n}\n";
        }
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("core", "export", "report", "votes", "theory", "solvers", "trees", "cli")) {
            sources.addAll(files(Path.of("plumbrank-" + module, "src/main/java"), ".java"));
        }
        return sources;
    }

    static List<Example> onPages() throws IOException {
        List<String> exported = new ArrayList<>();
        for (Path source : sources()) {
            if (source.endsWith("module-info.java")) {
                EXPORT.matcher(Files.readString(source)).results().forEach(found -> exported.add(found.group(1)));
            }
        }
        List<Path> pages = new ArrayList<>(files(Path.of("docs"), ".md"));
        pages.remove(Path.of("docs/spark.md")); // which needs Spark; a test of plumbrank-spark runs it
        pages.remove(Path.of("docs/extending.md")); // cut out of examples/extend; its test compares them
        pages.add(Path.of("README.md"));
        List<Example> examples = new ArrayList<>();
        for (Path page : pages) {
            Matcher block = PAGE_BLOCK.matcher(Files.readString(page));
            for (int number = 1; block.find(); number++) {
                examples.add(new Example(page + ", block " + number, "reader", exported, "", block.group(1)));
            }
        }
        return examples;
    }

    static List<Example> inJavadoc() throws IOException {
        List<String> rooms = new ArrayList<>();
        List<Example> examples = new ArrayList<>();
        for (Path source : sources()) {
            String text = Files.readString(source);
            Matcher room = PACKAGE.matcher(text);
            if (!room.find()) {
                continue;
            }
            if (!rooms.contains(room.group(1))) {
                rooms.add(room.group(1));
            }
            Matcher block = JAVADOC_BLOCK.matcher(text);
            for (int number = 1; block.find(); number++) {
                String code = block.group(1)
                        .lines()
                        .map(line -> line.replaceFirst("^\\s*\\* ?", ""))
                        .collect(Collectors.joining("\n"));
                examples.add(new Example(source + ", block " + number, room.group(1), rooms, GRANTED, code));
            }
        }
        return examples;
    }

    @TempDir
    Path classes;

    @ParameterizedTest
    @MethodSource("onPages")
    void whatPagesShowCompiles(Example example) throws IOException {
        assertCompiles(example);
    }

    @ParameterizedTest
    @MethodSource("inJavadoc")
    void whatJavadocShowsCompiles(Example example) throws IOException {
        assertCompiles(example);
    }

    /** The test would be green if it found nothing, or if nothing could fail. */
    @Test
    void blocksAreFoundAndCanFail() throws IOException {
        assertThat(onPages()).hasSizeGreaterThan(15);
        assertThat(inJavadoc()).hasSizeGreaterThan(30);
        Example wrong = new Example("wrong", "reader", List.of("io.plumbrank.model"), "", "Ranker ranker = 1;");
        assertThat(faults(wrong)).singleElement().asString().contains("incompatible types");
    }

    private void assertCompiles(Example example) throws IOException {
        assertThat(faults(example)).as(example.source()).isEmpty();
    }

    private List<String> faults(Example example) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return example.source();
                    }
                };
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(faults, null, null)) {
            List<String> options = List.of(
                    "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"), "-d", classes.toString());
            compiler.getTask(null, manager, faults, options, null, List.of(file))
                    .call();
        }
        return faults.getDiagnostics().stream()
                .filter(fault -> fault.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                .map(fault -> fault.getLineNumber() + ": " + fault.getMessage(null))
                .toList();
    }
}
