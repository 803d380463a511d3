package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.theory.PaperResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every numbered result of the papers has a command that shows it, and the documentation lists it. */
class PaperResultsTest {
    private static final Path PAGE = Path.of("docs/calibration.md");

    static List<PaperResult> results() {
        return PaperResult.all();
    }

    @Test
    void thereAreAllOfThem() {
        assertThat(results())
                .extracting(PaperResult::name)
                .doesNotHaveDuplicates()
                .hasSize(34);
        assertThat(results().stream().filter(result -> result.name().startsWith("RAT13")))
                .hasSize(6);
        assertThat(results().stream().filter(result -> result.name().startsWith("CUG13")))
                .hasSize(14);
        assertThat(results().stream().filter(result -> result.name().startsWith("DMJ10")))
                .hasSize(14);
    }

    @ParameterizedTest
    @MethodSource("results")
    void eachIsShownByItsCommand(PaperResult result) throws IOException {
        List<String> words = DocumentationTest.words("$ " + result.command());
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertThat(run.exit())
                .as(result.name() + ": " + run.err() + run.out())
                .isEqualTo(result.breaks() ? Exit.NO : Exit.DONE);
        assertThat(run.out()).isNotEmpty();
        assertThat(Files.readString(PAGE)).contains("| " + result.name() + " |").contains(result.command());
    }

    @Test
    void oneThatAnotherCommandShowsNamesIt() {
        CommandRun run = CommandRun.of("check", "--result", "rat13, theorem 3");
        assertThat(run.exit()).isEqualTo(Exit.DONE);
        assertThat(run.out()).contains("Shown by: plumbrank check --loss-matrix examples/triage/costs.csv");
        CommandRun none = CommandRun.of("check", "--result", "RAT13 Theorem 99");
        assertThat(none.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(none.err()).contains("no result 'RAT13 Theorem 99'; --results lists all");
    }
}
