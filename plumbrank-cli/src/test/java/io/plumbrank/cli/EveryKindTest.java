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
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What commands do is the same for models of every kind. */
class EveryKindTest {
    private static final String NUMBERS = "num_round=3";

    /** A kind of model, by what trains it and what it is trained on. */
    enum Kind {
        SCORES("queries.txt", "--measure ndcg@5"),
        PREFERENCES("queries.txt", "--measure pd --surrogate pairs"),
        PRODUCTS("queries.txt", "--measure map --surrogate pairs"),
        CLASSES("rows.csv", "--loss-matrix costs.csv"),
        CLOSED_FORM("rows.txt", "--loss-matrix ordinal(n=5)"),
        LABEL_RANKINGS("rankings.csv", "--measure kendall --ranking by_");

        private final String data;
        private final String options;

        Kind(String data, String options) {
            this.data = data;
            this.options = options;
        }

        boolean isRanker() {
            return data.equals("queries.txt");
        }
    }

    @TempDir
    static Path data;

    @TempDir
    Path folder;

    @BeforeAll
    static void writeData() throws IOException {
        GeneratedData.write(data);
    }

    private CommandRun train(Kind kind, Path train, String... more) {
        List<String> args = new ArrayList<>(
                List.of("train", "--quiet", "--folds", "2", "--format", "json", "--train", train.toString()));
        args.addAll(List.of("--out", model()));
        for (String word : kind.options.split(" ")) {
            args.add(word.endsWith(".csv") ? data.resolve(word).toString() : word);
        }
        args.addAll(Arrays.asList(more));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return run;
    }

    /** What was trained, the model, its estimate, the best of the others, the guarantee, and what to type next. */
    @ParameterizedTest
    @EnumSource
    void theFirstScreenOfTrainHasEightLinesAtMost(Kind kind) {
        for (String model : List.of("linear", "auto")) {
            List<String> args =
                    new ArrayList<>(List.of("train", "--folds", "2", "--model", model, "--out", model(), "--train"));
            args.add(dataOf(kind).toString());
            for (String word : kind.options.split(" ")) {
                args.add(word.endsWith(".csv") ? data.resolve(word).toString() : word);
            }
            if (model.equals("auto")) {
                args.addAll(List.of("--budget", "2"));
            }
            List<String> lines = done(args.toArray(String[]::new)).lines().toList();
            assertThat(lines).hasSizeBetween(6, 8);
            assertThat(lines.get(0)).startsWith("Trained on ");
            assertThat(lines.get(1)).matches("Model: (linear|fourier)\\b.*, lambda .*");
            assertThat(lines.get(2))
                    .matches(
                            "Expected on new data: .* -?[\\d.]+ ± [\\d.]+ \\(95 % interval, .*\\); on the training data -?[\\d.]+");
            assertThat(lines).anyMatch(line -> line.startsWith("Guarantee: calibrated"));
            assertThat(lines.get(lines.size() - 1))
                    .isEqualTo("Next: plumbrank eval --model " + model() + " --data TEST");
        }
    }

    private String model() {
        return folder.resolve("model.json").toString();
    }

    private static Path dataOf(Kind kind) {
        return data.resolve(kind.data);
    }

    private String done(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return run.out();
    }

    private String predict(Path file) {
        return done("predict", "--model", model(), "--data", file.toString());
    }

    private String eval(Path file) {
        return done("eval", "--model", model(), "--data", file.toString(), "--format", "json");
    }

    /** A pipe into which another thread writes a file once. */
    private Path pipe(Path file) throws IOException, InterruptedException {
        String name = file.getFileName().toString();
        // a writer that nobody reads may still wait for the last one
        Path pipe = Files.createTempDirectory(folder, "pipe").resolve("pipe" + name.substring(name.indexOf('.')));
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread writer = new Thread(() -> {
            try {
                Files.write(pipe, Files.readAllBytes(file));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.setDaemon(true);
        writer.start();
        return pipe;
    }

    @ParameterizedTest
    @EnumSource
    void aPipeIsReadOnceAndGivesWhatAFileGives(Kind kind) throws IOException, InterruptedException {
        train(kind, dataOf(kind));
        String predicted = predict(dataOf(kind));
        String evaluated = eval(dataOf(kind));
        assertThat(predict(pipe(dataOf(kind)))).isEqualTo(predicted).isNotEmpty();
        assertThat(eval(pipe(dataOf(kind)))).isEqualTo(evaluated).isNotEmpty();
        if (kind == Kind.CLOSED_FORM) {
            Path unread = pipe(dataOf(kind));
            CommandRun run = CommandRun.of(
                    "train", "--loss-matrix", "ordinal(n=5)", "--train", unread.toString(), "--out", model());
            assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.err()).contains("say with --first-class").hasLineCount(1);
            train(kind, pipe(dataOf(kind)), "--first-class", "0");
        } else {
            train(kind, pipe(dataOf(kind)));
        }
        assertThat(predict(dataOf(kind))).isEqualTo(predicted);
    }

    /** The lines of one query may stand anywhere; then queries come in the order of their first line. */
    @ParameterizedTest
    @EnumSource(names = {"SCORES", "PREFERENCES", "PRODUCTS"})
    void scatteredQueriesAreTakenAsSortedOnes(Kind kind) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(dataOf(kind)));
        Collections.shuffle(lines, new Random(1));
        Path scattered = Files.write(folder.resolve("scattered.txt"), lines);
        train(kind, dataOf(kind));
        assertThat(ofQueries(predict(scattered))).isEqualTo(ofQueries(predict(dataOf(kind))));
        JsonNode expected = new ObjectMapper().readTree(eval(dataOf(kind)));
        JsonNode actual = new ObjectMapper().readTree(eval(scattered));
        for (int m = 0; m < expected.get("measures").size(); m++) {
            double mean = expected.get("measures").get(m).get("mean").asDouble();
            assertThat(actual.get("measures").get(m).get("mean").asDouble()).isCloseTo(mean, within(1e-12));
        }
        assertThat(actual.get("decoding")).isEqualTo(expected.get("decoding"));
    }

    /** Scores of items by query; those of equal score may come in any order. */
    private static Map<String, Map<String, String>> ofQueries(String run) {
        Map<String, Map<String, String>> queries = new TreeMap<>();
        run.lines()
                .map(line -> line.split(" "))
                .forEach(fields -> queries.computeIfAbsent(fields[0], query -> new TreeMap<>())
                        .put(fields[2], fields[4]));
        return queries;
    }

    @ParameterizedTest
    @EnumSource(names = {"SCORES", "PREFERENCES", "PRODUCTS"})
    void namesThatARunCannotHoldAreRefused(Kind kind) throws IOException {
        String rows = "1,0.5,%1$s,%2$s\n0,0.1,%1$s,c\n1,2,hats,a\n0,1,hats,b\n";
        for (String[] names : new String[][] {{"red shoes", "a"}, {"shoes", "a b"}}) {
            Path file = Files.writeString(
                    folder.resolve("names.csv"),
                    "label,x,query,item\n" + String.format(Locale.ROOT, rows, names[0], names[1]));
            train(kind, file);
            CommandRun run = CommandRun.of("predict", "--model", model(), "--data", file.toString());
            assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.out()).isEmpty();
            String blank = names[0].contains(" ") ? names[0] : names[1];
            assertThat(run.err())
                    .hasLineCount(1)
                    .startsWith(file + ":2: found the name '" + blank + "'")
                    .contains("jsonl holds any");
            assertThat(done("predict", "--model", model(), "--data", file.toString(), "--output", "jsonl"))
                    .contains("\"" + blank + "\"");
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"SCORES", "PREFERENCES", "PRODUCTS"})
    void commandsForRankersSayWhatTheModelIsInstead(Kind kind) {
        train(kind, dataOf(kind));
        String words = kind == Kind.LABEL_RANKINGS ? "a model of label rankings" : "a model of classes";
        CommandRun run = CommandRun.of(
                "diagnose",
                "--model",
                model(),
                "--data",
                data.resolve("queries.txt").toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo(model() + ": found " + words + ", expected a ranker, such as train makes for a measure"
                        + System.lineSeparator());
    }

    /** Scripts rely on them. */
    private static final List<String> KEYS = List.of(
            "measure",
            "surrogate",
            "dimension",
            "encodedSize",
            "decoder",
            "calibrated",
            "theorem",
            "condition",
            "regretConstant",
            "notPromised");

    /** The decoder, and of classes the dimension, are those of the loss or measure alone. */
    @ParameterizedTest
    @EnumSource
    void theCardOfAModelHasTheKeysOfAnExplanation(Kind kind) throws IOException {
        String[] own = switch (kind) {
            case PREFERENCES -> new String[] {"--decoder", "algorithm1"};
            case PRODUCTS -> new String[] {"--decoder", "diagonal"};
            default -> new String[0];
        };
        train(kind, dataOf(kind), own);
        JsonNode card = new ObjectMapper().readTree(done("explain", "--model", model(), "--format", "json"));
        String decoder = card.get("decoder").asText();
        String loss = switch (kind) {
            case SCORES -> "--measure ndcg@5";
            case PREFERENCES -> "--measure pd --surrogate pairs --decoder " + decoder;
            case PRODUCTS -> "--measure map --surrogate pairs --decoder " + decoder;
            case CLASSES -> "--loss-matrix " + data.resolve("costs.csv");
            case CLOSED_FORM -> "--loss-matrix ordinal(n=5)";
            case LABEL_RANKINGS -> "--measure kendall --ranking --decoder " + decoder;
        };
        JsonNode alone = new ObjectMapper().readTree(done(("explain " + loss + " --format json").split(" ")));
        for (String key : KEYS) {
            assertThat(alone.has(key)).as(key).isTrue();
            assertThat(card.has(key)).as(key).isTrue();
        }
        assertThat(decoder).isEqualTo(alone.get("decoder").asText());
        if (kind == Kind.CLASSES || kind == Kind.CLOSED_FORM) {
            assertThat(card.get("dimension")).isEqualTo(alone.get("dimension"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theReportCountsAllTrees(Kind kind) throws IOException {
        String[] common = {"--model", "trees", "--param", NUMBERS, "--threads", "1"};
        JsonNode ofAll =
                new ObjectMapper().readTree(train(kind, dataOf(kind), common).out());
        // a tree has all outputs
        assertThat(ofAll.get("trees").asInt()).isEqualTo(treesInFile());
        assertThat(ofAll.get("rounds").asInt()).isEqualTo(treesInFile());
        String[] each = {"--model", "trees", "--param", NUMBERS, "--threads", "1", "--param", "multi=output"};
        JsonNode report =
                new ObjectMapper().readTree(train(kind, dataOf(kind), each).out());
        JsonNode file = new ObjectMapper().readTree(Path.of(model()).toFile());
        int outputs = Math.max(1, file.at("/scorer/baseScores").size());
        assertThat(report.get("trees").asInt()).isEqualTo(treesInFile());
        assertThat(report.get("rounds").asInt()).isEqualTo(treesInFile() / outputs);
    }

    private int treesInFile() throws IOException {
        JsonNode file = new ObjectMapper().readTree(Path.of(model()).toFile());
        int trees =
                file.at("/scorer/trees").size() + file.at("/pairScorer/trees").size();
        assertThat(trees).isPositive();
        return trees;
    }

    @ParameterizedTest
    @EnumSource
    void provenanceKeepsTheParametersOfTrees(Kind kind) throws IOException {
        train(kind, dataOf(kind), "--model", "trees", "--param", NUMBERS, "--param", "eta=0.7", "--threads", "1");
        JsonNode file = new ObjectMapper().readTree(Path.of(model()).toFile());
        assertThat(file.at("/provenance/parameters/num_round").asText()).isEqualTo("3");
        assertThat(file.at("/provenance/parameters/eta").asText()).isEqualTo("0.7");
    }

    /** Where there is nothing to see, all λ do as well, and the largest is taken. */
    @ParameterizedTest
    @EnumSource
    void aLambdaAtTheEndOfItsGridIsNoted(Kind kind) throws IOException {
        String text = Files.readString(dataOf(kind));
        boolean csv = kind.data.endsWith(".csv");
        String blind = csv
                ? text.lines().map(EveryKindTest::blind).reduce("", (all, line) -> all + line + "\n")
                : text.replaceAll("(?m)^(\\S+( qid:\\S+)?).*", "$1 1:1 2:1 3:1");
        Path file = Files.writeString(folder.resolve("blind" + (csv ? ".csv" : ".txt")), blind);
        JsonNode report = new ObjectMapper().readTree(train(kind, file).out());
        double largest = 0;
        for (JsonNode trial : report.get("path")) {
            largest = Math.max(largest, trial.get("lambda").asDouble());
        }
        assertThat(report.get("lambda").asDouble()).isEqualTo(largest);
        assertThat(report.get("notes").toString()).contains("The best lambda, " + largest + ", is the largest");
    }

    /** Numbers with a point are features; all become 1. */
    private static String blind(String line) {
        return Stream.of(line.split(",", -1))
                .map(field -> field.matches("-?\\d+\\.\\d+|") ? "1" : field)
                .reduce((a, b) -> a + "," + b)
                .orElseThrow();
    }
}
