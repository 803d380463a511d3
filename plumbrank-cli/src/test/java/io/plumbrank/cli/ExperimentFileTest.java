package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.experiments.ExperimentFile;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        for (String part : List.of("a", "b", "c", "d", "e")) {
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
            // the last line of the first part has no end
            Files.writeString(
                    folder.resolve("parts").resolve(part + ".txt"),
                    part.equals("a") ? text.toString().strip() : text);
        }
        file = folder.resolve("two.toml");
        Files.writeString(file, TWO_FOLDS);
    }

    /** The first alone, which joins files, or the last alone, which does not; each training is a process. */
    private static String oneFold(boolean first) {
        return first
                ? TWO_FOLDS.replaceFirst("(?s)\\[\\[folds]]\ntrain = \\[\"d.*?(?=\\[\\[models)", "")
                : TWO_FOLDS.replaceFirst("(?s)train = .*?\\[\\[folds]]\n", "");
    }

    private CommandRun run(String... more) {
        List<String> args = new ArrayList<>(List.of("experiment", file.toString(), "--threads", "1"));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    /** By {@code train} and {@code eval} themselves, fold by fold. */
    private double[] values(String lambda, String measure) throws IOException {
        Path parts = folder.resolve("parts");
        Files.writeString(
                parts.resolve("ab.txt"),
                Files.readString(parts.resolve("a.txt")) + "\n" + Files.readString(parts.resolve("b.txt")));
        List<Double> values = new ArrayList<>();
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
                values.add(Double.valueOf(line.substring(line.lastIndexOf(',') + 1)));
            }
        }
        assertThat(values).hasSize(36);
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Test
    void theMeansAreThoseOfTrainAndEvalOverAllFolds() throws IOException {
        JsonNode json = new ObjectMapper().readTree(run("--format", "json").out());
        assertThat(json.path("rows")).hasSize(4);
        for (JsonNode row : json.path("rows")) {
            String lambda = row.path("setting").asText().equals("strong") ? "0.01" : "1000000";
            double[] values = values(lambda, row.path("measure").asText());
            double mean = Arrays.stream(values).average().orElseThrow();
            double variance = Arrays.stream(values)
                            .map(value -> (value - mean) * (value - mean))
                            .sum()
                    / 35;
            assertThat(row.path("mean").asDouble()).isCloseTo(mean, within(1e-12));
            assertThat(row.path("standardError").asDouble()).isCloseTo(Math.sqrt(variance / 36), within(1e-12));
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
        assertThat(new ObjectMapper()
                        .readTree(run("--format", "json").out())
                        .at("/rows/0/paper")
                        .asDouble())
                .isEqualTo(strong + 0.0005);
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
                "\"a.txt\", \"b.txt\"|\"x.txt\"|no file",
                "\"a.txt\", \"b.txt\"|\"a.txt\", \"e.txt\"|files of a part with queries of their own",
                "name = \"flat\"|name = \"strong\"|two models have the same name",
                "\"--lambda\", \"0.01\"|\"--out\", \"m.json\"|'--out' is set by the experiment",
                "title =|titel =|'titel' looks like a misspelling",
                "valid =|validate =|'folds[0].validate' is a field that this version does not know",
                "\"--lambda\", \"0.01\"|\"--lamda\", \"0.01\"|found that train ended with 2",
                "\"--lambda\", \"0.01\"|\"--help\"|'--help' has no place in an experiment",
                "\"--lambda\", \"0.01\"|\"--report=r.html\"|'--report' has no place in an experiment",
                "\"--lambda\", \"0.01\"|\"--checkpoints=c\"|'--checkpoints' has no place in an experiment",
                "\"--lambda\", \"0.01\"|\"@options\"|'@options' has no place in an experiment",
                "valid = [\"c.txt\"]|valid = [\"d.txt\"]|'valid' and 'test' of a fold both have",
                "train = [\"d.txt\"]|train = [\"../parts/a.txt\"]|'train' and 'test' of a fold both have",
                "train = [\"d.txt\"]|train = [\"d.txt\", \"d.txt\"]|names a file twice",
                "train = [\"d.txt\"]|train = [\"copy.txt\"]|'train' and 'test' of a fold have the same rows",
                "test = [\"d.txt\"]|test = [\"../parts/c.txt\"]|'valid' and 'test' of a fold both have",
                "test = [\"a.txt\", \"c.txt\"]|test = [\"e.txt\", \"d.txt\"]|'train' and 'test' of a fold both have",
                "train = [\"d.txt\"]|train = []|'train' of a fold names no file",
                "train = [\"d.txt\"]|train = \"d.txt\"|an array of texts",
                "train = [\"d.txt\"]|train = [\"../parts\"]|no file",
                "[\"ndcg@5\", \"map\"]|[\"map\", \"map\"]|a measure is named twice",
                "[\"ndcg@5\", \"map\"]|[\"map\", \"MAP\"]|a measure is named twice",
                "[\"ndcg@5\", \"map\"]|[]|one measure",
                "[\"ndcg@5\", \"map\"]|[\"err@5\"]|'err@5' depends on the largest grade of its scale; name it",
                "[\"ndcg@5\", \"map\"]|[1, 2]|an array of texts",
                "data = \"parts\"|seed = 1.5|'seed'",
                "data = \"parts\"|seed = 99999999999999999999|'seed'",
                "data = \"parts\"|data = 3|'data'",
                "data = \"parts\"|data = \"a\\u0000b\"|Nul character",
                "data = \"parts\"|title = \"again\"|Duplicate key",
                "[[folds]]|[folds]|two.toml:10: found text that is no TOML"
            })
    void whatCannotBeRunIsRefused(String from, String to, String message) throws IOException {
        Files.copy(
                folder.resolve("parts").resolve("a.txt"),
                folder.resolve("parts").resolve("copy.txt"));
        Files.writeString(file, TWO_FOLDS.replace(from, to));
        CommandRun run = run();
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains(message).hasLineCount(1);
    }

    /** Its queries would count as others, and intervals would be narrower than they are. */
    @Test
    void whatTwoFoldsTestIsRefused() throws IOException {
        Files.writeString(file, TWO_FOLDS.replace("train = [\"d.txt\"]\ntest = [\"a.txt\", \"c.txt\"]", """
                train = ["e.txt"]
                test = ["d.txt"]"""));
        CommandRun run = run();
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err())
                .contains("'test' of two folds has the rows of")
                .contains("which would count twice; test them in one fold")
                .hasLineCount(1);
    }

    @Test
    void aModelThatRanksNoItemsIsNamed() throws IOException {
        Files.writeString(
                file,
                oneFold(false)
                        .replaceFirst(
                                "(?s)options = .*",
                                "options = [\"--loss-matrix\", \"zero-one(n=3)\", \"--model\", \"linear\", \"--lambda\", \"1\"]"));
        assertThat(run().err())
                .contains("model strong: found one that ranks no items")
                .hasLineCount(1);
    }

    /** Nor do names steer the terminal, and what moved is said beside CSV too. */
    @Tag("full")
    @Test
    void whatMovedIsSaidInOneLineWhateverTheNames() throws IOException {
        Files.writeString(
                file,
                oneFold(false).replace("\"strong\"", "\"a\\n\\u001b[31mb\"").replace("Two", "T\\u001bwo") + """

                [[expected]]
                model = "a\\n\\u001b[31mb"
                measure = "ndcg@5"
                mean = 0.1
                tolerance = 0.001
                """);
        CommandRun table = run("--verify");
        assertThat(table.out()).doesNotContain("\u001b").contains("\nDifferences from a ", "\nmoved: a ");
        CommandRun csv = run("--verify", "--format", "csv");
        assertThat(csv.exit()).isEqualTo(1);
        assertThat(csv.out()).startsWith("measure,model").doesNotContain("moved");
        assertThat(csv.err())
                .contains("moved: a ")
                .contains("expected 0.1 within 0.001")
                .hasLineCount(1);
    }

    /** A damaged model, or a damaged part of several files, is made again, and gives the same figures. */
    @Tag("full")
    @Test
    void whatWasDamagedInTheCacheIsMadeAgain() throws IOException {
        Files.writeString(file, oneFold(true));
        String costs = "(?m),[0-9.]+,[0-9.]+$";
        String whole = run("--format", "csv").out().replaceAll(costs, "");
        int models = 0;
        try (Stream<Path> kept = Files.list(folder.resolve("two.toml.cache"))) {
            for (Path each : kept.sorted().toList()) {
                String name = each.getFileName().toString();
                if (name.startsWith("part-")) {
                    Files.writeString(each, "0 qid:1 1:1 2:1\n1 qid:1 1:0 2:1\n");
                } else if (name.endsWith(".json")) {
                    String text = Files.readString(each);
                    Files.writeString(
                            each,
                            models++ == 0
                                    ? text.substring(0, text.length() / 2)
                                    : text.replaceFirst("\"rows\" : \\d+", "\"rows\" : 7"));
                }
            }
        }
        assertThat(models).isEqualTo(2);
        CommandRun again = run("--format", "csv");
        assertThat(again.exit()).as(again.err()).isZero();
        assertThat(again.out().replaceAll(costs, "")).isEqualTo(whole);
        assertThat(times()).hasSize(2);
    }

    /** Both are whole: each model stands where the other was, with its figures or without. */
    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {".json", ".json .properties"})
    void modelsThatChangedPlacesInTheCacheAreMadeAgain(String endings) throws IOException {
        Files.writeString(file, oneFold(false));
        String costs = "(?m),[0-9.]+,[0-9.]+$";
        String whole = run("--format", "csv").out().replaceAll(costs, "");
        for (String ending : endings.split(" ")) {
            List<Path> two;
            try (Stream<Path> kept = Files.list(folder.resolve("two.toml.cache"))) {
                two = kept.filter(path -> path.toString().endsWith(ending)).toList();
            }
            assertThat(two).hasSize(2);
            byte[] first = Files.readAllBytes(two.get(0));
            Files.copy(two.get(1), two.get(0), StandardCopyOption.REPLACE_EXISTING);
            Files.write(two.get(1), first);
        }
        assertThat(run("--format", "csv").out().replaceAll(costs, "")).isEqualTo(whole);
    }

    /** A limit on the size of files in place of a full disk. */
    @Tag("full")
    @Test
    void aTrainingWithoutRoomIsNoFaultOfItsOptions() throws IOException, InterruptedException {
        Files.writeString(file, oneFold(false));
        List<String> command = OtherJvm.command(List.of("-XX:-UsePerfData"), List.of("experiment", file.toString()));
        List<String> limited = new ArrayList<>(List.of("sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"));
        limited.addAll(command);
        OtherJvm ran = OtherJvm.ofCommand(limited);
        assertThat(ran.exit()).as(ran.err()).isEqualTo(Exit.MISSING);
        assertThat(ran.err())
                .contains("model strong: train ended with 3", "File too large")
                .hasLineCount(1);
    }

    /** What a user gives the JVM, above all memory, is what training has: here a log, one per process. */
    @Tag("full")
    @Test
    void trainingHasTheJvmOptionsOfTheCommand() throws IOException, InterruptedException {
        Files.writeString(file, oneFold(false));
        Path logs = Files.createDirectory(folder.resolve("logs"));
        OtherJvm ran =
                OtherJvm.run(List.of("-Xlog:gc+init:file=" + logs + "/%p.log"), List.of("experiment", file.toString()));
        assertThat(ran.exit()).as(ran.err()).isZero();
        assertThat(logs.toFile().list()).as("the command and two trainings").hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "mean = nan|'expected[0].mean'",
                "tolerance = -1|'expected[0].tolerance'",
                "measure = \"ndcg@10\"|'expected' names the measure 'ndcg@10', did you mean",
                "model = \"stronk\"|'expected' names the model 'stronk', did you mean"
            })
    void whatCannotBeExpectedIsRefused(String line, String message) throws IOException {
        String name = line.substring(0, line.indexOf(' '));
        Files.writeString(
                file,
                TWO_FOLDS
                        + Stream.of("model = \"strong\"", "measure = \"ndcg@5\"", "mean = 0.5", "tolerance = 0.1")
                                .map(each -> each.startsWith(name + " ") ? line : each)
                                .collect(Collectors.joining("\n", "\n[[expected]]\n", "\n")));
        CommandRun run = run();
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains(message).hasLineCount(1);
    }

    @Test
    void twoNumbersForOneCellAreRefused() throws IOException {
        expect("strong", 0.5, 0.1);
        String again = Files.readString(file);
        Files.writeString(file, again + again.substring(again.indexOf("[[expected]]")));
        assertThat(run().err()).contains("'expected' has ndcg@5 of strong twice");
    }

    @Tag("full")
    @Test
    void aTrainingThatWasStoppedIsDoneAgain() throws IOException {
        Files.writeString(file, oneFold(false));
        assertThat(run().exit()).isZero();
        List<FileTime> times = times();
        List<Path> figures;
        try (Stream<Path> kept = Files.list(folder.resolve("two.toml.cache"))) {
            figures =
                    kept.filter(path -> path.toString().endsWith(".properties")).toList();
        }
        Files.delete(figures.get(0));
        Files.writeString(figures.get(1), "seconds=");
        assertThat(run().exit()).isZero();
        List<FileTime> after = times();
        after.removeAll(times);
        assertThat(after).hasSize(2);
        try (Stream<Path> kept = Files.list(folder.resolve("two.toml.cache"))) {
            assertThat(kept.map(Path::toString)).noneMatch(name -> name.endsWith(".log"));
        }
    }

    @Tag("full")
    @Test
    void aFileThatAnOptionNamesIsPartOfWhatWasTrained() throws IOException {
        Path preferences = folder.resolve("clicks.csv");
        Files.writeString(preferences, "query,better,worse\n1,1,2\n2,3,1\n3,2,4\n");
        Files.writeString(file, """
                title = "Clicks"
                data = "parts"
                measures = ["ndcg@5"]
                folds = [{train = ["d.txt"], test = ["a.txt"]}]

                [[models]]
                name = "clicks"
                options = ["--measure", "pd", "--lambda", "1", "--folds", "2", "--preferences=PREFERENCES"]
                """.replace("PREFERENCES", preferences.toString()));
        assertThat(run().exit()).isZero();
        assertThat(run().exit()).isZero();
        assertThat(times()).hasSize(1);
        Files.writeString(preferences, "query,better,worse\n1,2,1\n2,1,3\n3,4,2\n");
        assertThat(run().exit()).isZero();
        assertThat(times()).hasSize(2);
    }

    static List<Path> documented() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("docs", "experiments"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documented")
    void experimentsOfTheDocumentationExpectAMeanOfEveryModel(Path documented) throws IOException {
        Files.createDirectory(folder.resolve("mq2008"));
        for (int part = 1; part <= 5; part++) {
            Files.writeString(folder.resolve("mq2008").resolve("S" + part + ".txt"), part + " qid:1 1:1\n");
        }
        ExperimentFile experiment = ExperimentFile.read(documented, folder);
        assertThat(experiment.folds()).hasSize(5);
        assertThat(experiment.expected())
                .extracting(ExperimentFile.Expected::model)
                .containsAll(experiment.models().stream()
                        .map(ExperimentFile.Entry::name)
                        .toList());
    }

    @Test
    void aMissingExperimentIsNamed() throws IOException {
        Files.delete(file);
        assertThat(run().exit()).isEqualTo(2);
        assertThat(run().err()).contains("two.toml: found no such file, expected an experiment");
    }

    @Test
    void optionsThatMeanNothingAreRefused() {
        assertThat(run("--verify").err()).contains("--verify has nothing to look at");
        assertThat(run("--runs", "3").err()).contains("--runs has no meaning here");
        String data = folder.resolve("parts").resolve("a.txt").toString();
        assertThat(run("--cache", data).err()).contains("a.txt is a file; name a folder");
        assertThat(CommandRun.of("experiment", "movielens", "--data", folder.toString(), "--verify")
                        .err())
                .contains("--verify has no meaning here");
    }
}
