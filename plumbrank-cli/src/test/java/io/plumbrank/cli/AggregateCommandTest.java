package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.LimitOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AggregateCommandTest {
    private static final String HEADER =
            "# NUMBER ALTERNATIVES: 3\n# ALTERNATIVE NAME 1: ant\n# ALTERNATIVE NAME 2: bee\n"
                    + "# ALTERNATIVE NAME 3: cow\n# NUMBER VOTERS: 5\n";

    @TempDir
    Path folder;

    /** Condorcet's cycle: 2 voters a b c, 2 b c a, 1 c a b; a over b 3:2, b over c 4:1, c over a 3:2. */
    @ParameterizedTest
    @ValueSource(strings = {"borda", "copeland", "algorithm1", "local-search", "exact", "auto"})
    void everyDecoderReportsTheWeightThatItContradicts(String decoder) throws IOException {
        Path file = write("votes.soc", HEADER + "2: 1,2,3\n2: 2,3,1\n1: 3,1,2\n");
        JsonNode json = json(CommandRun.of(
                "aggregate",
                "--votes",
                file.toString(),
                "--decoder",
                decoder,
                "--time-limit",
                "1s",
                "--format",
                "json"));
        List<String> ranking = new ArrayList<>();
        json.get("ranking").forEach(name -> ranking.add(name.asText()));
        assertThat(json.get("value").asDouble()).isEqualTo(contradicted(ranking));
        assertThat(json.get("bound").asDouble())
                .isLessThanOrEqualTo(json.get("value").asDouble());
        assertThat(json.get("acyclic").asBoolean()).isFalse();
        assertThat(json.get("lowNoise").asBoolean()).isFalse();
        if (decoder.equals("exact") || decoder.equals("auto")) {
            assertThat(json.get("optimal").asBoolean()).isTrue();
            assertThat(json.get("value").asDouble()).isEqualTo(2 + 1 + 3);
        }
    }

    /** Beyond the subset programme: proven by the solver or by branch and bound, whichever is there. */
    @Test
    void thirtyItemsWithAPlantedOrderAreProven() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder csv = new StringBuilder();
        int n = 30;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int weight = i == j ? 0 : i < j ? 6 + random.nextInt(5) : random.nextInt(8);
                csv.append(j == 0 ? "" : ",").append(weight);
            }
            csv.append('\n');
        }
        Path file = write("weights.csv", csv.toString());
        JsonNode json =
                json(CommandRun.of("aggregate", "--votes", file.toString(), "--time-limit", "30s", "--format", "json"));
        assertThat(json.get("optimal").asBoolean()).isTrue();
        assertThat(json.get("gap").asDouble()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2: 1,2,3;1: 1,2    | 7",
                "2: 1,2,3;x: 1,2,3  | 7",
                "2: 1,2,3;1: 1,2,9  | 7",
                "2: 1,2,3;1: 1,1,2  | 7",
                "2: 1,2,3;1: 1,{2,3 | 7",
            })
    void aBadVoteIsOneLineAndNothingIsPrinted(String votes, int line) throws IOException {
        Path file = write("votes.soc", HEADER + votes.replace(';', '\n') + "\n");
        CommandRun run = CommandRun.of("aggregate", "--votes", file.toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .hasLineCount(1)
                .startsWith(file + ":" + line + ": found ")
                .contains(", expected ");
    }

    /** A cycle of 60 items in one line that can be read. */
    @Test
    void aLongCycleIsShortened() throws IOException {
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            for (int j = 0; j < 60; j++) {
                csv.append(j == 0 ? "" : ",").append(j == (i + 1) % 60 ? 1 : 0);
            }
            csv.append('\n');
        }
        CommandRun run = CommandRun.of(
                "aggregate", "--votes", write("circle.csv", csv.toString()).toString(), "--decoder", "local-search");
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.out())
                .contains("1 over 2 by 1", "10 over 11 by 1, and back after 60 steps.")
                .doesNotContain("11 over 12");
    }

    @ParameterizedTest
    @CsvSource({"--decoder,kemeny", "--decoder,exakt", "--time-limit,soon", "--work-limit,much", "--unranked,top"})
    void anUnknownWordIsBadUsage(String option, String word) throws IOException {
        Path file = write("votes.soc", HEADER + "2: 1,2,3\n");
        CommandRun run = CommandRun.of("aggregate", "--votes", file.toString(), option, word);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains("'" + word + "'");
    }

    @ParameterizedTest
    @CsvSource({"500ms,500", "10s,10000", "2m,120000", "1.5s,1500", "7,7000", "1h,3600000", "3min,180000"})
    void timesAreWrittenAsPeopleWriteThem(String text, long milliseconds) {
        assertThat(LimitOptions.duration(text)).isEqualTo(Duration.ofMillis(milliseconds));
    }

    @ParameterizedTest
    @CsvSource({"1e9,1000000000", "25,25", "0,0", "1e30,9223372036854775807"})
    void stepsAreWrittenAsPeopleWriteThem(String text, long steps) {
        assertThat(LimitOptions.steps(text)).isEqualTo(steps);
    }

    @Test
    void aLimitThatIsMetIsToldWithItsGapAndMoreWorkClosesIt() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder csv = new StringBuilder();
        for (int i = 0; i < 26; i++) {
            for (int j = 0; j < 26; j++) {
                csv.append(j == 0 ? "" : ",").append(i == j ? 0 : random.nextInt(20));
            }
            csv.append('\n');
        }
        String file = write("weights.csv", csv.toString()).toString();
        CommandRun narrow = CommandRun.of("aggregate", "--votes", file, "--work-limit", "1e5");
        assertThat(narrow.err()).startsWith("note: the search met its limit of 100000 steps with a gap of ");
        assertThat(narrow.out()).contains("More work may close the gap: --decoder auto --work-limit 1e6");
        assertThat(CommandRun.of("aggregate", "--votes", file, "--time-limit", "0s")
                        .err())
                .contains("another run may give another ranking");
        CommandRun wide = CommandRun.of("aggregate", "--votes", file, "--format", "json");
        assertThat(wide.err()).isEmpty();
        assertThat(json(wide).get("optimal").asBoolean()).isTrue();
    }

    private static String[] run(String... more) {
        List<String> all = new ArrayList<>(List.of("aggregate"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    /** Three voters, each of Condorcet's orders once: all three turns of the circle contradict as little. */
    @Test
    void allBestRankingsAreListedAndTheCircleIsNamed() throws IOException {
        String file = write("votes.txt", "ant > bee > cow\nbee > cow > ant\ncow > ant > bee\n")
                .toString();
        CommandRun table = CommandRun.of(run("--votes", file, "--optima", "10"));
        assertThat(table.out())
                .contains("3 rankings contradict as little as any:")
                .contains("  ant > bee > cow\n")
                .contains("  bee > cow > ant\n")
                .contains("  cow > ant > bee\n")
                .contains("ant over bee by 1, bee over cow by 1, cow over ant by 1.");
        assertThat(CommandRun.of(run("--votes", file, "--optima", "2")).out())
                .contains("More than 2 rankings contradict as little as any");
        assertThat(CommandRun.of(run("--votes", file)).out()).contains("--optima 10 lists them");
        JsonNode json = json(CommandRun.of(run("--votes", file, "--optima", "2", "--format", "json")));
        assertThat(json.get("unique").asBoolean()).isFalse();
        assertThat(json.get("allOptima").asBoolean()).isFalse();
        assertThat(json.get("optima")).hasSize(2);
        assertThat(json.get("cycles").get(0).get("shortest")).hasSize(3);
        String one = write("one.txt", "3: ant > bee > cow\n").toString();
        assertThat(CommandRun.of(run("--votes", one)).out()).contains("It is the only best ranking.");
        assertThat(json(CommandRun.of(run("--votes", one, "--format", "json")))
                        .get("unique")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void pointsMarginsAndTiesStandBesideTheRanking() throws IOException {
        String file =
                write("votes.txt", "2: ant > bee > cow\n2: ant > cow > bee\n").toString();
        CommandRun table = CommandRun.of(run("--votes", file, "--points", "--margins"));
        assertThat(table.out())
                .contains("rank  item  borda  copeland  schulze\n   1  ant       8         2        2\n")
                .contains("No majority between bee and cow.")
                .contains("margin over   1  2  3\n1  ant              4  4\n2  bee          -4     0\n");
        CommandRun csv = CommandRun.of(run("--votes", file, "--points", "--top", "1", "--format", "csv"));
        assertThat(csv.out()).isEqualTo("rank,item,borda,copeland,schulze\n1,ant,8,2,2\n");
        JsonNode json = json(CommandRun.of(run("--votes", file, "--points", "--margins", "--format", "json")));
        assertThat(json.get("points").get(0).get("schulze").asInt()).isEqualTo(2);
        assertThat(json.get("margins").get(1).get(0).asDouble()).isEqualTo(-4);
        assertThat(json.get("ties")).hasSize(1);
    }

    @Test
    void theMarginsAreDrawnAndTheOutputGoesToAFile() throws IOException {
        String file =
                write("votes.soc", HEADER + "2: 1,2,3\n2: 2,3,1\n1: 3,1,2\n").toString();
        for (String name : List.of("margins.svg", "margins.png")) {
            Path plot = folder.resolve(name);
            Path out = folder.resolve(name + ".txt");
            CommandRun run = CommandRun.of(run("--votes", file, "--plot", plot.toString(), "--out", out.toString()));
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).isEmpty();
            assertThat(Files.readString(out)).contains("Contradicts a weight of 6");
            assertThat(Files.size(plot)).isGreaterThan(1000);
        }
        assertThat(Files.readString(folder.resolve("margins.svg"))).contains("<svg");
        CommandRun other = CommandRun.of(
                run("--votes", file, "--plot", folder.resolve("a.gif").toString()));
        assertThat(other.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(other.err()).contains(".svg or .png");
    }

    @Test
    void theDrawingNamesEveryItem() throws IOException {
        StringBuilder order = new StringBuilder("item1");
        for (int i = 2; i <= 24; i++) {
            order.append(" > item").append(i);
        }
        String file = write("many.txt", order + "\n").toString();
        Path plot = folder.resolve("many.svg");
        assertThat(CommandRun.of(run("--votes", file, "--plot", plot.toString()))
                        .exit())
                .isZero();
        // each name is a shape of its own, beside the title and the scale
        assertThat(Files.readString(plot).split("fill=\"#000000\"", -1)).hasSizeGreaterThan(2 * 24);
    }

    /** The ranking of Borda's rule is none of the best here, so what is said of these is not said of it. */
    @Test
    void aRankingThatIsNotTheBestIsNotCalledTheOnlyOne() throws IOException {
        String file = write("few.txt", "3: a > b > c\n2: b > c > a\n").toString();
        JsonNode best = json(CommandRun.of(run("--votes", file, "--format", "json")));
        assertThat(best.get("unique").asBoolean()).isTrue();
        JsonNode borda = json(CommandRun.of(run("--votes", file, "--decoder", "borda", "--format", "json")));
        assertThat(borda.get("ranking")).isNotEqualTo(best.get("ranking"));
        assertThat(borda.get("unique").asBoolean()).isFalse();
    }

    @Test
    void runsAreFusedIntoARunThatEvalReads() throws IOException {
        Path one = write("one.run", "q1 Q0 a 1 9 x\nq1 Q0 b 2 8 x\nq2 Q0 c 1 1 x\n");
        Path two = write("two.run", "q1 Q0 b 1 0.5 y\nq1 Q0 d 2 0.4 y\n");
        Path fused = folder.resolve("fused.run");
        CommandRun run = CommandRun.of(
                run("--run", one.toString(), "--run", two.toString(), "--out", fused.toString(), "--top", "2"));
        assertThat(run.err()).isEmpty();
        assertThat(Files.readString(fused))
                .isEqualTo("q1 Q0 b 1 " + (1 / 62.0 + 1 / 61.0) + " plumbrank-rrf\nq1 Q0 a 2 " + 1 / 61.0
                        + " plumbrank-rrf\nq2 Q0 c 1 " + 1 / 61.0 + " plumbrank-rrf\n");
        Path qrels = write("qrels.txt", "q1 0 b 1\nq2 0 c 1\n");
        assertThat(CommandRun.of("eval", "--qrels", qrels.toString(), "--run", fused.toString(), "--measures", "map")
                        .out())
                .contains("1.0000");
        for (String rule : List.of("borda", "kemeny")) {
            CommandRun other = CommandRun.of(
                    run("--run", one.toString(), "--run", two.toString(), "--fusion", rule, "--tag", "mine"));
            assertThat(other.out()).startsWith("q1 Q0 b 1 ").contains(" mine\n");
            assertThat(CommandRun.of(run(
                                    "--run",
                                    one.toString(),
                                    "--run",
                                    two.toString(),
                                    "--decoder",
                                    rule,
                                    "--tag",
                                    "mine"))
                            .out())
                    .isEqualTo(other.out());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--run a.run|one run has nothing to be fused with",
                "--seed 1|give --votes for votes, or --run twice or more",
                "--run a.run --run a.run --votes a.run|and not both",
                "--run a.run --run a.run --format json|a TREC run: leave out --format",
                "--run a.run --run a.run --fusion best|runs are fused by rrf, borda or kemeny, not 'best'",
                "--run a.run --run a.run --k -1|k must be finite and not negative",
                "--run a.run --run a.run --pool 5|--pool has no meaning here",
                "--run a.run --run a.run --points|--points has no meaning here",
                "--run a.run --run a.run --fusion kemeny --pool 0|the pool must be at least 1",
                "--run a.run --run a.run --top 0|--top must be at least 1",
                "--votes a.run --fusion rrf|--fusion has no meaning here",
                "--votes a.run --optima 0|--optima must be at least 1"
            })
    void whatMeansNothingIsRefused(String options, String message) throws IOException {
        Path file = write("a.run", "q1 Q0 a 1 9 x\n");
        CommandRun run =
                CommandRun.of(run(options.replace("a.run", file.toString()).split(" ")));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(message);
    }

    private static double contradicted(List<String> ranking) {
        String[] names = {"ant", "bee", "cow"};
        int[][] above = {{0, 3, 2}, {2, 0, 4}, {3, 1, 0}};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                sum += ranking.indexOf(names[i]) > ranking.indexOf(names[j]) ? above[i][j] : 0;
            }
        }
        return sum;
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static JsonNode json(CommandRun run) throws IOException {
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return new ObjectMapper().readTree(run.out());
    }
}
