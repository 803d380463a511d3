package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.theory.papers.PaperResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every numbered result of the papers has a command that shows it, and the documentation lists it. */
class PaperResultsTest {
    private static final Path PAGE = Path.of("docs/calibration.md");

    /** What the output must say, beside what holds for all of a kind: the theorem that promises, the condition, the figures. */
    private static final Map<String, List<String>> SAYS = Map.ofEntries(
            entry("RAT13 Theorem 3", "guarantee  calibrated for every distribution (RAT13, Theorem 3)"),
            entry(
                    "RAT13 Theorem 4",
                    "decoder diagonal",
                    "guarantee  calibrated (RAT13, Theorem 4) if ",
                    "(P_reinforce)"),
            entry(
                    "RAT13 Corollary 5",
                    "decoder sort",
                    "guarantee  calibrated (RAT13, Corollary 5) if ",
                    "(P_reinforce)"),
            entry("RAT13 Theorem 6", "guarantee  calibrated (RAT13, Theorem 6) if ", "with the f that is given (P_f)"),
            // r(r − 1)/2, as RAT13 has it for the rank of pairwise disagreement, and r(r + 1)/2 − 2, the dimension that
            // explain prints
            entry("RAT13 Remark PD", "At least 6 scores are needed for 4 items, and 10 for 5."),
            entry("RAT13 Remark MAP", "At least 8 scores are needed for 4 items, and 13 for 5."),
            entry("RAT13 Theorem 7", "decoder algorithm1", "guarantee  calibrated (RAT13, Theorem 7) if ", "(P_DAG)"),
            entry("CUG13 Theorem 3.2", "cost nothing, 150 times", "the least of 150 was 0.0"),
            // 1/48 and 1/24: the paper has their sums over the two labels, 1/24 and 1/12
            entry("CUG13 Theorem 3.3", "the worst of them costs 0.02083 of ERR and 0.04167 of AP."),
            entry("CUG13 Lemma 4.1", "at most 1.000 times the bound"),
            entry("CUG13 Lemma 4.4", "RankNet's least risk", "vectors of weights", "some pairs had no weight in 2"),
            entry("CUG13 Lemma 5.1", "at most 0.9998 times the bound"),
            entry("CUG13 Theorem 5.2", "guarantee  calibrated for every distribution (", "CUG13, Theorem 5.2)"),
            entry("CUG13 Theorem 5.3", "guarantee  calibrated for every distribution (", "CUG13, Theorem 5.3)"),
            entry("CUG13 Theorem 5.4", "guarantee  calibrated for every distribution (", "CUG13, Theorem 5.4)"),
            entry("CUG13 Corollary A.2", "utilities of any size", "sqrt(R(P)/φ(1))"),
            entry("CUG13 Lemma B.2", "100, 100 and 100 times, sorted wrongly"),
            entry("DMJ10 Lemma 3", "RankNet's least risk", "two distributions", "some pairs had no weight in 2"),
            entry("DMJ10 Lemma 7", "the size of the minimum feedback arc set, in "),
            entry("DMJ10 Lemma 9", "The minimisers of RankNet's loss were finite"),
            entry("DMJ10 Lemma 10", "By DMJ10's Lemma 10, condition 1, no convex loss", "Condition low-noise holds."),
            entry("DMJ10 Theorem 11", "surrogate  ranknet(weight=preference),", "(low noise)"),
            entry("DMJ10 Theorem 12", "surrogate  ranknet(weight=preference,margin=1),", "(low noise)"),
            entry("DMJ10 Theorem 13", "DMJ10, Theorem 13) if ", "(P_f)"),
            entry("DMJ10 Lemma 14", "300 of 300 distributions of low noise on three to five items obey P_f"),
            entry("DMJ10 Corollary 15", "DMJ10, Theorem 13) if ", "(low noise)"),
            entry("DMJ10 Lemma 16", "in the ", " distributions without a cycle, and in no other"));

    private static Map.Entry<String, List<String>> entry(String name, String... words) {
        return Map.entry(name, List.of(words));
    }

    static List<PaperResult> results() {
        return PaperResult.all();
    }

    @Test
    void thereAreAllOfThem() {
        assertThat(results())
                .extracting(PaperResult::name)
                .doesNotHaveDuplicates()
                .hasSize(36);
        assertThat(results().stream().filter(result -> result.name().startsWith("RAT13")))
                .hasSize(8);
        assertThat(results().stream().filter(result -> result.name().startsWith("CUG13")))
                .hasSize(14);
        assertThat(results().stream().filter(result -> result.name().startsWith("DMJ10")))
                .hasSize(14);
    }

    @Test
    void aSectionListsItsResultsAndANameRunsItsCommand() {
        assertThat(CommandRun.of("check", "--result", "RAT13 section 6").out())
                .contains("RAT13 Remark MAP", "RAT13 Theorem 4", "RAT13 Corollary 5")
                .doesNotContain("Theorem 3", "Theorem 7", "CUG13");
        CommandRun run = CommandRun.of("check", "--result", "rat13, theorem 3", "--trials", "40");
        assertThat(run.exit()).isEqualTo(Exit.DONE);
        assertThat(run.out()).startsWith("RAT13 Theorem 3: ").contains("No counterexample among 40 distributions");
        CommandRun broken = CommandRun.of("check", "--result", "DMJ10 Lemma 10");
        assertThat(broken.exit()).as(broken.err()).isEqualTo(Exit.DONE);
        assertThat(broken.out()).contains("Not calibrated: ");
    }

    @ParameterizedTest
    @MethodSource("results")
    void eachIsShownByItsCommand(PaperResult result) throws IOException {
        List<String> words = DocumentationTest.words("$ " + result.command());
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertThat(run.exit())
                .as(result.name() + ": " + run.err() + run.out())
                .isEqualTo(result.breaks() ? Exit.NO : Exit.DONE);
        assertThat(run.out())
                .contains(SAYS.getOrDefault(result.name(), List.of("guarantee  calibrated for every distribution (")));
        if (result.isDemonstrated()) {
            assertThat(run.out())
                    .startsWith(result.name() + ": " + result.says() + ".")
                    .endsWith("None of 300 random instances breaks it.\n");
        } else if (result.breaks()) {
            requireCounterexample(run.out());
        } else {
            assertThat(run.out()).contains("No counterexample among 300 distributions");
            requireBound(run.out());
        }
        String row = "| " + result.name() + " | " + result.says() + " | `" + result.command() + "`"
                + (result.breaks() ? ", exit code 1 |" : " |");
        assertThat(Files.readString(PAGE)).contains(row + "\n");
    }

    /** The decoded ranking costs more than the best, by the regret that is stated. */
    private static void requireCounterexample(String out) {
        assertThat(out).contains("Not calibrated: at this distribution");
        double decoded = number(lineOf(out, "decoded "));
        double optimal = number(lineOf(out, "optimal "));
        assertThat(decoded).isGreaterThan(optimal);
        assertThat(number(lineOf(out, "regret "))).isCloseTo(decoded - optimal, within(1e-3));
    }

    /** In the table of regrets no surrogate regret is below the proven one, and all are above 0. */
    private static void requireBound(String out) {
        List<String> rows = out.lines()
                .dropWhile(line -> !line.startsWith("Smallest surrogate regret"))
                .dropWhile(line -> !line.endsWith("proven"))
                .skip(1)
                .toList();
        assertThat(rows).hasSize(4);
        for (String row : rows) {
            String[] cells = row.strip().split(" +");
            double seen = Double.parseDouble(cells[1]);
            assertThat(seen).isPositive();
            if (!cells[2].equals("–")) {
                assertThat(Double.parseDouble(cells[2])).isPositive().isLessThanOrEqualTo(seen * 1.001);
            }
        }
        // a bound is proven where no condition is asked for
        assertThat(rows.get(0).endsWith("–"))
                .isEqualTo(!out.contains("guarantee  calibrated for every distribution ("));
    }

    private static String lineOf(String out, String first) {
        return out.lines().filter(line -> line.startsWith(first)).findFirst().orElseThrow();
    }

    /** The last word, a number or a fraction. */
    private static double number(String line) {
        String[] parts = line.substring(line.lastIndexOf(' ') + 1).split("/");
        return Double.parseDouble(parts[0]) / (parts.length > 1 ? Double.parseDouble(parts[1]) : 1);
    }

    /** What was tried on nothing was not broken, and says nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {"--result 'DMJ10 Lemma 7'", "--measure pd --labels graphs --condition scores --condition dag"})
    void noTrialsAreRefused(String what) {
        for (String trials : List.of("0", "-3")) {
            List<String> words = DocumentationTest.words("$ plumbrank check " + what + " --trials " + trials);
            CommandRun run = CommandRun.of(words.toArray(String[]::new));
            assertThat(run.exit()).as(run.out()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.err()).contains("there must be at least one trial, got " + trials);
        }
    }

    @Test
    void anUnknownResultIsBadUsage() {
        CommandRun none = CommandRun.of("check", "--result", "RAT13 Theorem 99");
        assertThat(none.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(none.err()).contains("no result 'RAT13 Theorem 99'; --results lists all");
    }
}
