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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreferenceCommandsTest {
    private static final Path EXAMPLES = Path.of("examples", "preferences");
    private static final String TRAIN = EXAMPLES.resolve("train-items.csv").toString();
    private static final String TRAIN_VOTES =
            EXAMPLES.resolve("train-votes.csv").toString();
    private static final String TEST = EXAMPLES.resolve("test-items.csv").toString();
    private static final String TEST_VOTES = EXAMPLES.resolve("test-votes.csv").toString();

    @TempDir
    static Path directory;

    private static String pairs = "";
    private static String scores = "";

    @BeforeAll
    static void train() {
        pairs = directory.resolve("pairs.json").toString();
        scores = directory.resolve("scores.json").toString();
        CommandRun run = run("train --measure pd --surrogate pairs --train " + TRAIN + " --preferences " + TRAIN_VOTES
                + " --out " + pairs);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.out()).contains("calibrated for every distribution (RAT13, Theorem 3)");
        assertThat(run.err()).contains("9 queries without preferences left out");
        CommandRun byScores =
                run("train --measure pd --train " + TRAIN + " --preferences " + TRAIN_VOTES + " --out " + scores);
        assertThat(byScores.exit()).as(byScores.err()).isEqualTo(Exit.DONE);
        assertThat(byScores.out()).contains("calibrated under conditions (RAT13, Theorem 6)");
    }

    private static CommandRun run(String line) {
        return CommandRun.of(line.split(" "));
    }

    private static JsonNode json(String line) throws IOException {
        CommandRun run = run(line + " --format json");
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return new ObjectMapper().readTree(run.out());
    }

    /** By the predictions and the votes as they stand in their files. */
    @Test
    void evalCountsTheVotesThatARankingContradicts() throws IOException {
        JsonNode both = json(
                "eval --model " + pairs + " --model " + scores + " --data " + TEST + " --preferences " + TEST_VOTES);
        assertThat(both.path("measures").get(0).path("spec").asText())
                .isEqualTo("pd(weight=observed,ties=average,empty=zero)");
        List<Double> means = new ArrayList<>();
        for (String model : List.of(pairs, scores)) {
            double expected = contradicted(run("predict --model " + model + " --data " + TEST + " --output tsv")
                    .out());
            means.add(both.path("measures").get(means.size()).path("mean").asDouble());
            assertThat(means.get(means.size() - 1)).isCloseTo(expected, within(1e-9));
        }
        assertThat(means.get(0)).isLessThan(means.get(1) - 0.05);
    }

    private static double contradicted(String predictions) throws IOException {
        Map<String, Double> scoreOf = new HashMap<>();
        for (String line : predictions.lines().skip(1).toList()) {
            String[] cells = line.split("\t");
            scoreOf.put(cells[0] + " " + cells[1], Double.valueOf(cells[3]));
        }
        Map<String, double[]> sums = new HashMap<>();
        List<String> votes = Files.readAllLines(Path.of(TEST_VOTES));
        for (String line : votes.subList(1, votes.size())) {
            String[] cells = line.split(",");
            int wrong = Double.compare(
                    Objects.requireNonNull(scoreOf.get(cells[0] + " " + cells[2])),
                    Objects.requireNonNull(scoreOf.get(cells[0] + " " + cells[1])));
            double[] sum = sums.computeIfAbsent(cells[0], query -> new double[2]);
            sum[0] += Double.parseDouble(cells[3]) * (1 + wrong) / 2;
            sum[1] += Double.parseDouble(cells[3]);
        }
        return sums.values().stream()
                .mapToDouble(sum -> sum[0] / sum[1])
                .average()
                .orElseThrow();
    }

    @Test
    void runsAndColumnsAreMeasuredAgainstPreferencesToo() throws IOException {
        Path run = directory.resolve("scores.run");
        assertThat(run("predict --model " + scores + " --data " + TEST + " --out " + run)
                        .exit())
                .isEqualTo(Exit.DONE);
        double byModel = mean(json("eval --model " + scores + " --data " + TEST + " --preferences " + TEST_VOTES));
        assertThat(mean(json("eval --run " + run + " --preferences " + TEST_VOTES + " --measures pd")))
                .isCloseTo(byModel, within(1e-12));
        assertThat(mean(json("eval --data " + TEST + " --score match --preferences " + TEST_VOTES)))
                .isBetween(0.3, 0.5);
    }

    private static double mean(JsonNode evaluation) {
        return evaluation.path("measures").get(0).path("mean").asDouble();
    }

    @Test
    void diagnosisAndImportanceTakePreferences() throws IOException {
        JsonNode diagnosis = json("diagnose --model " + pairs + " --data " + TEST + " --preferences " + TEST_VOTES);
        assertThat(diagnosis.path("value").asDouble())
                .isCloseTo(
                        mean(json("eval --model " + pairs + " --data " + TEST + " --preferences " + TEST_VOTES)),
                        within(1e-9));
        JsonNode importance = json(
                "importance --model " + scores + " --data " + TEST + " --preferences " + TEST_VOTES + " --repeats 2");
        assertThat(importance.path("features").get(0).path("feature").asText()).isEqualTo("match");
    }

    @Test
    void aModelNamesTheFilesOfItsItemsAndOfItsPreferences() throws IOException {
        JsonNode model = new ObjectMapper().readTree(Files.readString(Path.of(pairs)));
        assertThat(model.path("provenance").path("data").asText()).isEqualTo(TRAIN);
        assertThat(model.path("provenance").path("labels").path("file").asText())
                .isEqualTo(TRAIN_VOTES);
        assertThat(model.path("spec").asText()).startsWith("pd(weight=observed");
    }

    /** On the validation file, validation is what eval says. */
    @Test
    void validationHasPreferencesOfItsOwn() throws IOException {
        String model = directory.resolve("valid.json").toString();
        JsonNode training = json("train --measure pd --surrogate squared --train " + TRAIN + " --preferences "
                + TRAIN_VOTES + " --valid " + TEST + " --valid-preferences " + TEST_VOTES + " --out " + model);
        assertThat(training.path("valid").path("measure").asDouble())
                .isCloseTo(
                        mean(json("eval --model " + model + " --data " + TEST + " --preferences " + TEST_VOTES)),
                        within(1e-9));
    }

    /** Sorting at random contradicts half of the votes. */
    @ParameterizedTest
    @ValueSource(
            strings = {"--model trees", "--model fourier", "--model fourier --surrogate pairs", "--surrogate logistic"})
    void otherModelsAndSurrogatesLearnFromPreferences(String options) throws IOException {
        JsonNode training = json("train --measure pd " + options + " --train " + TRAIN + " --preferences " + TRAIN_VOTES
                + " --out " + directory.resolve("other.json"));
        assertThat(training.path("valid").path("measure").asDouble()).isLessThan(0.42);
    }

    @Test
    void gradesThatAreNotLookedAtAreNoted() throws IOException {
        Path items = Files.writeString(
                directory.resolve("graded.txt"), "1 qid:a 1:1\n0 qid:a 1:2\n1 qid:b 1:1\n0 qid:b 1:3\n");
        Path votes = Files.writeString(directory.resolve("graded.csv"), "query,better,worse\na,1,2\nb,2,1\n");
        CommandRun run = run("train --measure pd --folds 2 --train " + items + " --preferences " + votes + " --out "
                + directory.resolve("graded.json"));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.err()).contains(items + ": its labels are not looked at");
    }

    static Stream<Arguments> faults() {
        String train = "train --train " + TRAIN + " --out model.json --preferences " + TRAIN_VOTES + " ";
        String eval = "eval --data " + TEST + " --preferences " + TEST_VOTES + " ";
        return Stream.of(
                Arguments.of(train + "--measure ndcg@10", "'ndcg@10' needs grades; over observed preferences"),
                Arguments.of(train + "--measure kendall --surrogate pairs", "'kendall' needs grades"),
                Arguments.of(train + "--measure pd(weight=difference)", "bring their own weights: 'pd' takes them"),
                Arguments.of(train + "--measure pd --surrogate ranknet", "'ranknet' makes its own pairs of grades"),
                Arguments.of(train + "--ranking L --measure pd", "--preferences needs --surrogate pairs or --measure"),
                Arguments.of(train + "--loss-matrix 0-1", "--preferences needs --surrogate pairs or --measure"),
                Arguments.of(train + "--measure pd --valid " + TEST, "--valid-preferences need"),
                Arguments.of(train + "--measure pd --valid-preferences " + TEST_VOTES, "--valid-preferences need"),
                Arguments.of(
                        "train --train " + TRAIN + " --out model.json --measure pd(weight=observed)",
                        "'pd(weight=observed)' is over observed preferences: give --preferences"),
                Arguments.of(eval + "--score match --measures pd,map", "'map' needs grades"),
                Arguments.of(
                        eval + "--score match --compat trec_eval", "without --qrels, --loss-matrix, --level, --compat"),
                Arguments.of(eval + "--qrels q.txt --run r.txt", "without --qrels"),
                Arguments.of(
                        "eval --data " + TEST + " --score match --measures pd(weight=observed)", "give --preferences"),
                Arguments.of("check --measure pd(weight=observed)", "give --labels graphs"),
                Arguments.of(
                        "train --train " + TRAIN + " --out model.json --measure pd --preferences " + TEST_VOTES,
                        TEST_VOTES + ":2: found query 'test1', expected a query of " + TRAIN));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatDoesNotGoTogetherIsRefusedInOneLine(String line, String message) {
        CommandRun run = run(line);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(run.err()).contains(message);
        assertThat(Path.of("model.json")).doesNotExist();
    }

    @Test
    void modelsWithPreferencesAreNotMeasuredWithoutThem() {
        for (String line : List.of("diagnose --model " + pairs, "importance --model " + scores)) {
            CommandRun run = run(line + " --data " + TEST);
            assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.err()).contains("give --preferences");
        }
    }

    @Test
    void explainKnowsObservedPreferences() throws IOException {
        assertThat(json("explain --measure pd(weight=observed)")
                        .path("calibrated")
                        .asText())
                .isEqualTo("under-condition");
        assertThat(json("explain --measure pd(weight=observed) --surrogate pairs")
                        .path("calibrated")
                        .asText())
                .isEqualTo("always");
    }
}
