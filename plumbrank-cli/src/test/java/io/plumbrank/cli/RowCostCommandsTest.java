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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code train --costs}, and what the other commands make of its models. */
class RowCostCommandsTest {
    @TempDir
    Path folder;

    private String write(String name, int rows, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("id,a,b,cost_call,cost_mail,cost_none\n");
        for (int i = 0; i < rows; i++) {
            double a = random.nextDouble();
            double value = 50 * random.nextDouble();
            boolean buys = random.nextDouble() < a;
            text.append("k")
                    .append(i)
                    .append(',')
                    .append(a)
                    .append(',')
                    .append(value)
                    .append(',');
            text.append(10 - (buys ? value : 0))
                    .append(',')
                    .append(1 - (buys && i % 3 == 0 ? value : 0))
                    .append(",0\n");
        }
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static CommandRun run(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return run;
    }

    private String trained() throws IOException {
        String model = folder.resolve("model.json").toString();
        run("train", "--costs", "cost_", "--train", write("train.csv", 600, 1), "--model", "linear", "--out", model);
        return model;
    }

    @Test
    void evaluationIsInMoneyBesideAlwaysPredictingTheSame() throws IOException {
        String model = trained();
        String test = write("test.csv", 300, 2);
        JsonNode json = new ObjectMapper()
                .readTree(run("eval", "--model", model, "--data", test, "--format", "json")
                        .out());
        double[] sums = new double[3];
        List<String> lines = Files.readAllLines(Path.of(test));
        List<String> predicted = run("predict", "--model", model, "--data", test, "--output", "tsv")
                .out()
                .lines()
                .toList();
        assertThat(predicted.get(0)).isEqualTo("row\tprediction\trunnerUp\tcostAbove\tid");
        double own = 0;
        for (int i = 1; i < lines.size(); i++) {
            String[] fields = lines.get(i).split(",");
            for (int t = 0; t < 3; t++) {
                sums[t] += Double.parseDouble(fields[3 + t]) / 300;
            }
            String[] prediction = predicted.get(i).split("\t");
            assertThat(prediction[4]).isEqualTo("k" + (i - 1));
            own += Double.parseDouble(fields[3 + List.of("call", "mail", "none").indexOf(prediction[1])]) / 300;
        }
        JsonNode measures = json.get("measures");
        assertThat(measures.get(0).get("mean").asDouble()).isCloseTo(own, within(1e-5));
        String[] names = {"always call", "always mail", "always none"};
        for (int t = 0; t < 3; t++) {
            assertThat(measures.get(1 + t).get("run").asText()).isEqualTo(names[t]);
            assertThat(measures.get(1 + t).get("mean").asDouble()).isCloseTo(sums[t], within(1e-5));
            assertThat(measures.get(1 + t).get("low").asDouble()).isLessThanOrEqualTo(sums[t] + 1e-9);
        }
        assertThat(json.get("comparisons")).hasSize(3);
        assertThat(own).isLessThan(Math.min(sums[0], Math.min(sums[1], sums[2])));
    }

    /** A class whose costs are those of a matrix is the special case that {@code --loss-matrix} has: the decisions are the same. */
    @Test
    void costsByClassGiveTheDecisionsOfTheirMatrix() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        StringBuilder byClass = new StringBuilder("a,b,label\n");
        StringBuilder byRow = new StringBuilder("a,b,c_x,c_y\n");
        for (int i = 0; i < 300; i++) {
            String x = random.nextDouble() + "," + random.nextDouble();
            boolean bad = random.nextDouble() < Double.parseDouble(x.split(",")[0]) * 0.5;
            byClass.append(x).append(bad ? ",bad\n" : ",good\n");
            byRow.append(x).append(bad ? ",5,0\n" : ",0,1\n");
        }
        String classes =
                Files.writeString(folder.resolve("classes.csv"), byClass).toString();
        String rows = Files.writeString(folder.resolve("rows.csv"), byRow).toString();
        String matrix = Files.writeString(folder.resolve("m.csv"), "truth,x,y\nbad,5,0\ngood,0,1\n")
                .toString();
        String one = folder.resolve("one.json").toString();
        String other = folder.resolve("other.json").toString();
        run(
                "train",
                "--loss-matrix",
                matrix,
                "--train",
                classes,
                "--model",
                "linear",
                "--lambda",
                "0.01",
                "--out",
                one);
        run("train", "--costs", "c_", "--train", rows, "--model", "linear", "--lambda", "0.01", "--out", other);
        List<String> first = run("predict", "--model", one, "--data", classes, "--output", "tsv")
                .out()
                .lines()
                .toList();
        List<String> second = run("predict", "--model", other, "--data", rows, "--output", "tsv")
                .out()
                .lines()
                .toList();
        assertThat(first).hasSize(301);
        for (int i = 1; i <= 300; i++) {
            assertThat(second.get(i)).startsWith(first.get(i) + "\t");
        }
        assertThat(first.stream().filter(line -> line.endsWith("\tx"))).isNotEmpty();
        assertThat(first.stream().filter(line -> line.endsWith("\ty"))).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a,c_x,c_y;1,2,3;2,1,NA      | :3: found nothing in column 'c_y', expected the cost of every prediction
            a,c_x,c_y;1,2,3;2,1,much    | :3: found 'much' in column 'c_y', expected a decimal number
            a,c_x,d_y;1,2,3;2,1,3       | :1: found one column whose name begins with 'c_', expected a column of costs
            a,d_x,d_y;1,2,3;2,1,3       | :1: found no column whose name begins with 'c_', expected a column of costs
            """)
    void badCostsAreRefusedInOneLine(String lines, String fault) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.csv"), lines.replace(';', '\n') + "\n");
        String out = folder.resolve("model.json").toString();
        CommandRun run =
                CommandRun.of("train", "--costs", "c_", "--train", file.toString(), "--model", "linear", "--out", out);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(file + fault);
    }

    @Test
    void aTestFileWithoutAColumnOfCostsIsPredictedAndNotEvaluated() throws IOException {
        String model = trained();
        String bare = Files.writeString(folder.resolve("bare.csv"), "a,b\n0.1,3\n0.9,40\n")
                .toString();
        assertThat(run("predict", "--model", model, "--data", bare, "--output", "tsv")
                        .out()
                        .lines())
                .hasSize(3);
        CommandRun eval = CommandRun.of("eval", "--model", model, "--data", bare);
        assertThat(eval.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(eval.err()).hasLineCount(1).contains("no column whose name begins with 'cost_'");
        String two = Files.writeString(folder.resolve("two.csv"), "a,b,cost_call,cost_none\n0.1,3,1,0\n")
                .toString();
        CommandRun missing = CommandRun.of("eval", "--model", model, "--data", two);
        assertThat(missing.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(missing.err()).hasLineCount(1).contains("those of the training data: call, mail, none");
    }

    @Test
    void otherCommandsTakeTheModel() throws IOException {
        String model = trained();
        String test = write("test.csv", 100, 3);
        assertThat(run("explain", "--model", model).out()).contains("A model of costs per row", "RAT13, Theorem 3");
        Path report = folder.resolve("r.html");
        run("report", "--model", model, "--data", test, "--out", report.toString());
        assertThat(Files.readString(report)).contains("always call", "always none", "Importance of features", "Holm");
        CommandRun export = run(
                "export",
                "--model",
                model,
                "--to",
                "java",
                "--out",
                folder.resolve("Costs.java").toString());
        assertThat(export.exit()).isEqualTo(Exit.DONE);
    }

    /** Of two rows a shuffle leaves all as it is, or exchanges the two. */
    @Test
    void importanceIsWhatExchangedRowsCostMore() throws IOException {
        String model = trained();
        String header = "a,b,cost_call,cost_mail,cost_none\n";
        String costs = ",1,7,3\n";
        String own = two("own.csv", header + "0.95,25" + costs + "0.05,25,20,2,0\n");
        String other = two("other.csv", header + "0.05,25" + costs + "0.95,25,20,2,0\n");
        JsonNode json = json("importance", "--model", model, "--data", own, "--repeats", "40");
        double mean = mean(model, own);
        assertThat(json.get("value").asDouble()).isCloseTo(mean, within(1e-9));
        JsonNode a = feature(json, "a");
        double exchanged = a.get("drop").asDouble() * 40 / (mean(model, other) - mean);
        assertThat(exchanged).isBetween(1.0, 39.0).isCloseTo(Math.rint(exchanged), within(1e-6));
        assertThat(feature(json, "b").get("drop").asDouble()).isZero();
    }

    private String two(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static JsonNode json(String... args) throws IOException {
        String[] all = Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--format";
        all[args.length + 1] = "json";
        return new ObjectMapper().readTree(run(all).out());
    }

    private static double mean(String model, String data) throws IOException {
        return json("eval", "--model", model, "--data", data)
                .at("/measures/0/mean")
                .asDouble();
    }

    private static JsonNode feature(JsonNode importance, String name) {
        for (JsonNode feature : importance.get("features")) {
            if (feature.get("feature").asText().equals(name)) {
                return feature;
            }
        }
        throw new AssertionError("no feature " + name);
    }

    /** The margin of the first above the second is what {@code predict} says that the second costs more. */
    @Test
    void whySaysByHowMuchTheRunnerUpCostsMore() throws IOException {
        String model = trained();
        String test = write("test.csv", 50, 4);
        List<String> predicted = run("predict", "--model", model, "--data", test, "--output", "tsv")
                .out()
                .lines()
                .toList();
        for (int row : new int[] {1, 17, 50}) {
            String[] fields = predicted.get(row).split("\t");
            JsonNode why = json("why", "--model", model, "--data", test, "--query", Integer.toString(row));
            assertThat(why.at("/above/prediction").asText()).isEqualTo(fields[1]);
            assertThat(why.at("/below/prediction").asText()).isEqualTo(fields[2]);
            assertThat(why.get("margin").asDouble()).isCloseTo(Double.parseDouble(fields[3]), within(1e-6));
            double sum = why.get("usual").asDouble();
            for (JsonNode feature : why.get("features")) {
                sum += feature.get("contribution").asDouble();
            }
            assertThat(sum).isCloseTo(why.get("margin").asDouble(), within(1e-6));
        }
    }
}
