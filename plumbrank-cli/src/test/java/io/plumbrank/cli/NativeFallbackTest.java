package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a JVM whose temporary folder is missing, where no native library can be unpacked. */
@Tag("full")
class NativeFallbackTest {
    private static final int ITEMS = 40;

    @TempDir
    private Path folder;

    @Test
    void aggregateDoesWithoutOrTools() throws IOException, InterruptedException {
        Path votes = folder.resolve("v.soc");
        List<String> lines = new ArrayList<>(List.of("# NUMBER ALTERNATIVES: " + ITEMS));
        IntStream.rangeClosed(1, ITEMS).forEach(item -> lines.add("# ALTERNATIVE NAME " + item + ": a" + item));
        List<Integer> items =
                new ArrayList<>(IntStream.rangeClosed(1, ITEMS).boxed().toList());
        Random random = new Random(3);
        for (int vote = 0; vote < 9; vote++) {
            Collections.shuffle(items, random);
            lines.add("1: " + items.stream().map(String::valueOf).collect(Collectors.joining(",")));
        }
        Files.write(votes, lines);
        List<String> command =
                List.of("aggregate", "--votes", votes.toString(), "--time-limit", "1s", "--format", "csv");
        OtherJvm run = OtherJvm.run(List.of("-Djava.io.tmpdir=" + folder.resolve("missing")), command);
        assertThat(run.err()).startsWith("note: OR-Tools, which proves rankings best, does not work here (");
        assertThat(run.exit()).isZero();
        assertThat(run.out().lines()).hasSize(1 + ITEMS);
    }

    @Test
    void treesSayWhatToDo() throws IOException, InterruptedException {
        Path data = folder.resolve("d.txt");
        Files.writeString(data, "1 qid:1 1:1\n0 qid:1 1:0\n1 qid:2 1:1\n0 qid:2 1:0\n");
        OtherJvm run = OtherJvm.run(
                List.of("-Djava.io.tmpdir=" + folder.resolve("missing")),
                List.of(
                        "train",
                        "--model",
                        "trees",
                        "--engine",
                        "xgboost",
                        "--measure",
                        "map",
                        "--train",
                        data.toString(),
                        "--valid",
                        data.toString(),
                        "--out",
                        folder.resolve("m.json").toString()));
        assertThat(run.err()).hasLineCount(1).contains("XGBoost's native library does not load");
        assertThat(run.exit()).isEqualTo(Exit.MISSING);
    }
}
