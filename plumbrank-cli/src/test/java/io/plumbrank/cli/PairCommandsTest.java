package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.theory.consistency.KnownProblem;
import io.plumbrank.theory.consistency.KnownQuery;
import io.plumbrank.theory.consistency.TypedItems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairCommandsTest {
    @TempDir
    static Path directory;

    private static String data = "";
    private static String pairs = "";
    private static String scores = "";

    @BeforeAll
    static void train() throws IOException {
        StringBuilder text = new StringBuilder();
        KnownProblem problem = TypedItems.circle(1);
        SplittableRandom random = new SplittableRandom(2);
        for (KnownQuery known : problem.next(800)) {
            var query = known.draw(random);
            for (int item = 0; item < query.size(); item++) {
                text.append((int) query.label(item)).append(" qid:").append(query.id());
                for (int j = 0; j < known.features()[item].length; j++) {
                    text.append(' ').append(j + 1).append(':').append(known.features()[item][j]);
                }
                text.append('\n');
            }
        }
        data = Files.writeString(directory.resolve("circle.txt"), text).toString();
        pairs = directory.resolve("pairs.json").toString();
        scores = directory.resolve("scores.json").toString();
        assertThat(CommandRun.of("train", "--measure", "pd", "--surrogate", "pairs", "--train", data, "--out", pairs)
                        .exit())
                .isEqualTo(Exit.DONE);
        assertThat(CommandRun.of("train", "--measure", "pd", "--train", data, "--out", scores)
                        .exit())
                .isEqualTo(Exit.DONE);
    }

    private static JsonNode json(String... arguments) throws IOException {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void predictionsAreRankingsWithAGap() {
        CommandRun run = CommandRun.of("predict", "--model", pairs, "--data", data, "--output", "tsv");
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("query\titem\trank\tscore\tgap");
        assertThat(lines).hasSize(1 + 3200);
        assertThat(lines.get(1)).matches("q1\t[1-4]\t1\t4.0\t0\\.0+");
        assertThat(CommandRun.of("predict", "--model", pairs, "--data", data, "--output", "jsonl")
                        .out()
                        .lines())
                .first()
                .asString()
                .matches("\\{\"query\":\"q1\",\"item\":\"[1-4]\",\"rank\":1,\"score\":4.0,\"gap\":0.0+}");
        assertThat(CommandRun.of("predict", "--model", pairs, "--data", data, "--time-limit", "0s")
                        .out()
                        .lines())
                .hasSize(3200);
    }

    /** Items of 150 different mixtures of the four types, whose pairs go round in circles. */
    private static Path largeQueries() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        int features = Files.readAllLines(Path.of(data)).get(0).split(" ").length - 2;
        StringBuilder text = new StringBuilder();
        for (int query = 0; query < 4; query++) {
            for (int item = 0; item < 150; item++) {
                text.append("0 qid:").append(query);
                for (int j = 1; j <= features; j++) {
                    text.append(' ').append(j).append(':').append((float) random.nextDouble());
                }
                text.append('\n');
            }
        }
        return Files.writeString(directory.resolve("large.txt"), text);
    }

    @Test
    void aWorkLimitThatIsMetGivesTheSameBitsForAnyNumberOfThreadsAndANote() throws IOException {
        String large = largeQueries().toString();
        String[] first = {"", ""};
        for (String threads : List.of("1", "2", "4")) {
            for (int run = 0; run < 3; run++) {
                CommandRun made = CommandRun.of(
                        "predict",
                        "--model",
                        pairs,
                        "--data",
                        large,
                        "--output",
                        "tsv",
                        "--work-limit",
                        "2e6",
                        "--threads",
                        threads);
                assertThat(made.exit()).as(made.err()).isEqualTo(Exit.DONE);
                assertThat(made.err())
                        .startsWith("note: the decoder met its limit of 2000000 steps in 4 of 4 queries, at most ")
                        .contains("a larger limit may come closer");
                first = first[0].isEmpty() ? new String[] {made.out(), made.err()} : first;
                assertThat(made.out()).isEqualTo(first[0]);
                assertThat(made.err()).isEqualTo(first[1]);
            }
        }
        assertThat(CommandRun.of("predict", "--model", pairs, "--data", large, "--time-limit", "1ms")
                        .err())
                .contains("its limit of 1 ms in 4 of 4 queries")
                .contains("may differ from run to run");
    }

    @Test
    void evalComparesPairsWithScoresAndSaysHowDecodingWent() throws IOException {
        JsonNode result = json(
                "eval", "--model", pairs, "--model", scores, "--data", data, "--measures", "pd", "--format", "json");
        double byPairs = result.path("measures").get(0).path("mean").asDouble();
        double byScores = result.path("measures").get(1).path("mean").asDouble();
        assertThat(byPairs).isLessThan(byScores - 0.05);
        assertThat(result.path("notes").get(0).asText())
                .contains("in 800 of 800 queries, mean gap 0.0000")
                .contains("without circles");
        JsonNode diagnosis = json("diagnose", "--model", pairs, "--data", data, "--format", "json");
        JsonNode decoding = result.path("decoding");
        assertThat(decoding).hasSize(1);
        assertThat(decoding.get(0).path("run").asText()).isEqualTo(pairs);
        assertThat(decoding.get(0).path("condition").asText()).isEqualTo("dag");
        for (String field : List.of("decoder", "queries", "meanGap", "proven", "condition", "conditionHolds")) {
            assertThat(decoding.get(0).path(field)).as(field).isEqualTo(diagnosis.path(field));
        }
        assertThat(CommandRun.of("eval", "--model", scores, "--data", data, "--format", "json")
                        .out())
                .doesNotContain("decoding");
    }

    @Test
    void diagnoseSpeaksOfPairsAndOfScores() throws IOException {
        JsonNode result = json("diagnose", "--model", pairs, "--data", data, "--format", "json");
        assertThat(result.path("queries").asInt()).isEqualTo(800);
        assertThat(result.path("meanGap").asDouble()).isZero();
        assertThat(result.path("conditionHolds").asInt()).isLessThan(400);
        JsonNode conditions = result.path("conditions");
        assertThat(conditions.path("dag")).isEqualTo(result.path("conditionHolds"));
        assertThat(conditions.path("scores").asInt())
                .isBetween(
                        conditions.path("low-noise").asInt(),
                        conditions.path("dag").asInt());
        assertThat(conditions).hasSize(3);
        assertThat(result.path("valueSorted").asDouble())
                .isGreaterThan(result.path("value").asDouble());
        assertThat(CommandRun.of("diagnose", "--model", pairs, "--data", data).out())
                .contains("run in no circle");
        assertThat(CommandRun.of("diagnose", "--model", scores, "--data", data).out())
                .contains("sorts by scores")
                .contains("take the surrogate pairs");
        assertThat(json("diagnose", "--model", scores, "--data", data, "--format", "json")
                        .path("queries")
                        .asInt())
                .isEqualTo(800);
        CommandRun missing = CommandRun.of("diagnose", "--model", scores, "--data", data + ".no");
        assertThat(missing.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(missing.err()).contains(data + ".no");
    }

    @Test
    void aLinearModelForMapSaysWhereItTookSomePairsAlone() throws IOException {
        String out = directory.resolve("map.json").toString();
        CommandRun all =
                CommandRun.of("train", "--measure", "map", "--surrogate", "pairs", "--train", data, "--out", out);
        assertThat(all.exit()).as(all.err()).isEqualTo(Exit.DONE);
        assertThat(all.err()).doesNotContain("halves");
        CommandRun some = CommandRun.of(
                ("train --measure map --surrogate pairs --max-pairs 5 --format json --train " + data + " --out " + out)
                        .split(" "));
        String note = "of 800 queries with more than 5 pairs, those between two halves were drawn and weighed";
        assertThat(some.err()).contains(note);
        assertThat(new ObjectMapper().readTree(some.out()).path("notes").toString())
                .contains(note);
    }

    @Test
    void treesOnPairsGoRoundTheCircle() throws IOException {
        String trees = directory.resolve("trees.json").toString();
        CommandRun run = CommandRun.of(
                ("train --measure pd --surrogate pairs --model trees --max-pairs 5 --param eta=0.3 --param num_round=30"
                                + " --threads 1 --folds 2 --train " + data + " --out " + trees)
                        .split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.err().lines())
                .hasSize(2)
                .anyMatch(line -> line.startsWith("note: The model has "))
                .anyMatch(line -> line.startsWith("note: of 800 queries 5 pairs each were drawn"));
        JsonNode result = json(
                "eval", "--model", trees, "--model", scores, "--data", data, "--measures", "pd", "--format", "json");
        double byTrees = result.path("measures").get(0).path("mean").asDouble();
        assertThat(byTrees)
                .isLessThan(result.path("measures").get(1).path("mean").asDouble() - 0.05);
        assertThat(json("diagnose", "--model", trees, "--data", data, "--format", "json")
                        .path("value")
                        .asDouble())
                .isEqualTo(byTrees);
        assertThat(CommandRun.of("predict", "--model", trees, "--data", data, "--output", "tsv")
                        .out()
                        .lines())
                .hasSize(1 + 3200);
    }

    @Test
    void largeQueriesAreExplainedOrRefused() {
        CommandRun map = CommandRun.of("explain --measure map --surrogate pairs --items 60000".split(" "));
        assertThat(map.out()).contains("1800030000 for 60000 items");
        CommandRun pd = CommandRun.of("explain --measure pd --surrogate pairs --items 70000".split(" "));
        assertThat(pd.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(pd.err()).contains("70000 items have 2449965000 pairs");
    }

    @Test
    void aLossLiesAboveTheBest() {
        String options = " --problem circle --surrogate squared --features 0 --queries 20 --repeats 1";
        assertThat(CommandRun.of(("consistency --measure pd" + options).split(" "))
                        .out())
                .startsWith("Expected pd above the best");
        assertThat(CommandRun.of(("consistency --measure kendall" + options).split(" "))
                        .out())
                .startsWith("Expected kendall below the best");
    }

    @Test
    void wrongUsesAreNamed() {
        String out = directory.resolve("none.json").toString();
        assertThat(CommandRun.of("train", "--measure", "ndcg", "--surrogate", "pairs", "--train", data, "--out", out)
                        .err())
                .contains("'pairs' is a surrogate of map, pd and kendall");
        assertThat(CommandRun.of("train", "--measure", "pd", "--max-pairs", "5", "--train", data, "--out", out)
                        .err())
                .contains("--max-pairs needs --surrogate pairs");
        assertThat(CommandRun.of(
                                "train",
                                "--measure",
                                "pd",
                                "--surrogate",
                                "pairs",
                                "--max-pairs",
                                "5",
                                "--train",
                                data,
                                "--out",
                                out)
                        .err())
                .contains("--max-pairs has no meaning here: for pd and kendall a linear model takes all pairs");
        assertThat(CommandRun.of(
                                "train",
                                "--measure",
                                "pd",
                                "--surrogate",
                                "pairs",
                                "--decoder",
                                "diagonal",
                                "--train",
                                data,
                                "--out",
                                out)
                        .err())
                .contains("unknown decoder");
        assertThat(CommandRun.of(("train --measure pd --surrogate pairs --model trees --resume --train " + data
                                        + " --out " + out)
                                .split(" "))
                        .err())
                .contains("no checkpoints are kept with --surrogate pairs");
        assertThat(CommandRun.of("importance", "--model", pairs, "--data", data).err())
                .contains("ranks by pairs");
    }
}
