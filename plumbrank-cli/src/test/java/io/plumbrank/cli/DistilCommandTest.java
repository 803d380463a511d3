package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code train --distil}: the scores of a model with context, fitted by one without. */
class DistilCommandTest {
    private static final int ITEMS = 6;

    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("train.csv"), csv(1, 150));
        Files.writeString(folder.resolve("valid.csv"), csv(2, 60));
    }

    /** Grades follow how far an item's a is above that of the others. */
    private static String csv(long seed, int queries) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("query,docid,label,a,b\n");
        for (int q = 0; q < queries; q++) {
            double offset = random.nextDouble(4);
            for (int i = 0; i < ITEMS; i++) {
                double a = random.nextDouble();
                double b = random.nextDouble();
                int grade = (int) Math.max(0, Math.min(2, 3 * a + b + random.nextDouble() - 1));
                text.append("q" + q + ",d" + i + "," + grade + "," + (float) (a + offset) + "," + (float) b + "\n");
            }
        }
        return text.toString();
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private CommandRun train(String out, String... more) {
        List<String> args =
                new ArrayList<>(List.of("train", "--train", file("train.csv"), "--valid", file("valid.csv")));
        args.addAll(List.of("--out", file(out)));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static CommandRun done(CommandRun run) {
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return run;
    }

    /** By query and item. */
    private Map<String, Double> scores(String model, String data) {
        CommandRun run = done(
                CommandRun.of("predict", "--model", file(model), "--data", file(data), "--output", "tsv", "--quiet"));
        Map<String, Double> scores = new HashMap<>();
        run.out()
                .lines()
                .skip(1)
                .map(line -> line.split("\t"))
                .forEach(fields -> scores.put(fields[0] + "," + fields[1], Double.valueOf(fields[3])));
        return scores;
    }

    /** The normal equations of the context model's printed scores, solved here; by pairs, within each query. */
    @ParameterizedTest
    @CsvSource({"squared, z", "pairwise-squared, rank"})
    void theModelIsLeastSquaresOnTheScoresOfTheModelWithContext(String surrogate, String context) throws IOException {
        done(train(
                "teacher.json",
                "--model",
                "linear",
                "--measure",
                "ndcg@5",
                "--context",
                context,
                "--surrogate",
                surrogate));
        done(train(
                "plain.json",
                "--model",
                "linear",
                "--measure",
                "ndcg@5",
                "--distil",
                file("teacher.json"),
                "--lambda",
                "1e-9"));
        Map<String, Double> targets = scores("teacher.json", "train.csv");
        Map<String, Double> fitted = scores("plain.json", "train.csv");
        List<String> lines = Files.readAllLines(folder.resolve("train.csv"));
        int rows = lines.size() - 1;
        // a, b, a constant where scores are not centred, and the targets
        double[][] x = new double[rows][];
        double[] u = new double[rows];
        for (int row = 0; row < rows; row++) {
            String[] fields = lines.get(row + 1).split(",");
            String item = fields[0] + "," + fields[1];
            x[row] = new double[] {Float.parseFloat(fields[3]), Float.parseFloat(fields[4]), 1, targets.get(item)};
            u[row] = Objects.requireNonNull(fitted.get(item));
        }
        if (surrogate.startsWith("pairwise")) {
            for (int row = 0; row < rows; row += ITEMS) {
                centre(Arrays.copyOfRange(x, row, row + ITEMS));
                double mean = Arrays.stream(u, row, row + ITEMS).average().orElseThrow();
                for (int item = row; item < row + ITEMS; item++) {
                    u[item] -= mean;
                    x[item] = new double[] {x[item][0], x[item][1], x[item][3]};
                }
            }
        }
        double[] weights = leastSquares(x);
        for (int row = 0; row < rows; row++) {
            double direct = 0;
            for (int j = 0; j < weights.length; j++) {
                direct += weights[j] * x[row][j];
            }
            assertThat(u[row]).isCloseTo(direct, within(1e-4));
        }
        assertThat(Math.abs(weights[0])).isGreaterThan(0.01);
        // the labels' own fit is another
        done(train(
                "labels.json",
                "--model",
                "linear",
                "--measure",
                "ndcg@5",
                "--surrogate",
                surrogate,
                "--lambda",
                "1e-9"));
        assertThat(scores("labels.json", "train.csv")).isNotEqualTo(fitted);
    }

    private static void centre(double[][] rows) {
        for (int j = 0; j < rows[0].length; j++) {
            int column = j;
            double mean = Arrays.stream(rows)
                    .mapToDouble(row -> row[column])
                    .average()
                    .orElseThrow();
            Arrays.stream(rows).forEach(row -> row[column] -= mean);
        }
    }

    /** Normal equations by elimination; the last entry of a row is its target. */
    private static double[] leastSquares(double[][] rows) {
        int p = rows[0].length - 1;
        double[][] normal = new double[p][p + 1];
        for (double[] row : rows) {
            for (int i = 0; i < p; i++) {
                for (int j = 0; j <= p; j++) {
                    normal[i][j] += row[i] * row[j];
                }
            }
        }
        for (int i = 0; i < p; i++) {
            for (int k = 0; k < p; k++) {
                double factor = k == i ? 0 : normal[k][i] / normal[i][i];
                for (int j = 0; j <= p; j++) {
                    normal[k][j] -= factor * normal[i][j];
                }
            }
        }
        double[] weights = new double[p];
        Arrays.setAll(weights, i -> normal[i][p] / normal[i][i]);
        return weights;
    }

    /** The difference that is printed is that of two runs of {@code eval}. */
    @Test
    void whatIsLostIsPrintedAndThePlainModelCanBeExported() {
        done(train("teacher.json", "--model", "trees", "--measure", "ndcg@5", "--context", "z"));
        CommandRun run =
                done(train("plain.json", "--model", "trees", "--measure", "ndcg@5", "--distil", file("teacher.json")));
        String eval = done(CommandRun.of(
                        "eval",
                        "--model",
                        file("teacher.json"),
                        "--model",
                        file("plain.json"),
                        "--data",
                        file("valid.csv"),
                        "--measures",
                        "ndcg@5",
                        "--quiet"))
                .out();
        String[] words =
                run.err().substring(run.err().indexOf("valid.csv: ") + 11).split(" ");
        assertThat(eval.lines()
                        .filter(line -> line.contains("plain.json"))
                        .findFirst()
                        .orElseThrow())
                .contains(" " + words[0] + " ");
        assertThat(eval.lines()
                        .filter(line -> line.contains("teacher.json"))
                        .findFirst()
                        .orElseThrow())
                .contains(" " + words[2] + " ");
        assertThat(run.err()).contains("difference -0.");
        done(CommandRun.of("export", "--model", file("plain.json"), "--to", "solr", "--out", file("solr.json")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--model linear --context z|--distil|--context",
                "--model auto|--distil needs a --model by name|linear",
                "--model linear --surrogate squared|--distil|--surrogate",
                "--model linear --measure map|ranks for ndcg@5|give --measure ndcg@5",
            })
    void whatMakesNoSenseIsRefused(String options, String one, String other) {
        done(train("teacher.json", "--model", "linear", "--measure", "ndcg@5", "--context", "z"));
        List<String> args = new ArrayList<>(List.of(options.split(" ")));
        args.addAll(List.of("--distil", file("teacher.json")));
        if (!options.contains("--measure")) {
            args.addAll(List.of("--measure", "ndcg@5"));
        }
        CommandRun run = train("plain.json", args.toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(one).contains(other);
    }

    @Test
    void aModelOfSingleItemsIsRefused() {
        done(train("single.json", "--model", "linear", "--measure", "ndcg@5"));
        CommandRun run = train("m.json", "--model", "linear", "--measure", "ndcg@5", "--distil", file("single.json"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("sees one item at a time already: use it as it is");
    }
}
