package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands {@code loss}, {@code explain}, {@code train}, {@code predict} and {@code eval} for a loss matrix. */
class ClassCommandsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        write("costs.csv", "x,treat,wait,test\nill,0,10,2\nwell,3,0,1\n");
        StringBuilder train = new StringBuilder("label,x\n");
        for (int i = 0; i < 40; i++) {
            // at 1 nearly all are ill, at 0 nearly none
            train.append(i % 20 == 0 ? "ill,0\nwell,1\n" : "well,0\nill,1\n");
        }
        write("train.csv", train.toString());
        write("new.csv", "x\n1\n0\n\n1\n");
    }

    @Test
    void lossPrintsFactorsThatGiveTheMatrixBack() throws IOException {
        JsonNode json = json(CommandRun.of("loss", "--matrix", file("costs.csv"), "--format", "json"));
        assertThat(json.get("rank").asInt()).isEqualTo(2);
        assertThat(json.get("dimension").asInt()).isEqualTo(1);
        assertThat(json.get("labels").get(0).asText()).isEqualTo("ill");
        double[][] costs = {{0, 10, 2}, {3, 0, 1}};
        for (int y = 0; y < 2; y++) {
            for (int t = 0; t < 3; t++) {
                double value = json.get("offsets").get(y).asDouble()
                        + json.get("shifts").get(t).asDouble();
                for (int i = 0; i < json.get("encodedSize").asInt(); i++) {
                    value += json.get("A").get(y).get(i).asDouble()
                            * json.get("B").get(i).get(t).asDouble();
                }
                assertThat(value).isCloseTo(costs[y][t], within(1e-12));
            }
        }
    }

    @Test
    void aTruncatedLossStatesItsExactError() throws IOException {
        JsonNode json =
                json(CommandRun.of("loss", "--matrix", file("costs.csv"), "--dimension", "0", "--format", "json"));
        assertThat(json.get("encodedSize").asInt()).isZero();
        double largest = 0;
        double[][] costs = {{0, 10, 2}, {3, 0, 1}};
        for (int y = 0; y < 2; y++) {
            for (int t = 0; t < 3; t++) {
                double rest = costs[y][t]
                        - json.get("offsets").get(y).asDouble()
                        - json.get("shifts").get(t).asDouble();
                largest = Math.max(largest, Math.abs(rest));
            }
        }
        assertThat(json.get("epsilon").asDouble()).isCloseTo(largest, within(1e-12));
        assertThat(CommandRun.of("loss", "--matrix", file("costs.csv"), "--dimension", "2")
                        .exit())
                .isEqualTo(Exit.BAD_INPUT);
    }

    @Test
    void explainHasTheContractsKeys() throws IOException {
        JsonNode json = json(CommandRun.of("explain", "--loss-matrix", "squared(n=5)", "--format", "json"));
        assertThat(json.get("dimension").asInt()).isEqualTo(1);
        assertThat(json.get("calibrated").asText()).isEqualTo("always");
        assertThat(json.get("theorem").asText()).isEqualTo("RAT13, Theorem 3");
        assertThat(json.get("condition").isNull()).isTrue();
        assertThat(json.get("regretConstant").asDouble()).isPositive();
        assertThat(json.get("notPromised")).isNotEmpty();
        for (String key : List.of("measure", "surrogate", "encodedSize", "decoder")) {
            assertThat(json.has(key)).as(key).isTrue();
        }
    }

    @Test
    void trainPredictAndEvalWorkTogether() throws IOException {
        JsonNode json = json(train("--format", "json"));
        for (String key :
                List.of("model", "measure", "surrogate", "lambda", "train", "valid", "notes", "seconds", "guarantee")) {
            assertThat(json.has(key)).as(key).isTrue();
        }
        CommandRun predicted = CommandRun.of("predict", "--model", file("m.json"), "--data", file("new.csv"));
        // at 1 the chance of illness is .95: treating costs .15, testing 1.95; at 0 it is .05: waiting costs .5,
        // testing 1.05
        assertThat(predicted.out()).isEqualTo("row\tprediction\n1\ttreat\n2\twait\n3\ttreat\n");
        CommandRun lines = CommandRun.of(
                "rank", "--model", file("m.json"), "--data", file("new.csv"), "--output", "jsonl", "--out", file("p"));
        assertThat(lines.out()).isEmpty();
        assertThat(Files.readString(folder.resolve("p"))).startsWith("{\"row\":1,\"prediction\":\"treat\"}\n");
        JsonNode eval =
                json(CommandRun.of("eval", "--model", file("m.json"), "--data", file("train.csv"), "--format", "json"));
        // 38 of 40 at each value right at cost 0, 2 at cost 10 (waiting though ill) and 2 at cost 3
        assertThat(eval.get("measures").get(0).get("mean").asDouble())
                .isCloseTo((2 * 10 + 2 * 3) / 80.0, within(1e-12));
        assertThat(json.get("train").get("measure").asDouble()).isCloseTo((2 * 10 + 2 * 3) / 80.0, within(1e-12));
        assertThat(eval.get("confusion").get(0).get(1).asDouble()).isEqualTo(2);
    }

    @Test
    void decisionsOfOtherToolsAreCountedByHandLikeThoseOfTheModel() throws IOException {
        train();
        // ill costs 10 if we wait and 2 if we test; well costs 3 if we treat and 1 if we test
        write("labelled.csv", "label,x,weight\nill,1,1\nwell,0,1\nill,0,2\nwell,1,1\n");
        write("other.tsv", "row\tprediction\textra\n1\twait\tx\n2\ttreat\ty\n3\ttest\tz\n4\twait\t\n");
        write("tests.csv", "prediction\ntest\ntest\ntest\ntest\n");
        JsonNode json = json(CommandRun.of(
                "eval",
                "--data",
                file("labelled.csv"),
                "--loss-matrix",
                file("costs.csv"),
                "--decisions",
                file("other.tsv"),
                "--decisions",
                file("tests.csv"),
                "--format",
                "json"));
        assertThat(json.get("measures").findValuesAsText("mean"))
                .containsExactly(Double.toString((10 + 3 + 2 * 2) / 5.0), Double.toString((2 + 1 + 2 * 2 + 1) / 5.0));
        assertThat(json.get("comparisons").get(0).get("difference").asDouble())
                .isCloseTo((8 - 17) / 5.0, within(1e-12));
        JsonNode turned = json(CommandRun.of(
                "eval",
                "--data",
                file("labelled.csv"),
                "--loss-matrix",
                file("costs.csv"),
                "--decisions",
                file("other.tsv"),
                "--decisions",
                file("tests.csv"),
                "--baseline",
                file("tests.csv"),
                "--format",
                "json"));
        assertThat(turned.get("comparisons").get(0).get("run").asText()).isEqualTo(file("other.tsv"));
        assertThat(turned.get("comparisons").get(0).get("difference").asDouble())
                .isCloseTo((17 - 8) / 5.0, within(1e-12));

        assertThat(CommandRun.of(
                                "predict",
                                "--model",
                                file("m.json"),
                                "--data",
                                file("labelled.csv"),
                                "--out",
                                file("own.tsv"))
                        .exit())
                .isZero();
        JsonNode own = json(CommandRun.of(
                "eval",
                "--model",
                file("m.json"),
                "--data",
                file("labelled.csv"),
                "--decisions",
                file("own.tsv"),
                "--format",
                "json"));
        assertThat(own.get("measures").findValuesAsText("run")).containsExactly(file("m.json"), file("own.tsv"));
        // treats where x is 1 and waits where it is 0
        assertThat(own.get("measures").findValuesAsText("mean"))
                .containsExactly(Double.toString((2 * 10 + 3) / 5.0), Double.toString((2 * 10 + 3) / 5.0));
        assertThat(own.get("comparisons").get(0).get("difference").asDouble()).isZero();
    }

    @Test
    void explainShowsTheWeightOfTheOnlyFeature() throws IOException {
        train("--lambda", "1e-9");
        JsonNode weights = json(CommandRun.of("explain", "--model", file("m.json"), "--format", "json"))
                .get("weights");
        assertThat(weights).hasSize(1);
        assertThat(weights.get(0).get("feature").asText()).isEqualTo("x");
        JsonNode stored = new ObjectMapper().readTree(folder.resolve("m.json").toFile());
        assertThat(stored.toString())
                .contains(weights.get(0).get("weights").get(0).asText());
        assertThat(CommandRun.of("explain", "--model", file("m.json")).out())
                .contains("Weights", "A weight is how much the score rises where the feature rises by one.");
    }

    @Test
    void decisionsForOtherCostsAreScoredByThem() throws IOException {
        train();
        // what waits is never cheapest here: treating costs 5 · P(well) against 1 for the new prediction
        write("new-costs.csv", "x,treat,refer\nill,0,1\nwell,5,1\n");
        write("labelled.csv", "label,x\nill,1\nwell,0\nill,0\nwell,1\n");
        CommandRun.of(
                "predict",
                "--model",
                file("m.json"),
                "--data",
                file("labelled.csv"),
                "--loss-matrix",
                file("new-costs.csv"),
                "--out",
                file("re.tsv"));
        assertThat(Files.readString(folder.resolve("re.tsv")))
                .isEqualTo("row\tprediction\n1\ttreat\n2\trefer\n3\trefer\n4\ttreat\n");
        CommandRun scored = CommandRun.of(
                "eval",
                "--data",
                file("labelled.csv"),
                "--decisions",
                file("re.tsv"),
                "--loss-matrix",
                file("new-costs.csv"),
                "--format",
                "csv");
        assertThat(scored.out())
                .isEqualTo("run,query,measure,value\n" + file("re.tsv") + ",all,loss," + 7 / 4.0 + "\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    row,prediction;1,treat;2,cure | d.csv:3: found prediction 'cure', expected a prediction of the loss that is counted: treat, wait, test
                    row,prediction;1,treat;3,wait | d.csv:3: found row '3', expected row 2: a decision for each row of the data, in their order
                    decision;treat | d.csv:1: found no column prediction, expected a header with a column prediction, as predict and decide write it
                    prediction;treat;wait;wait | d.csv: found 3 decisions for 2 rows of
                    """)
    void aBadFileOfDecisionsIsNamed(String text, String expected) throws IOException {
        write("labelled.csv", "label,x\nill,1\nwell,0\n");
        write("d.csv", text.replace(';', '\n') + "\n");
        CommandRun run = CommandRun.of(
                "eval",
                "--data",
                file("labelled.csv"),
                "--loss-matrix",
                file("costs.csv"),
                "--decisions",
                file("d.csv"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains(expected).hasLineCount(1);
    }

    @Test
    void theSameSeedGivesTheSameModelByteForByte() throws IOException {
        train("--model", "fourier", "--features", "20");
        String first = Files.readString(folder.resolve("m.json"));
        train("--model", "fourier", "--features", "20", "--threads", "1");
        assertThat(Files.readString(folder.resolve("m.json"))).isEqualTo(first);
    }

    @Test
    void aMatrixWithNegativeEntriesIsGivenBackAsItWas() throws IOException {
        write("gains.csv", "-5,0\n10,0\n");
        JsonNode json = json(CommandRun.of("loss", "--matrix", file("gains.csv"), "--format", "json", "--quiet"));
        double first = json.get("offsets").get(0).asDouble()
                + json.get("shifts").get(0).asDouble()
                + json.get("A").get(0).get(0).asDouble()
                        * json.get("B").get(0).get(0).asDouble();
        assertThat(first).isCloseTo(-5, within(1e-12));
    }

    @Test
    void anotherLossWithoutNamesCountsItsClassesAsTheModelDoes() throws IOException {
        write("zero.txt", "0 1:1\n1 1:0\n".repeat(10));
        CommandRun trained = CommandRun.of(
                "train", "--loss-matrix", "zero-one(n=2)", "--train", file("zero.txt"), "--out", file("z.json"));
        assertThat(trained.err()).contains("counted from 0");
        JsonNode json = json(CommandRun.of(
                "eval",
                "--model",
                file("z.json"),
                "--data",
                file("zero.txt"),
                "--loss-matrix",
                "zero-one(n=2)",
                "--format",
                "json"));
        assertThat(json.get("measures").get(0).get("mean").asDouble()).isZero();
    }

    @Test
    void optionsThatACommandWouldIgnoreAreRefused() {
        assertThat(train().exit()).isEqualTo(Exit.DONE);
        assertThat(CommandRun.of("predict", "--model", file("m.json"), "--data", file("new.csv"), "--format", "json")
                        .exit())
                .isEqualTo(Exit.BAD_INPUT);
        assertThat(CommandRun.of("eval", "--model", file("m.json"), "--data", file("train.csv"), "--resamples", "3")
                        .exit())
                .isEqualTo(Exit.BAD_INPUT);
        assertThat(CommandRun.of("loss", "--matrix", file("costs.csv"), "--skip-bad", "3")
                        .exit())
                .isEqualTo(Exit.BAD_INPUT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,1;1        | :2: found 1 cell, expected 2",
                "0,NaN;1,0    | :1: found ",
                "0,1;1,inf    | :2: found ",
                "0,;1,0       | :1: found ",
                "''           | : found no rows",
            })
    void aBadMatrixIsOneLine(String text, String message) throws IOException {
        write("bad.csv", text.replace(';', '\n') + "\n");
        assertBad(CommandRun.of("loss", "--matrix", file("bad.csv")), file("bad.csv") + message);
    }

    @Test
    void aClassThatTheMatrixLacksIsOneLineAndNoModelIsWritten() throws IOException {
        write("train.csv", "label,x\nill,1\nsick,0\n");
        assertBad(train(), file("train.csv") + ":3: found ");
        assertThat(folder.resolve("m.json")).doesNotExist();
    }

    @Test
    void fewerFeaturesAtPredictionThanAtTrainingAreOneLineAndNothingIsPrinted() throws IOException {
        assertThat(train().exit()).isEqualTo(Exit.DONE);
        write("other.csv", "y\n2\n");
        assertBad(
                CommandRun.of("predict", "--model", file("m.json"), "--data", file("other.csv")),
                file("other.csv") + ":1: found the columns 'y', expected also the feature 'x'");
    }

    @Test
    void anythingButAModelIsRefused() {
        assertBad(
                CommandRun.of("predict", "--model", file("costs.csv"), "--data", file("new.csv")),
                file("costs.csv") + ": found a file that is not JSON");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--model bush | linear, fourier, kernel, trees or forest",
                "--features 5  | --model fourier",
                "--folds 1     | folds",
                "--lambda -1   | lambda",
                "--format csv  | table or json",
                "--item-weight w | column 'w' cannot be the item weight where each row is an instance",
            })
    void optionsThatMakeNoSenseAreRefused(String options, String hint) {
        CommandRun run = train(options.split(" "));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(hint);
        assertThat(folder.resolve("m.json")).doesNotExist();
    }

    private CommandRun train(String... options) {
        String[] args = new String[options.length + 7];
        List<String> fixed = List.of(
                "train", "--loss-matrix", file("costs.csv"), "--train", file("train.csv"), "--out", file("m.json"));
        System.arraycopy(fixed.toArray(), 0, args, 0, 7);
        System.arraycopy(options, 0, args, 7, options.length);
        return CommandRun.of(args);
    }

    private static void assertBad(CommandRun run, String start) {
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).startsWith(start).contains(", expected ");
    }

    private static JsonNode json(CommandRun run) throws IOException {
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return new ObjectMapper().readTree(run.out());
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
