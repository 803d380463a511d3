package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code train}, {@code predict} and {@code eval} for rankings of labels. */
class LabelRankingCommandsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("train.csv"), rows(1, 60));
        Files.writeString(folder.resolve("test.csv"), rows(2, 30));
    }

    /** The greater x, the earlier is La; Lb in the middle; sometimes a position is not known. */
    private static String rows(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("x,La,Lb,Lc\n");
        for (int row = 0; row < count; row++) {
            double x = random.nextDouble(-1, 1);
            text.append(x).append(x > 0 ? ",1," : ",3,");
            text.append(row % 5 == 0 ? "" : "2").append(x > 0 ? ",3\n" : ",1\n");
        }
        return text.toString();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    /** What is missing is the label's own, unless told otherwise. */
    private CommandRun train(String... more) {
        boolean told = Arrays.asList(more).contains("--missing");
        return trainAsItIs(Stream.concat(
                        Arrays.stream(more), Stream.of("--missing", "label").filter(word -> !told))
                .toArray(String[]::new));
    }

    private CommandRun trainAsItIs(String... more) {
        String[] common = {"train", "--ranking", "L", "--train", file("train.csv"), "--out", file("m.json")};
        return CommandRun.of(
                Stream.concat(Arrays.stream(common), Arrays.stream(more)).toArray(String[]::new));
    }

    private static JsonNode json(CommandRun run) throws IOException {
        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
        return new ObjectMapper().readTree(run.out());
    }

    @ParameterizedTest
    @CsvSource({
        "linear,kendall",
        "fourier,spearman",
        "kernel,pd",
        "kernel,kendall",
        "trees,kendall",
        "trees,spearman",
        "forest,kendall"
    })
    void trainHasTheContractsKeysAndEvalRepeatsItsMeasure(String model, String measure) throws IOException {
        String[] size = switch (model) {
            case "linear" -> new String[0];
            case "trees" ->
                new String[] {"--param", "num_round=5", "--param", "eta=0.3", "--param", "max_depth=2", "--quiet"};
            case "forest" -> new String[] {"--param", "num_round=5", "--param", "max_depth=2", "--quiet"};
            default -> new String[] {"--features", "20"};
        };
        String[] options = {"--measure", measure, "--model", model, "--format", "json", "--folds", "4"};
        JsonNode json = json(
                train(Stream.concat(Arrays.stream(options), Arrays.stream(size)).toArray(String[]::new)));
        assertThat(json.get("model").asText()).isEqualTo(file("m.json"));
        assertThat(json.get("measure").asText()).isEqualTo(measure);
        assertThat(json.get("surrogate").asText()).isIn("pairs", "squared");
        assertThat(json.get("features").asText()).startsWith(model);
        assertThat(json.get("lambda").isNumber()).isTrue();
        assertThat(json.get("valid").get("folds").asInt()).isEqualTo(4);
        double valid = json.get("valid").get("measure").asDouble();
        assertThat(measure.equals("pd") ? 1 - valid : valid).isGreaterThan(0.7);
        assertThat(json.get("train").get("surrogateRisk").asDouble()).isPositive();
        assertThat(json.get("guarantee").get("calibrated").asText()).isIn("always", "under-condition");

        JsonNode eval =
                json(CommandRun.of("eval", "--model", file("m.json"), "--data", file("train.csv"), "--format", "json"));
        JsonNode mean = eval.get("measures").get(0);
        assertThat(mean.get("measure").asText()).isEqualTo(measure);
        assertThat(mean.get("mean").asDouble())
                .isCloseTo(json.get("train").get("measure").asDouble(), within(1e-12));
    }

    /** The card of a model and what is said before training count the same outputs. */
    @ParameterizedTest
    @ValueSource(strings = {"pairs", "squared"})
    void explainCountsTheOutputsOfAModel(String surrogate) throws IOException {
        assertThat(train("--measure", "kendall", "--model", "linear", "--surrogate", surrogate, "--quiet")
                        .exit())
                .isZero();
        JsonNode card = json(CommandRun.of("explain", "--model", file("m.json"), "--format", "json"));
        String[] before = {"explain", "--measure", "kendall", "--ranking", "--items", "3", "--surrogate", surrogate};
        JsonNode said = json(CommandRun.of(Stream.concat(Arrays.stream(before), Stream.of("--format", "json"))
                .toArray(String[]::new)));
        assertThat(card.get("encodedSize").asInt())
                .isEqualTo(said.get("encodedSize").asInt())
                .isEqualTo(3);
    }

    /** With trees the validation file stops boosting, and the value that it reached is that of {@code eval}. */
    @Test
    void evalRepeatsTheMeasureThatStoppedTheTrees() throws IOException {
        CommandRun run = train(
                "--measure",
                "kendall",
                "--model",
                "trees",
                "--valid",
                file("test.csv"),
                "--param",
                "num_round=9",
                "--format",
                "json");
        assertThat(run.err())
                .matches("note: The model has \\d+ trees?, each with 3 outputs; boosting stopped after .*\\R");
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.get("valid").get("folds").asInt()).isZero();
        assertThat(json.get("path")).hasSize(4);
        assertThat(json.get("notes")).hasSize(1);
        assertThat(run.err()).isEqualTo("note: " + json.get("notes").get(0).asText() + System.lineSeparator());
        JsonNode eval =
                json(CommandRun.of("eval", "--model", file("m.json"), "--data", file("test.csv"), "--format", "json"));
        assertThat(eval.get("measures").get(0).get("mean").asDouble())
                .isCloseTo(json.get("valid").get("measure").asDouble(), within(1e-12));
    }

    /** Losses of two labels are 0 or 1, so that their sum is exact, and equal candidates have equal means. */
    @ParameterizedTest
    @ValueSource(strings = {"--folds", "--valid"})
    void meanLossOfTreesIsRoundedOnce(String option) throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder("x,La,Lb\n");
        for (int row = 0; row < 49; row++) {
            double x = random.nextDouble(-1, 1);
            text.append(x).append(x + random.nextDouble(-1, 1) > 0 ? ",1,2\n" : ",2,1\n");
        }
        Files.writeString(folder.resolve("train.csv"), text);
        String held = option.equals("--folds") ? "3" : file("train.csv");
        JsonNode json = json(train(
                "--measure",
                "pd",
                "--model",
                "trees",
                "--param",
                "num_round=3",
                option,
                held,
                "--format",
                "json",
                "--quiet"));

        for (JsonNode trial : json.get("path")) {
            double loss = trial.get("loss").asDouble();
            assertThat(loss).isEqualTo(Math.rint(49 * loss) / 49);
        }
    }

    @Test
    void reportNamesTheLambdaThatWasChosenAlone() {
        assertThat(train("--measure", "kendall", "--surrogate", "squared").out())
                .matches("(?s)Trained on 60 rankings of 3 labels, for kendall\\RModel: .*, lambda \\S+, .*");
    }

    @Test
    void predictionsAreRankingsOfLabels() throws IOException {
        assertThat(train("--measure", "kendall", "--surrogate", "pairs").exit()).isZero();
        Files.writeString(folder.resolve("new.csv"), "x\n0.9\n-0.9\n");
        CommandRun tsv = CommandRun.of("predict", "--model", file("m.json"), "--data", file("new.csv"));
        assertThat(tsv.out()).isEqualTo("row\tranking\n1\tLa>Lb>Lc\n2\tLc>Lb>La\n");
        CommandRun jsonl =
                CommandRun.of("predict", "--model", file("m.json"), "--data", file("test.csv"), "--output", "jsonl");
        assertThat(jsonl.out().lines()).hasSize(30);
        assertThat(jsonl.out().lines().findFirst().orElseThrow()).matches("\\{\"row\":1,\"ranking\":\\[\"L.*\"\\]\\}");
    }

    @Test
    void modelsOfTheSameLabelsAreCompared() throws IOException {
        train("--measure", "kendall", "--lambda", "100");
        Files.move(folder.resolve("m.json"), folder.resolve("weak.json"));
        train("--measure", "kendall", "--decoder", "algorithm1");
        JsonNode json = json(CommandRun.of(
                "eval",
                "--model",
                file("weak.json"),
                "--model",
                file("m.json"),
                "--data",
                file("test.csv"),
                "--measures",
                "kendall,spearman,pd",
                "--format",
                "json"));
        assertThat(json.get("measures")).hasSize(6);
        assertThat(json.get("comparisons")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--measure ndcg@10|rankings of labels are trained for kendall, spearman or pd, not for 'ndcg@10'",
                "--seed 2|--ranking needs --measure: kendall, spearman or pd",
                "--measure kendall --surrogate logistic|the surrogate of label rankings is auto, pairs or squared",
                "--measure kendall --decoder borda|take the surrogate squared",
                "--measure kendall --decoder exat|did you mean 'exact'?",
                "--measure kendall --decoder nonsense|is auto, exact, algorithm1, local-search, not 'nonsense'; to sort by scores",
                "--measure kendall --model bush|--model is auto, linear, fourier, kernel, trees or forest, not 'bush'",
                "--measure kendall --model trees --param max_dept=3|did you mean 'max_depth'?",
                "--measure kendall --model trees --lambda 1|--lambda needs --model auto",
                "--measure kendall --model trees --checkpoints x|no checkpoints are kept with --surrogate pairs or --ranking",
                "--measure kendall --features 5|--features and --bandwidth need --model fourier or kernel",
                "--measure kendall --query q|--query has no meaning here",
                "--measure kendall --context mean|--context needs ",
                "--measure kendall --max-pairs 9|--max-pairs needs --surrogate pairs",
                "--measure kendall --time-limit 9s|--time-limit needs --surrogate pairs",
                "--measure kendall --param eta=1|--param needs --model trees",
                "--measure kendall --missing often|what is missing is label, random, bottom, auto, not 'often'",
                "--measure pd(weight=difference) --missing random|counts how far apart positions are",
                "--measure kendall --resume|--resume needs --model trees",
                "--measure kendall --folds 1|folds must be at least 2, got 1",
                "--measure kendall --folds 100|at least 100, one for each fold",
                "--measure kendall --model kernel --bandwidth -1|bandwidth factor must be positive and finite",
            })
    void mistakesAreOneLineThatSaysWhatToDo(String options, String message) {
        CommandRun run = train(options.split(" "));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(message);
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        assertThat(CommandRun.of(
                                "train",
                                "--ranking",
                                "L",
                                "--measure",
                                "pd",
                                "--train",
                                "a.txt",
                                "--out",
                                file("m.json"))
                        .err())
                .contains("label rankings and costs of rows are in CSV files");
        train("--measure", "kendall");
        Files.writeString(folder.resolve("other.csv"), "y,La,Lb,Lc\n1,1,2,3\n");
        CommandRun other = CommandRun.of("predict", "--model", file("m.json"), "--data", file("other.csv"));
        assertThat(other.err()).contains("found the columns 'y', 'La', 'Lb', 'Lc', expected also the feature 'x'");
        Files.writeString(folder.resolve("fewer.csv"), "x,La,Lb\n1,1,2\n");
        CommandRun fewer = CommandRun.of("eval", "--model", file("m.json"), "--data", file("fewer.csv"));
        assertThat(fewer.err()).contains("the labels La, Lb, expected those of the training data: La, Lb, Lc");
        assertThat(fewer.err().lines()).hasSize(1);
    }

    /** Names that mean something in other files mean nothing here. */
    @Test
    void columnsWithNamesOfOtherFilesAreFeatures() throws IOException {
        String rows = rows(1, 30)
                .lines()
                .skip(1)
                .map(row -> "1,1,1,1,1," + row + "\n")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve("train.csv"), "query,docid,weight,qid,label,x,La,Lb,Lc\n" + rows);
        CommandRun run = train("--measure", "kendall", "--lambda", "1");
        assertThat(run.err())
                .contains(": using column label as a feature; --ignore label if it is none\n")
                .contains(": using column weight as weights of rows; --weight none if it is a feature\n");
        JsonNode model = new ObjectMapper().readTree(folder.resolve("m.json").toFile());
        assertThat(model.toString()).contains("[\"query\",\"docid\",\"qid\",\"label\",\"x\"]");
        assertThat(CommandRun.of("eval", "--model", file("m.json"), "--data", file("train.csv"))
                        .exit())
                .isZero();
        train("--measure", "kendall", "--lambda", "1", "--weight", "none");
        assertThat(new ObjectMapper()
                        .readTree(folder.resolve("m.json").toFile())
                        .toString())
                .contains("[\"query\",\"docid\",\"weight\",\"qid\",\"label\",\"x\"]");
        assertThat(CommandRun.of("eval", "--model", file("m.json"), "--data", file("train.csv"))
                        .err())
                .doesNotContain("using column");
    }

    @Test
    void anEmptyFileAsksForPositions() throws IOException {
        Files.writeString(folder.resolve("train.csv"), "");
        assertThat(train("--measure", "kendall").err())
                .contains("the end of the file")
                .contains("among them those of positions, which begin with 'L'")
                .doesNotContain("query");
    }

    @Test
    void treesSayHowManyRowsTheirFoldsNeed() throws IOException {
        Files.writeString(folder.resolve("train.csv"), rows(1, 6));
        assertThat(train("--measure", "kendall", "--model", "trees", "--folds", "2")
                        .err())
                .contains("6 rows that count")
                .contains("outside the largest of 2 folds")
                .contains("at least 5 outside each");
    }

    private static CommandRun explain(String options) {
        return CommandRun.of(("explain --measure kendall --ranking " + options).split(" "));
    }

    @Test
    void explainTakesTheDecoderThatTrainTakes() {
        assertThat(explain("--items 16").out()).contains("decoder    exact,");
        assertThat(explain("--items 20").out()).contains("decoder    algorithm1,");
        assertThat(explain("--items 30 --decoder exact").out()).contains("does not prove it in its 5000000000 steps");
        assertThat(explain("--decoder copeland").err())
                .contains("is auto, exact, algorithm1, local-search, not 'copeland'")
                .doesNotContain("borda");
        assertThat(explain("--surrogate auto").err()).contains("give --surrogate pairs or squared");
    }

    @Test
    void soManyLabelsThatTheirPairsFillNoArrayAreRefused() {
        CommandRun run = explain("--items 70000");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("70000 items have 2449965000 pairs");
        assertThat(explain("--items 70000 --surrogate squared").exit()).isEqualTo(Exit.DONE);
    }

    @Test
    void theDecoderBelongsToLabelRankings() {
        CommandRun run = CommandRun.of(
                "train", "--measure", "map", "--decoder", "exact", "--train", file("train.csv"), "--out", "m.json");
        assertThat(run.err()).contains("--decoder needs --ranking");
    }

    @Test
    void theMeaningOfWhatIsMissingIsKeptAndSaid() throws IOException {
        for (String missing : new String[] {"label", "random"}) {
            JsonNode report = json(train("--measure", "kendall", "--missing", missing, "--format", "json"));
            assertThat(report.get("missing").asText()).isEqualTo(missing);
            // a file that does not say is one of before, when there was nothing else
            assertThat(new ObjectMapper()
                            .readTree(folder.resolve("m.json").toFile())
                            .path("missing")
                            .asText("label"))
                    .isEqualTo(missing);
        }
        assertThat(trainAsItIs("--measure", "kendall").err())
                .contains("12 of 60 rows lack positions")
                .contains("missing is taken as random");
        assertThat(CommandRun.of("train", "--measure", "map", "--missing", "label", "--train", "a", "--out", "b")
                        .err())
                .contains("--missing needs --ranking");
    }

    @Test
    void labelRankersSayWhatTheyGoBy() throws IOException {
        train("--measure", "kendall", "--missing", "label", "--surrogate", "squared");
        JsonNode importance = json(
                CommandRun.of("importance", "--model", file("m.json"), "--data", file("test.csv"), "--format", "json"));
        assertThat(importance.get("features").get(0).get("feature").asText()).isEqualTo("x");
        assertThat(importance.get("features").get(0).get("drop").asDouble()).isGreaterThan(0.3);
        JsonNode why = json(CommandRun.of(
                "why",
                "--model",
                file("m.json"),
                "--data",
                file("test.csv"),
                "--query",
                "3",
                "--above",
                "La",
                "--below",
                "Lc",
                "--format",
                "json"));
        double sum = why.get("usual").asDouble()
                + why.get("features").get(0).get("contribution").asDouble();
        assertThat(sum).isCloseTo(why.get("margin").asDouble(), within(1e-9));
        boolean above = why.get("above").get("rank").asInt()
                < why.get("below").get("rank").asInt();
        assertThat(why.get("margin").asDouble() > 0).isEqualTo(above);
        CommandRun table = CommandRun.of("why", "--model", file("m.json"), "--data", file("test.csv"), "--query", "3");
        assertThat(table.out()).contains("adds to the margin", "the usual row", "total");
        for (String surrogate : List.of("squared", "pairs")) {
            train("--measure", "kendall", "--missing", "label", "--surrogate", surrogate);
            String[] same = "why --query 3 --above La --below La --model".split(" ");
            CommandRun twice =
                    CommandRun.of(Stream.concat(Stream.of(same), Stream.of(file("m.json"), "--data", file("test.csv")))
                            .toArray(String[]::new));
            assertThat(twice.exit()).as(twice.err()).isEqualTo(Exit.BAD_INPUT);
            assertThat(twice.err()).contains("a label is not above itself; name two labels, not 'La' twice");
        }
        CommandRun row = CommandRun.of("why", "--model", file("m.json"), "--data", file("test.csv"), "--query", "31");
        assertThat(row.err()).contains("the number of a row, from 1 to 30");
        CommandRun label = CommandRun.of(
                "why",
                "--model",
                file("m.json"),
                "--data",
                file("test.csv"),
                "--query",
                "3",
                "--above",
                "Ld",
                "--below",
                "La");
        assertThat(label.err()).contains("no label 'Ld' among La, Lb, Lc");
    }
}
