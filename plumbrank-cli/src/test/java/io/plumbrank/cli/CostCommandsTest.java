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
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Decisions at the least expected cost: {@code train --surrogate logistic}, {@code predict --loss-matrix}, {@code decide}. */
class CostCommandsTest {
    private static final String COSTS = "examples/triage/costs.csv";
    private static final String TRAIN = "examples/triage/train.csv";
    private static final String TEST = "examples/triage/test.csv";

    @TempDir
    Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private String trained(String... more) {
        String out = folder.resolve("model.json").toString();
        List<String> args = new ArrayList<>(
                List.of("train", "--loss-matrix", COSTS, "--train", TRAIN, "--valid", TEST, "--out", out, "--quiet"));
        args.addAll(List.of(more));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return out;
    }

    @ParameterizedTest
    @ValueSource(strings = {"id,flu,cold,pneumonia", "\"\",flu,cold,pneumonia"})
    void decideCarriesTheNamesOfRows(String header) throws IOException {
        String p = file("p.csv", header + "\nann,.2,.7,.1\nbob,0.5,0.5,0\n");
        CommandRun run = CommandRun.of("decide", "--probabilities", p, "--loss-matrix", COSTS);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.out().lines())
                .containsExactly(
                        "row\tprediction\texpectedCost\trunnerUp\trunnerUpCost\tid",
                        "1\tpills\t2.7\thome\t3.6\tann",
                        "2\tpills\t0.5\thome\t1.5\tbob");
        CommandRun json = CommandRun.of("decide", "--probabilities", p, "--loss-matrix", COSTS, "--output", "jsonl");
        assertThat(json.out().lines().findFirst().orElseThrow()).endsWith(",\"id\":\"ann\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"squared", "logistic"})
    void predictionsCarryTheNamesOfRows(String surrogate) throws IOException {
        String model = trained("--surrogate", surrogate, "--model", "linear");
        List<String> lines = Files.readAllLines(Path.of(TEST));
        StringBuilder named = new StringBuilder("id," + lines.get(0) + "\n");
        for (int i = 1; i < lines.size(); i++) {
            named.append("p").append(i).append(',').append(lines.get(i)).append('\n');
        }
        List<String> plain = CommandRun.of("predict", "--model", model, "--data", TEST, "--output", "tsv")
                .out()
                .lines()
                .toList();
        CommandRun run = CommandRun.of(
                "predict", "--model", model, "--data", file("named.csv", named.toString()), "--output", "tsv");
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        List<String> with = run.out().lines().toList();
        assertThat(with.get(0)).isEqualTo(plain.get(0) + "\tid");
        for (int i = 1; i < plain.size(); i++) {
            assertThat(with.get(i)).isEqualTo(plain.get(i) + "\tp" + i);
        }
    }

    /** By hand: .7·0 + .2·3 + .1·30 = 3.6 at home, .7 + 2 = 2.7 with pills, 4.2 + 1 = 5.2 in hospital. */
    @Test
    void decideTakesTheLeastExpectedCost() throws IOException {
        String p = file("p.csv", "flu,cold,pneumonia\n.2,.7,.1\n0.5,0.5,0\n0.3333,0.3333,0.3333\n");
        CommandRun run = CommandRun.of("decide", "--probabilities", p, "--loss-matrix", COSTS);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        List<String> lines = run.out().lines().toList();
        assertThat(lines.get(0)).isEqualTo("row\tprediction\texpectedCost\trunnerUp\trunnerUpCost");
        assertThat(lines.get(1)).isEqualTo("1\tpills\t2.7\thome\t3.6");
        assertThat(lines.get(2)).isEqualTo("2\tpills\t0.5\thome\t1.5");
        assertThat(lines.get(3)).startsWith("3\thospital\t3.66666").containsPattern("\tpills\t(6\\.9999|7\\.0)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            flu,cold,pneumonia;.2,.7,.2   | :2: found probabilities that sum to 1.1, expected a sum of 1, within 0.001
            flu,cold,pneumonia;.2,.9,-.1  | :2: found '-.1' for class 'pneumonia', expected a probability, from 0 to 1
            flu,cold,pneumonia;.2,.8,NaN  | :2: found 'NaN' for class 'pneumonia', expected a probability, from 0 to 1
            flu,cold,pneumonia;.2,.8,x    | :2: found 'x' for class 'pneumonia', expected a probability, from 0 to 1
            flu,cold,pneumonia;.2,.8      | :2: found 2 cells, expected 3 as in the header
            flu,cold;.2,.8                | :1: found no column for class 'pneumonia', expected a column for each class
            flu,cold,cough;.2,.8,0        | :1: found column 'cough', expected the classes of the loss matrix alone, by name: cold
            flu,cold,cold;.2,.8,0         | :1: found column 'cold' twice, expected each class once
            """)
    void badProbabilitiesAreRefusedInOneLine(String text, String message) throws IOException {
        String p = file("p.csv", text.strip().replace(';', '\n') + "\n");
        CommandRun run = CommandRun.of("decide", "--probabilities", p, "--loss-matrix", COSTS);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith(p + message.strip()).hasLineCount(1);
    }

    /** The same decisions as {@code decide} by the model's own probabilities; and another matrix by the same fit. */
    @Test
    void aModelOfProbabilitiesDecidesForAnyCosts() throws IOException {
        String model = trained("--surrogate", "logistic");
        JsonNode first = new ObjectMapper()
                .readTree(CommandRun.of("predict", "--model", model, "--data", TEST, "--output", "jsonl")
                        .out()
                        .lines()
                        .findFirst()
                        .orElseThrow());
        assertThat(first.get("expectedCost").asDouble())
                .isLessThanOrEqualTo(first.get("runnerUpCost").asDouble());
        String other = file("other.csv", "illness,rest,act\npneumonia,9,0\ncold,0,1\nflu,0,1\n");
        CommandRun run =
                CommandRun.of("predict", "--model", model, "--data", TEST, "--loss-matrix", other, "--output", "jsonl");
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        JsonNode again =
                new ObjectMapper().readTree(run.out().lines().findFirst().orElseThrow());
        double rest = again.get("prediction").asText().equals("rest")
                ? again.get("expectedCost").asDouble()
                : again.get("runnerUpCost").asDouble();
        double act = again.get("prediction").asText().equals("act")
                ? again.get("expectedCost").asDouble()
                : again.get("runnerUpCost").asDouble();
        // 9 p and 1 − p of the same p
        assertThat(rest / 9).isCloseTo(1 - act, within(1e-9));
        JsonNode p = again.get("probabilities");
        double pneumonia = p.get("pneumonia").asDouble();
        assertThat(p.get("cold").asDouble() + p.get("flu").asDouble() + pneumonia)
                .isCloseTo(1, within(1e-9));
        assertThat(again.get("expectedCosts").get("rest").asDouble()).isCloseTo(9 * pneumonia, within(1e-9));
        assertThat(again.get("expectedCosts").get("act").asDouble()).isCloseTo(1 - pneumonia, within(1e-9));
    }

    @Test
    void leastSquaresDecidesForCostsInTheSpanAndRefusesOthers() throws IOException {
        String four = file("four.csv", "c,a,b\nw,0,3\nx,1,2\ny,2,1\nz,3,0\n");
        StringBuilder rows = new StringBuilder("label,f\n");
        for (int i = 0; i < 40; i++) {
            rows.append("wxyz".charAt(i % 4))
                    .append(',')
                    .append(i % 4 + i / 40.0)
                    .append('\n');
        }
        String data = file("rows.csv", rows.toString());
        String model = folder.resolve("four.json").toString();
        assertThat(CommandRun.of("train", "--loss-matrix", four, "--train", data, "--out", model, "--quiet")
                        .exit())
                .isEqualTo(Exit.DONE);
        // affine in the one dimension 0, 1, 2, 3 that was fitted: b costs 1 and a the class
        String inside = file("inside.csv", "c,a,b\nw,0,1.5\nx,1,1.5\ny,2,1.5\nz,3,1.5\n");
        CommandRun good = CommandRun.of("predict", "--model", model, "--data", data, "--loss-matrix", inside);
        CommandRun own = CommandRun.of("predict", "--model", model, "--data", data);
        assertThat(good.exit()).as(good.err()).isEqualTo(Exit.DONE);
        assertThat(good.out()).isEqualTo(own.out());
        String outside = file("outside.csv", "c,a,b\nw,0,1\nx,1,0\ny,0,1\nz,1,0\n");
        CommandRun bad = CommandRun.of("predict", "--model", model, "--data", data, "--loss-matrix", outside);
        assertThat(bad.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(bad.out()).isEmpty();
        assertThat(bad.err())
                .contains("these costs need more than the 1 outputs that the model was fitted to tell: train with");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "temperature", "isotonic"})
    void evalJudgesProbabilities(String calibration) throws IOException {
        String model = trained("--surrogate", "logistic", "--calibrate", calibration);
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("eval", "--model", model, "--data", TEST, "--format", "json")
                        .out());
        assertThat(json.get("measures"))
                .extracting(measure -> measure.get("measure").asText())
                .containsExactly("loss", "brier", "log-loss");
        double weight = 0;
        double hits = 0;
        for (JsonNode bin : json.get("reliability")) {
            weight += bin.get("weight").asDouble();
            hits += bin.get("weight").asDouble() * bin.get("observed").asDouble();
        }
        // each row counts once per class, and one class of each is true
        assertThat(weight).isCloseTo(6000, within(1e-6));
        assertThat(hits).isCloseTo(2000, within(1e-6));
        assertThat(json.get("calibrationError").asDouble()).isBetween(0.0, 0.05);
        assertThat(json.get("surrogateRisk").asDouble())
                .isCloseTo(json.get("measures").get(2).get("mean").asDouble(), within(1e-9));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --surrogate hinge                       | for loss matrices the surrogate is squared, logistic or auto, not 'hinge'
            --calibrate isotonic                    | --calibrate needs --surrogate logistic or auto
            --surrogate logistic --calibrate platt  | probabilities are calibrated by none, temperature or isotonic, not 'platt'
            --surrogate logistic --dimension 1      | --dimension needs --surrogate squared
            """)
    void whatMeansNothingIsRefused(String options, String message) {
        String line = "train --loss-matrix " + COSTS + " --train " + TRAIN + " --out " + folder.resolve("m.json") + " "
                + options.strip();
        CommandRun run = CommandRun.of(line.split(" "));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains(message.strip());
    }

    @Test
    void checkKnowsTheLogisticSurrogateOfAMatrixAndATruncatedOne() {
        CommandRun logistic = CommandRun.of(
                "check", "--loss-matrix", COSTS, "--surrogate", "logistic", "--trials", "300", "--format", "json");
        assertThat(logistic.exit()).as(logistic.out()).isEqualTo(Exit.DONE);
        CommandRun truncated =
                CommandRun.of("check", "--loss-matrix", "ordinal(n=5)", "--dimension", "1", "--trials", "500");
        assertThat(truncated.exit()).as("one dimension of four is not enough").isEqualTo(Exit.NO);
        CommandRun whole =
                CommandRun.of("check", "--loss-matrix", "ordinal(n=5)", "--dimension", "4", "--trials", "500");
        assertThat(whole.exit()).isEqualTo(Exit.DONE);
    }

    /** RankNet's loss written out finds what RankNet finds. */
    @Test
    void aSurrogateOfOnesOwnIsCheckedByItsFormula() throws IOException {
        String line =
                "check --measure pd --labels graphs --condition low-noise --trials 1000 --format json --surrogate ";
        CommandRun formula = CommandRun.of((line + "phi=log(1+exp(-z))").split(" "));
        CommandRun named = CommandRun.of((line + "ranknet").split(" "));
        assertThat(formula.exit()).isEqualTo(Exit.NO);
        JsonNode own = new ObjectMapper().readTree(formula.out()).get("counterexample");
        JsonNode known = new ObjectMapper().readTree(named.out()).get("counterexample");
        for (String key : List.of("labels", "fractions", "decoded", "optimal", "regretText")) {
            assertThat(own.get(key)).as(key).isEqualTo(known.get(key));
        }
        CommandRun concave = CommandRun.of((line + "phi=log(30-z)").split(" "));
        assertThat(concave.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(concave.err()).contains("phi must be convex");
    }

    @Test
    void severalConditionsSayWhichImpliesWhich() throws IOException {
        CommandRun run = CommandRun.of(
                "check --measure pd --labels graphs --items 4 --condition scores --condition dag --trials 500 --format json"
                        .split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        JsonNode pairs = new ObjectMapper().readTree(run.out()).get("containments");
        assertThat(pairs.get(0).get("given").asText()).isEqualTo("scores");
        assertThat(pairs.get(0).get("obeyed").asInt())
                .isEqualTo(pairs.get(0).get("examined").asInt());
        assertThat(pairs.get(1).get("obeyed").asInt())
                .as("an acyclic graph need not agree with the scores")
                .isLessThan(pairs.get(1).get("examined").asInt());
    }
}
