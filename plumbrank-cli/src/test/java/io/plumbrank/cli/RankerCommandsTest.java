package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The commands {@code train}, {@code predict} and {@code eval} for a measure. */
class RankerCommandsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        write("train.txt", letor(1, 60));
        write("valid.txt", letor(2, 30));
        write("test.txt", letor(3, 30));
    }

    private static String letor(long seed, int queries) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int q = 0; q < queries; q++) {
            for (int i = 0; i < 10; i++) {
                double x = random.nextDouble();
                int grade = (int) Math.max(0, Math.min(4, Math.rint(4 * x + random.nextDouble(-1, 1))));
                text.append(
                        grade + " qid:q" + q + " 1:" + x + " 2:" + random.nextDouble() + " # d" + q + "-" + i + "\n");
            }
        }
        return text.toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private CommandRun train(String... more) {
        String[] common = {
            "train", "--measure", "ndcg@5", "--train", file("train.txt"), "--out", file("m.json"), "--format", "json"
        };
        return CommandRun.of(
                Stream.concat(Arrays.stream(common), Arrays.stream(more)).toArray(String[]::new));
    }

    private static JsonNode json(CommandRun run) throws IOException {
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void trainHasTheContractsKeysAndEvalRepeatsItsMeasure() throws IOException {
        JsonNode json = json(train("--valid", file("valid.txt")));
        assertThat(json.get("model").asText()).isEqualTo(file("m.json"));
        assertThat(json.get("measure").asText()).isEqualTo("ndcg@5");
        assertThat(List.of("squared", "pairwise-squared"))
                .contains(json.get("surrogate").asText());
        assertThat(json.get("lambda").isNumber()).isTrue();
        assertThat(json.get("train").get("surrogateRisk").asDouble()).isPositive();
        assertThat(json.get("seconds").get("sum").isNumber()).isTrue();
        assertThat(json.get("notes").isArray()).isTrue();
        JsonNode guarantee = json.get("guarantee");
        assertThat(guarantee.get("calibrated").asText()).isEqualTo("always");
        assertThat(guarantee.get("theorem").asText()).contains("CUG13");
        assertThat(guarantee.get("condition").isNull()).isTrue();
        assertThat(guarantee.get("regretConstant").asDouble()).isPositive();
        for (String data : List.of("train", "valid")) {
            JsonNode eval = json(CommandRun.of(
                    "eval",
                    "--model",
                    file("m.json"),
                    "--data",
                    file(data + ".txt"),
                    "--measures",
                    "ndcg@5",
                    "--format",
                    "json"));
            assertThat(eval.get("measures").get(0).get("mean").asDouble())
                    .isCloseTo(json.get(data).get("measure").asDouble(), within(1e-12));
        }
    }

    /** Where one surrogate was tried there is no table of surrogates, which would name λ. */
    @Test
    void reportNamesTheLambdaThatWasChosenAlone() {
        CommandRun run = CommandRun.of(
                "train",
                "--measure",
                "map",
                "--train",
                file("train.txt"),
                "--out",
                file("m.json"),
                "--surrogate",
                "logistic",
                "--lambda",
                "0.1,10");
        assertThat(run.out())
                .matches("(?s)Trained on [^\\n]*\\RModel: linear, logistic\\(eta=1\\), lambda (0.100|10.0), .*");
    }

    /** What predict writes, evaluated as a run, has the measure that eval gives the model. */
    @Test
    void aRunOfPredictionsEvaluatesAsTheModelDoes() throws IOException {
        json(train("--folds", "3"));
        CommandRun predicted = CommandRun.of(
                "predict", "--model", file("m.json"), "--data", file("test.txt"), "--out", file("test.run"));
        assertThat(predicted.exit()).isZero();
        StringBuilder qrels = new StringBuilder();
        Files.readString(folder.resolve("test.txt")).lines().forEach(line -> {
            String[] words = line.split(" ");
            qrels.append(words[1].substring(4) + " 0 " + words[5] + " " + words[0] + "\n");
        });
        write("qrels.txt", qrels.toString());
        CommandRun run = CommandRun.of(
                "eval",
                "--qrels",
                file("qrels.txt"),
                "--run",
                file("test.run"),
                "--measures",
                "ndcg@5,map",
                "--format",
                "csv");
        CommandRun model = CommandRun.of(
                "eval",
                "--model",
                file("m.json"),
                "--data",
                file("test.txt"),
                "--measures",
                "ndcg@5,map",
                "--format",
                "csv");
        assertThat(values(run)).hasSize(2).isEqualTo(values(model));
    }

    private static List<Double> values(CommandRun run) {
        return run.out()
                .lines()
                .skip(1)
                .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(',') + 1)))
                .toList();
    }

    @Test
    void predictionsComeAsTsvAndJsonlToo() throws IOException {
        json(train("--folds", "3"));
        String[] predict = {"predict", "--model", file("m.json"), "--data", file("test.txt"), "--output"};
        List<String> trec = lines(predict, "trec");
        List<String> tsv = lines(predict, "tsv");
        List<String> jsonl = lines(predict, "jsonl");
        assertThat(trec).hasSize(300);
        assertThat(tsv).hasSize(301);
        assertThat(tsv.get(0)).isEqualTo("query\titem\trank\tscore");
        for (int i = 0; i < 300; i++) {
            String[] run = trec.get(i).split(" ");
            String[] cells = tsv.get(i + 1).split("\t");
            JsonNode json = new ObjectMapper().readTree(jsonl.get(i));
            assertThat(cells).containsExactly(run[0], run[2], run[3], run[4]);
            assertThat(json.get("query").asText()).isEqualTo(cells[0]);
            assertThat(json.get("item").asText()).isEqualTo(cells[1]);
            assertThat(json.get("rank").asInt()).isEqualTo(i % 10 + 1);
            assertThat(json.get("score").asDouble()).isEqualTo(Double.parseDouble(cells[3]));
        }
    }

    private static List<String> lines(String[] command, String form) {
        String[] args = Arrays.copyOf(command, command.length + 1);
        args[command.length] = form;
        CommandRun run = CommandRun.of(args);
        assertThat(run.exit()).isZero();
        return run.out().lines().toList();
    }

    @Test
    void severalModelsAreCompared() throws IOException {
        json(train("--valid", file("valid.txt")));
        json(CommandRun.of(
                "train",
                "--measure",
                "map",
                "--surrogate",
                "ranknet",
                "--train",
                file("train.txt"),
                "--valid",
                file("valid.txt"),
                "--lambda",
                "1",
                "--out",
                file("other.json"),
                "--format",
                "json"));
        JsonNode eval = json(CommandRun.of(
                "eval",
                "--model",
                file("m.json"),
                "--model",
                file("other.json"),
                "--data",
                file("test.txt"),
                "--format",
                "json"));
        assertThat(eval.get("measures").get(0).get("measure").asText()).isEqualTo("ndcg@5");
        assertThat(eval.get("comparisons").size()).isPositive();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--measure err@10 | ndcg@10",
                "--measure ndgc@10 | did you mean",
                "--measure ndcg@10 --surrogate squard | did you mean 'squared'",
                "--measure ndcg@10 --normalize rows | --normalize is none, global or query",
                "--measure ndcg@10 --context median | unknown context 'median'",
                "--measure ndcg@10 --loss-matrix zero-one(n=2) | one of them",
                "--measure ndcg@10 --folds 1 | folds must be at least 2",
                "--measure ndcg@10 --dimension 2 | --dimension needs --loss-matrix",
                "--measure ndcg@10 --model bush | --model is auto, linear, fourier, kernel, trees or forest",
                "--measure ndcg@10 --lambda -1 | lambdas must be finite and not negative",
                "--folds 3 | give --measure"
            })
    void mistakesGetOneLine(String arguments, String message) {
        List<String> args = new ArrayList<>(List.of("train", "--train", file("train.txt"), "--out", file("m.json")));
        args.addAll(List.of(arguments.strip().split(" ")));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(message.strip());
        assertThat(folder.resolve("m.json")).doesNotExist();
    }

    @Test
    void scatteredQueriesAreTakenFromMemory() throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(folder.resolve("train.txt")));
        Collections.shuffle(lines, new Random(1));
        write("train.txt", String.join("\n", lines) + "\n");
        assertThat(json(train("--folds", "3")).get("queries").asInt()).isEqualTo(60);
    }

    @Test
    void namesThatARunCannotHoldAreRefused() throws IOException {
        write("train.csv", "query,item,label,x\n" + "red shoes,a b,1,0.5\nred shoes,c,0,0.1\nhats,a,1,2\nhats,b,0,1\n");
        CommandRun trained = CommandRun.of(
                "train", "--measure", "ndcg@5", "--train", file("train.csv"), "--folds", "2", "--out", file("m.json"));
        assertThat(trained.exit()).isZero();
        CommandRun run = CommandRun.of("predict", "--model", file("m.json"), "--data", file("train.csv"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("'red shoes'", "jsonl holds any");
        CommandRun jsonl =
                CommandRun.of("predict", "--model", file("m.json"), "--data", file("train.csv"), "--output", "jsonl");
        assertThat(jsonl.exit()).isZero();
        assertThat(jsonl.out()).contains("{\"query\":\"red shoes\",\"item\":\"a b\",\"rank\":1");
    }

    @Test
    void anOutputThatCannotBeWrittenIsSaidBeforeTraining() {
        CommandRun run = CommandRun.of(
                "train", "--measure", "ndcg@5", "--train", file("absent.txt"), "--out", file("nowhere/m.json"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("nowhere").doesNotContain("absent");
    }

    @Test
    void evalOfAModelPrintsEachMeasureOnce() throws IOException {
        json(CommandRun.of(
                "train",
                "--measure",
                "ndcg@10",
                "--train",
                file("train.txt"),
                "--out",
                file("m.json"),
                "--format",
                "json"));
        CommandRun run =
                CommandRun.of("eval", "--model", file("m.json"), "--data", file("test.txt"), "--format", "csv");
        assertThat(run.out().lines().skip(1)).hasSize(4);
    }

    @Test
    void badLinesAreNamedAndNothingIsWritten() throws IOException {
        write("train.txt", letor(1, 5) + "x qid:9 1:2\n");
        CommandRun run = train("--folds", "3");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).startsWith(file("train.txt") + ":51: found");
        assertThat(folder.resolve("m.json")).doesNotExist();
    }

    @Test
    void theDemoComesNearTheBestAndTheUncalibratedLossesDoNot() throws IOException {
        JsonNode json = json(CommandRun.of(
                "demo", "--format", "json", "--out", folder.resolve("demo").toString()));
        JsonNode rankers = json.get("rankers");
        assertThat(rankers.get(0).get("calibrated").asText()).isEqualTo("always");
        assertThat(rankers.get(0).get("regret").asDouble()).isBetween(0.0, 0.02);
        for (int i = 1; i < 3; i++) {
            assertThat(rankers.get(i).get("calibrated").asText()).isEqualTo("no");
            assertThat(rankers.get(i).get("regret").asDouble())
                    .isGreaterThan(3 * rankers.get(0).get("regret").asDouble());
        }
        assertThat(folder.resolve("demo/test.txt")).exists();
    }
}
