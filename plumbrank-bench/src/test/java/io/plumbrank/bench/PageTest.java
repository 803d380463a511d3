package io.plumbrank.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
    private static final String PAGE = """
            # Page

            ## First

            ```sh
            echo first
            echo "$((40 + 2))"
            ```

            <!-- printed -->
            old
            <!-- end -->

            What it says.

            ## A table

            ```sh
            printf '| a |\\n| --- |\\n| 1 |\\n'
            ```

            <!-- printed 2001-01-01, 1 s, load 0.0 before -->
            <!-- end -->

            ```sh
            exit 7   # nobody marked this one
            ```
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(Path page, String... wanted) throws IOException, InterruptedException {
        return Page.run(page, Arrays.asList(wanted), new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private Path page(String text) throws IOException {
        return Files.writeString(folder.resolve("page.md"), text);
    }

    private static List<String> linesOf(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .map(line -> line.replaceFirst(
                        "printed \\d{4}-\\d\\d-\\d\\d, \\d+ s, load \\d+\\.\\d before", "printed NOW"))
                .toList();
    }

    @Test
    void whatCommandsPrintStandsBelowThem() throws Exception {
        Path page = page(PAGE);
        assertThat(run(page)).isZero();
        assertThat(linesOf(page))
                .containsSubsequence(
                        "<!-- printed NOW -->", "```text", "first", "42", "```", "<!-- end -->", "What it says.")
                .containsSubsequence(
                        "## A table", "<!-- printed NOW -->", "| a |", "| --- |", "| 1 |", "", "<!-- end -->", "```sh")
                .doesNotContain("old");
        List<String> once = linesOf(page);
        assertThat(run(page)).isZero();
        assertThat(linesOf(page)).isEqualTo(once);
    }

    @Test
    void onlyWhatStandsUnderAWantedHeadingRuns() throws Exception {
        Path page = page(PAGE);
        assertThat(run(page, "TABLE")).isZero();
        assertThat(linesOf(page)).contains("old", "| 1 |");
        assertThat(run(page, "nothing of that")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("expected one of: First; A table");
    }

    @Test
    void aCommandThatFailsLeavesThePageAndTheOthersRun() throws Exception {
        Path page = page(PAGE.replace("echo first", "false | cat"));
        assertThat(run(page)).isEqualTo(1);
        assertThat(linesOf(page)).contains("old", "| 1 |");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("found exit 1")
                .contains("2 commands ran, 1 failed");
    }

    @Test
    void aMarkWithoutAnEndIsNamed() throws Exception {
        assertThat(run(page("```sh\necho\n```\n<!-- printed -->\n"))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("page.md:3: found the end of the page");
        assertThat(run(folder.resolve("absent.md"))).isEqualTo(2);
    }
}
