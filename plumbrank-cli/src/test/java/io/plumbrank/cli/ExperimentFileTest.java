package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentFileTest {
    private static final String TWO_FOLDS = """
            title = "Two folds"
            data = "parts"
            measures = ["ndcg@5", "map"]

            [[folds]]
            train = ["a.txt", "b.txt"]
            valid = ["c.txt"]
            test = ["d.txt"]

            [[folds]]
            train = ["d.txt"]
            test = ["a.txt", "c.txt"]

            [[models]]
            name = "strong"
            options = ["--measure", "ndcg@5", "--model", "linear", "--lambda", "0.01"]

            [[models]]
            name = "flat"
            options = ["--measure", "ndcg@5", "--model", "linear", "--lambda", "1000000"]
            """;

    @TempDir
    Path folder;

    private Path file;

    /** The same names of queries in every part. */
    @BeforeEach
    void write() throws IOException {
        Files.createDirectory(folder.resolve("parts"));
        Random random = new Random(2);
        for (String part : List.of("a", "b", "c", "d")) {
            StringBuilder text = new StringBuilder();
            for (int query = 0; query < 12; query++) {
                for (int item = 0; item < 8; item++) {
                    double good = random.nextGaussian();
                    long label = Math.max(0, Math.min(2, Math.round(good + 0.5 * random.nextGaussian())));
                    text.append(label).append(" qid:").append(part.equals("b") ? query + 100 : query);
                    text.append(" 1:")
                            .append((float) good)
                            .append(" 2:")
                            .append(random.nextFloat())
                            .append('\n');
                }
            }
            Files.writeString(folder.resolve("parts").resolve(part + ".txt"), text);
        }
        file = folder.resolve("two.toml");
        Files.writeString(file, TWO_FOLDS);
    }

    private CommandRun run(String... more) {
        List<String> args = new ArrayList<>(List.of("experiment", file.toString(), "--threads", "1"));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    /** By {@code train} and {@code eval} themselves, fold by fold. */
    private double mean(String lambda, String measure) throws IOException {
        Path parts = folder.resolve("parts");
        Files.writeString(
                parts.resolve("ab.txt"),
                Files.readString(parts.resolve("a.txt")) + Files.readString(parts.resolve("b.txt")));
        double sum = 0;
        int count = 0;
        for (String[] fold : new String[][] {{"ab", "d"}, {"d", "a"}, {"d", "c"}}) {
            Path model = folder.resolve("m.json");
            assertThat(CommandRun.of(
                                    "train",
                                    "--measure",
                                    "ndcg@5",
                                    "--model",
                                    "linear",
                                    "--lambda",
                                    lambda,
                                    "--train",
                                    parts.resolve(fold[0] + ".txt").toString(),
                                    "--out",
                                    model.toString(),
                                    "--quiet")
                            .exit())
                    .isZero();
            List<String> lines = CommandRun.of(
                            "eval",
                            "--model",
                            model.toString(),
                            "--data",
                            parts.resolve(fold[1] + ".txt").toString(),
                            "--measures",
                            measure,
                            "--per-query",
                            "--format",
                            "csv")
                    .out()
                    .lines()
                    .filter(line -> !line.contains(",all,") && !line.startsWith("run,"))
                    .toList();
            for (String line : lines) {
                sum += Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
                count++;
            }
        }
        assertThat(count).isEqualTo(36);
        return sum / count;
    }

    @Test
    void theMeansAreThoseOfTrainAndEvalOverAllFolds() throws IOException {
        JsonNode json = new ObjectMapper().readTree(run("--format", "json").out());
        assertThat(json.path("rows")).hasSize(4);
        for (JsonNode row : json.path("rows")) {
            String lambda = row.path("setting").asText().equals("strong") ? "0.01" : "1000000";
            assertThat(row.path("mean").asDouble())
                    .isCloseTo(mean(lambda, row.path("measure").asText()), within(1e-12));
            assertThat(row.path("size").asInt()).isEqualTo(36);
            assertThat(row.path("low").asDouble()).isLessThan(row.path("mean").asDouble());
            assertThat(row.path("seconds").asDouble()).isPositive();
        }
        double strong = json.path("rows").get(0).path("mean").asDouble();
        double flat = json.path("rows").get(1).path("mean").asDouble();
        assertThat(json.path("rows").get(1).path("difference").asDouble()).isCloseTo(flat - strong, within(1e-12));

        List<FileTime> times = times();
        assertThat(run("--format", "json").exit()).isZero();
        assertThat(times()).as("nothing is trained again").isEqualTo(times);

        expect("strong", strong + 0.0005, 0.001);
        assertThat(run("--verify").exit()).isZero();
        assertThat(run().out())
                .contains("Two folds (2 folds)")
                .contains("strong")
                .contains("p (Holm)");
        Files.writeString(file, TWO_FOLDS);
        expect("strong", strong + 0.01, 0.001);
        CommandRun moved = run("--verify");
        assertThat(moved.exit()).isEqualTo(1);
        assertThat(moved.out()).contains("moved: strong, ndcg@5 is " + strong);
        assertThat(times()).isEqualTo(times);

        Path part = folder.resolve("parts").resolve("d.txt");
        Files.writeString(part, Files.readString(part) + "1 qid:77 1:1 2:0\n0 qid:77 1:2 2:0\n");
        assertThat(run().exit()).isZero();
        assertThat(times()).as("the fold that trains on it is trained again").hasSize(times.size() + 2);
    }

    private void expect(String model, double mean, double tolerance) throws IOException {
        Files.writeString(
                file,
                TWO_FOLDS + "\n[[expected]]\nmodel = \"" + model + "\"\nmeasure = \"ndcg@5\"\nmean = " + mean
                        + "\ntolerance = " + tolerance + "\n");
    }

    private List<FileTime> times() throws IOException {
        List<FileTime> times = new ArrayList<>();
        try (Stream<Path> kept = Files.list(folder.resolve("two.toml.cache"))) {
            for (Path each : kept.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                times.add(Files.getLastModifiedTime(each));
            }
        }
        return times;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "title = \"Two folds\"|title = |two.toml:1: found text that is no TOML",
                "measures = [\"ndcg@5\", \"map\"]|measures = [\"ndgc@5\"]|ndcg",
                "\"a.txt\", \"b.txt\"|\"e.txt\"|no file",
                "\"a.txt\", \"b.txt\"|\"a.txt\", \"d.txt\"|files of a part with queries of their own",
                "name = \"flat\"|name = \"strong\"|two models have the same name",
                "\"--lambda\", \"0.01\"|\"--out\", \"m.json\"|'--out' is set by the experiment",
                "title =|titel =|'title'",
                "valid =|validate =|'folds[0].validate' is a field that this version does not know",
                "\"--lambda\", \"0.01\"|\"--lamda\", \"0.01\"|found that train ended with 2"
            })
    void whatCannotBeRunIsRefused(String from, String to, String message) throws IOException {
        Files.writeString(file, TWO_FOLDS.replace(from, to));
        CommandRun run = run();
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains(message).hasLineCount(1);
    }

    @Test
    void optionsThatMeanNothingAreRefused() {
        assertThat(run("--verify").err()).contains("--verify has nothing to look at");
        assertThat(run("--runs", "3").err()).contains("--runs has no meaning here");
        assertThat(CommandRun.of("experiment", "movielens", "--data", folder.toString(), "--verify")
                        .err())
                .contains("--verify has no meaning here");
    }
}
