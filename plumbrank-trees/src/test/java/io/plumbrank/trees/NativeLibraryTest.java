package io.plumbrank.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.learn.boost.TreeEngines;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.learn.trees.TreesUnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class NativeLibraryTest {
    /** Run in a JVM that believes in another machine. */
    static final class Elsewhere {
        private Elsewhere() {}

        public static void main(String[] args) {
            TreeProblem task = TreeProblem.of(TreeRows.of(new float[2], 1), new double[2], 1);
            for (int i = 0; i < 2; i++) {
                try {
                    TreeEngines.find().fit(task);
                } catch (TreesUnavailableException e) {
                    System.out.println(e.getMessage());
                }
            }
        }
    }

    @Test
    void whereItDoesNotLoadOneLineSaysWhatToDo() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dos.arch=pdp11",
                        "-Dos.name=Linux",
                        Elsewhere.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(printed.lines())
                .hasSize(2)
                .allMatch(line -> line.matches(
                        "boosted trees cannot be trained here: XGBoost's native library does not load on Linux pdp11"
                                + " \\(.*pdp11.*; on Linux it needs libgomp1, and the temporary folder .* programs\\); use the engine own,"
                                + " which needs no native code, or another model, or train elsewhere"));
    }
}
