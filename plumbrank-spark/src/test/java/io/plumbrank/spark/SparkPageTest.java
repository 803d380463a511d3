package io.plumbrank.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.write.LetorWriter;
import io.plumbrank.model.Ranker;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs what docs/spark.md shows. */
class SparkPageTest {
    private static final Path PAGE = Path.of("docs/spark.md");

    @TempDir
    Path directory;

    /** All blocks of a language, one after another. */
    private static String blocks(String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        String all = block.results().map(one -> one.group(1)).collect(Collectors.joining());
        assertThat(all).isNotEmpty();
        return all;
    }

    private void letor() throws IOException {
        Files.createDirectory(directory.resolve("letor"));
        LetorWriter.write(directory.resolve("letor").resolve("part-0.txt"), new Dataset(SparkData.queries(20, 6, 41)));
    }

    /** Paths of the page are where the test is. */
    private String here(String code) {
        return code.replaceAll("(load|save|parquet)\\(\"([\\w.-]+)\"\\)", "$1(\"" + directory + "/$2\")");
    }

    @Test
    void theJavaOfThePageRuns() throws Exception {
        LocalSpark.session();
        letor();
        String code = here(blocks("java"));
        String imports = code.lines().filter(line -> line.startsWith("import ")).collect(Collectors.joining("\n"));
        String body = code.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n"));
        Path source = directory.resolve("Page.java");
        Files.writeString(
                source,
                imports + "\npublic class Page { public static double run() throws Exception {\n" + body
                        + "\nwhole.transformSchema(folded.schema());\nreturn ndcg; } }\n");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none",
                        "-d",
                        directory.toString(),
                        source.toString());
        assertThat(failed).isZero();
        try (URLClassLoader loader = new URLClassLoader(
                new java.net.URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            double ndcg = (double) loader.loadClass("Page").getMethod("run").invoke(null);
            assertThat(ndcg).isBetween(0.5, 1.0);
        }
        assertThat(Ranker.read(directory.resolve("ranker/model.json")).inputs()).isPositive();
    }

    @Test
    void thePythonOfThePageRuns() throws Exception {
        Process asked = new ProcessBuilder("python3", "-c", "import pyspark").start();
        if (asked.waitFor() != 0) {
            System.err.println(
                    "*** NOT TESTED: there is no pyspark here, so the Python of docs/spark.md was not run ***");
            abort("no pyspark");
        }
        letor();
        Path script = directory.resolve("page.py");
        Files.writeString(
                script,
                "from pyspark.sql import SparkSession, DataFrame\nspark = SparkSession.builder.master('local[1]')"
                        + ".config('spark.driver.extraClassPath', '" + System.getProperty("java.class.path")
                        + "').getOrCreate()\n"
                        + here(blocks("python"))
                        + "\nassert ranked.count() == rows.count()\nassert again.trained() is not None\n");
        Process run =
                new ProcessBuilder("python3", script.toString()).inheritIO().start();
        assertThat(run.waitFor()).isZero();
    }
}
