package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.model.ModelFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trees on the command line. */
class TreeCommandsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws IOException {
        write("train.txt", letor(1, 60));
        write("valid.txt", letor(2, 30));
    }

    private static String letor(long seed, int queries) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder();
        for (int q = 0; q < queries; q++) {
            for (int i = 0; i < 8; i++) {
                double a = random.nextDouble();
                double b = random.nextDouble();
                int grade = (a > 0.5 == b > 0.5 ? 2 : 0) + random.nextInt(2);
                text.append(grade + " qid:" + q + " 1:" + a + " 2:" + b + "\n");
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

    private CommandRun train(String out, String... more) {
        return trainOn("train.txt", out, more);
    }

    private CommandRun trainOn(String data, String out, String... more) {
        String[] common = {"train", "--train", file(data), "--model", "trees", "--threads", "1", "--out", file(out)};
        return CommandRun.of(
                Stream.concat(Arrays.stream(common), Arrays.stream(more)).toArray(String[]::new));
    }

    private JsonNode eval(String model, String data, String... more) throws IOException {
        String[] common = {"eval", "--model", file(model), "--data", file(data), "--format", "json"};
        CommandRun run = CommandRun.of(
                Stream.concat(Arrays.stream(common), Arrays.stream(more)).toArray(String[]::new));
        assertThat(run.err()).isEmpty();
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void evalRepeatsTheMeasureThatStoppedTheTrees() throws IOException {
        CommandRun run =
                train("m.json", "--measure", "ndcg@5", "--valid", file("valid.txt"), "--format", "json", "--seed", "7");
        assertThat(run.exit()).isZero();
        assertThat(run.err()).matches("note: The model has \\d+ trees?; boosting stopped after \\d+ rounds\\.\\R");
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.get("valid").get("measure").asDouble()).isGreaterThan(0.9);
        assertThat(eval("m.json", "valid.txt")
                        .get("measures")
                        .get(0)
                        .get("mean")
                        .asDouble())
                .isCloseTo(json.get("valid").get("measure").asDouble(), within(1e-12));
        JsonNode model = new ObjectMapper().readTree(folder.resolve("m.json").toFile());
        assertThat(json.get("rounds").asInt())
                .isEqualTo(json.get("trees").asInt())
                .isEqualTo(model.get("scorer").get("trees").size());
    }

    @Test
    void theModelFileKeepsTheParametersThatWereGiven() throws IOException {
        assertThat(train("m.json", "--measure", "p@5", "--valid", file("valid.txt"), "--param", "max_depth=2")
                        .exit())
                .isZero();
        JsonNode model = new ObjectMapper().readTree(folder.resolve("m.json").toFile());
        assertThat(model.get("provenance").get("parameters")).hasToString("{\"max_depth\":\"2\"}");
        assertThat(ModelFile.read(folder.resolve("m.json")).provenance().parameters())
                .containsExactly(Map.entry("max_depth", "2"));
    }

    @Test
    void theEngineIsAParameterOfTheModelAndThreadsChangeNoByteOfIt() throws IOException {
        String[] own = {
            "--measure",
            "ndcg@5",
            "--valid",
            file("valid.txt"),
            "--engine",
            "own",
            "--param",
            "subsample=0.5",
            "--quiet"
        };
        assertThat(train("one.json", own).exit()).isZero();
        List<String> more = new ArrayList<>(List.of(own));
        more.addAll(List.of("--threads", "3"));
        CommandRun run = CommandRun.of(Stream.concat(
                        Stream.of(
                                "train", "--train", file("train.txt"), "--model", "trees", "--out", file("three.json")),
                        more.stream())
                .toArray(String[]::new));
        assertThat(run.exit()).isZero();
        String one = Files.readString(folder.resolve("one.json"));
        String scorer = one.substring(one.indexOf("\"scorer\""));
        assertThat(Files.readString(folder.resolve("three.json"))).endsWith(scorer);
        assertThat(ModelFile.read(folder.resolve("one.json")).provenance().parameters())
                .containsOnly(Map.entry("engine", "own"), Map.entry("subsample", "0.5"));
    }

    @Test
    void aLossMatrixTakesOneTreeForAllOutputs() throws IOException {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder csv = new StringBuilder("label,a,b\n");
        for (int row = 0; row < 300; row++) {
            double a = random.nextDouble();
            double b = random.nextDouble();
            csv.append((a > 0.5 ? 2 : 0) + (b > 0.3 ? 1 : 0) + "," + a + "," + b + "\n");
        }
        write("classes.csv", csv.toString());
        CommandRun run = trainOn(
                "classes.csv",
                "c.json",
                "--loss-matrix",
                "zero-one(n=4)",
                "--engine",
                "own",
                "--format",
                "json",
                "--param",
                "num_round=40",
                "--param",
                "eta=0.3");
        assertThat(run.exit()).isZero();
        assertThat(run.err()).matches("(?s).*note: The model has \\d+ trees?, each with 3 outputs;.*");
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.get("rounds").asInt()).isEqualTo(json.get("trees").asInt());
        assertThat(json.get("valid").get("measure").asDouble()).isLessThan(0.05);
        assertThat(eval("c.json", "classes.csv")
                        .get("measures")
                        .get(0)
                        .get("mean")
                        .asDouble())
                .isCloseTo(json.get("train").get("measure").asDouble(), within(1e-12));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--model trees --engine other|--engine is own or xgboost, not 'other'",
                "--model linear --engine own|--engine",
                "--model forest --engine own|--engine",
                "--model forest --param eta=0.1|is a parameter of boosting",
                "--model forest --surrogate logistic|squared for a forest",
                "--model forest --surrogate pairs|a forest has no pairs of items",
                "--model trees --engine own --param alpha=1|is for the engine xgboost",
                "--model trees --engine xgboost --param multi=tree|multi=tree is for the engine own"
            })
    void whatDoesNotGoTogetherIsOneLine(String options, String message) {
        CommandRun run = CommandRun.of(Stream.concat(
                        Stream.of("train", "--train", file("train.txt"), "--out", file("no.json"), "--measure", "map"),
                        Arrays.stream(options.split(" ")))
                .toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains(message).hasLineCount(1);
    }

    /** Judged out of bag, and so near what another file says; the training data, which the trees know by heart, say more. */
    @Test
    void withoutAFileAForestIsJudgedByTheTreesThatDidNotSeeAQuery() throws IOException {
        String[] options = {"train", "--model", "forest", "--param", "n_estimators=40", "--measure", "ndcg@5"};
        List<String> args = new ArrayList<>(List.of(options));
        args.addAll(List.of("--train", file("train.txt"), "--out", file("f.json")));
        CommandRun table = CommandRun.of(args.toArray(String[]::new));
        assertThat(table.exit()).isZero();
        assertThat(table.out()).contains("out of bag").doesNotContain("folds");
        args.addAll(List.of("--format", "json"));
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of(args.toArray(String[]::new)).out());
        assertThat(json.get("path")).hasSize(4);
        double outOfBag = json.get("valid").get("measure").asDouble();
        double fresh =
                eval("f.json", "valid.txt").get("measures").get(0).get("mean").asDouble();
        assertThat(outOfBag)
                .isCloseTo(fresh, within(0.05))
                .isLessThan(json.get("train").get("measure").asDouble());
        args.addAll(List.of("--folds", "3"));
        CommandRun folds = CommandRun.of(args.toArray(String[]::new));
        assertThat(folds.exit()).isEqualTo(2);
        assertThat(folds.err()).contains("leave out --folds").hasLineCount(1);
    }

    @Test
    void aForestRanksItems() throws IOException {
        CommandRun run = CommandRun.of(
                "train",
                "--model",
                "forest",
                "--param",
                "n_estimators=30",
                "--measure",
                "ndcg@5",
                "--train",
                file("train.txt"),
                "--valid",
                file("valid.txt"),
                "--format",
                "json",
                "--out",
                file("f.json"));
        assertThat(run.exit()).isZero();
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.get("trees").asInt()).isEqualTo(30);
        assertThat(json.get("path")).hasSize(4);
        assertThat(json.get("valid").get("measure").asDouble()).isGreaterThan(0.9);
        assertThat(eval("f.json", "valid.txt")
                        .get("measures")
                        .get(0)
                        .get("mean")
                        .asDouble())
                .isCloseTo(json.get("valid").get("measure").asDouble(), within(1e-12));
    }

    /** In a JVM that believes in a machine for which XGBoost has no library. */
    @Tag("full")
    @Test
    void withoutTheNativeLibraryTrainingSaysSoAndPredictionWorks() throws IOException, InterruptedException {
        assertThat(train("m.json", "--measure", "p@5", "--valid", file("valid.txt"), "--quiet")
                        .exit())
                .isZero();
        String train = file("train.txt");
        assertThat(elsewhere("train --model trees --engine xgboost --measure p@5 --train " + train + " --out "
                        + file("no.json")))
                .startsWith("3 plumbrank: boosted trees cannot be trained here: XGBoost's native library does not load")
                .contains("use the engine own")
                .hasLineCount(1);
        assertThat(folder.resolve("no.json")).doesNotExist();
        assertThat(elsewhere("train --model trees --measure p@5 --train " + train + " --out " + file("own.json")))
                .startsWith("0 Trained on 60 queries")
                .contains("note: The model has ");
        assertThat(elsewhere("predict --model " + file("m.json") + " --data " + train + " --out " + file("there.run")))
                .isEqualTo("0 ");
        CommandRun here =
                CommandRun.of("predict", "--model", file("m.json"), "--data", train, "--out", file("here.run"));
        assertThat(here.exit()).isZero();
        assertThat(folder.resolve("there.run")).hasSameBinaryContentAs(folder.resolve("here.run"));
    }

    /** A feature is constrained by its name in CSV and by its number in LETOR text, as XGBoost's list does by place. */
    @Test
    void monotoneConstraintsAreByNameOrNumberOfTheFeature() throws IOException {
        Path csv = Files.writeString(
                folder.resolve("named.csv"),
                "price,label,size\n" + "1,0,3\n2,1,1\n3,1,2\n4,2,5\n5,0,1\n6,2,2\n".repeat(10));
        String[] classes = {"--loss-matrix", "zero-one(n=3)", "--first-class", "0"};
        assertThat(constrained(csv, "--monotone", "size=-1", classes))
                .isEqualTo(constrained(csv, "--param", "monotone_constraints=(0,-1)", classes));
        Path letor = Path.of(file("train.txt"));
        assertThat(constrained(letor, "--monotone", "1=+1", "--measure", "p@5"))
                .isEqualTo(constrained(letor, "--param", "monotone_constraints=(0,1)", "--measure", "p@5"));
        CommandRun typo = CommandRun.of(
                "train",
                "--train",
                csv.toString(),
                "--model",
                "trees",
                "--monotone",
                "prize=1",
                "--measure",
                "p@5",
                "--query",
                "size",
                "--out",
                file("t.json"));
        assertThat(typo.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(typo.err()).contains("--monotone: no feature 'prize', did you mean 'price'?");
    }

    /** The trees of a model. */
    private String constrained(Path data, String option, String value, String... task) throws IOException {
        List<String> args =
                new ArrayList<>(List.of("train", "--train", data.toString(), "--model", "trees", "--quiet"));
        args.addAll(List.of("--param", "num_round=5", "--param", "min_child_weight=1", option, value));
        args.addAll(List.of("--folds", "2", "--out", file("constrained.json")));
        args.addAll(List.of(task));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return Files.readString(folder.resolve("constrained.json"));
    }

    /** The exit code and what was printed. */
    private static String elsewhere(String arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dos.arch=pdp11",
                Main.class.getName()));
        command.addAll(List.of(arguments.split(" ")));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + printed;
    }

    @Test
    void checkpointsOfOthersStay() throws IOException {
        Path others = Files.createDirectory(folder.resolve("m.json.checkpoints"));
        write("m.json.checkpoints/trees.checkpoint", "of a killed run");
        write("m.json.checkpoints/notes.txt", "mine");
        CommandRun linear = CommandRun.of(
                "train", "--measure", "p@5", "--train", file("train.txt"), "--out", file("m.json"), "--quiet");
        assertThat(linear.exit()).isZero();
        assertThat(others.resolve("trees.checkpoint")).hasContent("of a killed run");
        CommandRun trees = train("m.json", "--measure", "p@5", "--valid", file("valid.txt"));
        assertThat(trees.exit()).isZero();
        assertThat(trees.err()).contains("m.json.checkpoints has other files, and stays");
        assertThat(others.resolve("trees.checkpoint")).doesNotExist();
        assertThat(others.resolve("notes.txt")).hasContent("mine");
    }

    /** What a run of 50 rounds leaves, and what one of 70 makes of it, against 70 at one go. */
    @Test
    void aResumedRunGivesTheModelOfOneThatWasNotStopped() throws IOException {
        List<String> options = List.of("--measure", "map", "--valid", file("valid.txt"), "--quiet", "--param");
        for (String[] run : new String[][] {
            {"first.json", "num_round=50", "--checkpoints", file("points")},
            {"resumed.json", "num_round=70", "--checkpoints", file("points"), "--resume"},
            {"whole.json", "num_round=70"}
        }) {
            List<String> args = new ArrayList<>(options);
            args.addAll(List.of(run).subList(1, run.length));
            args.addAll(List.of("--param", "early_stopping_rounds=70"));
            assertThat(train(run[0], args.toArray(String[]::new)).exit()).isZero();
        }
        assertThat(folder.resolve("points")).isNotEmptyDirectory();
        assertThat(folder.resolve("resumed.json")).hasSameBinaryContentAs(folder.resolve("whole.json"));
        assertThat(folder.resolve("whole.json.checkpoints")).doesNotExist();

        // as if a run without --checkpoints had been killed
        Files.move(folder.resolve("points"), folder.resolve("again.json.checkpoints"));
        List<String> args = new ArrayList<>(options);
        args.addAll(List.of("num_round=70", "--param", "early_stopping_rounds=70", "--resume"));
        assertThat(train("again.json", args.toArray(String[]::new)).exit()).isZero();
        assertThat(folder.resolve("again.json")).hasSameBinaryContentAs(folder.resolve("whole.json"));
        assertThat(folder.resolve("again.json.checkpoints")).doesNotExist();
    }

    @Test
    void classesAreFittedByTreesToo() throws IOException {
        write("rows.txt", letor(3, 100).replaceAll("qid:\\d+ ", ""));
        write("more.txt", letor(4, 50).replaceAll("qid:\\d+ ", ""));
        CommandRun run = trainOn("rows.txt", "m.json", "--loss-matrix", "ordinal(n=4)", "--valid", file("more.txt"));
        assertThat(run.err()).contains("note: The model has ").contains(" trees");
        assertThat(run.exit()).isZero();
        JsonNode json = eval("m.json", "more.txt");
        assertThat(json.get("measures").get(0).get("mean").asDouble()).isBetween(0.4, 0.6);
    }

    /** One tree of RankLib that splits on the text's feature 2 at ½: worked out by hand. */
    @Test
    void aModelOfRanklibIsEvaluatedByTheNumbersOfTheText() throws IOException {
        write("ranklib.txt", """
                ## LambdaMART
                ## No. of trees = 1

                <ensemble>
                \t<tree id="1" weight="0.5">
                \t\t<split>
                \t\t\t<feature> 2 </feature>
                \t\t\t<threshold> 0.5 </threshold>
                \t\t\t<split pos="left"><output> -2.0 </output></split>
                \t\t\t<split pos="right"><output> 3.0 </output></split>
                \t\t</split>
                \t</tree>
                </ensemble>
                """);
        write("few.txt", "0 qid:1 1:1 2:0\n1 qid:1 1:0 2:1\n0 qid:1 1:1\n1 qid:2 2:0\n0 qid:2 2:1\n");
        CommandRun predicted =
                CommandRun.of("predict", "--model", file("ranklib.txt"), "--data", file("few.txt"), "--output", "tsv");
        assertThat(predicted.err()).isEmpty();
        assertThat(predicted.out().lines().skip(1).map(line -> line.split("\t")[3]))
                .containsExactly("1.5", "-1.0", "-1.0", "1.5", "-1.0");
        JsonNode json = eval("ranklib.txt", "few.txt", "--measures", "rr");
        assertThat(json.get("measures").get(0).get("mean").asDouble()).isEqualTo(0.75);
        write("few.csv", "query,label,a\n1,1,2\n1,0,1\n");
        CommandRun csv = CommandRun.of("eval", "--model", file("ranklib.txt"), "--data", file("few.csv"));
        assertThat(csv.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(csv.err()).hasLineCount(1).contains("found features by column name, expected SVMlight text");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--measure ndcg@5 --param max_dept=3 | did you mean 'max_depth'",
                "--measure ndcg@5 --param eta=2 | eta must be a number above 0 and at most 1",
                "--loss-matrix zero-one(n=4) --param objective=x | the measure and the surrogate decide it",
                "--measure ndcg@5 --lambda 1 | --lambda needs --model auto",
                "--measure ndcg@5 --param eta=0.1 --param eta=0.2 | --param eta comes twice; give it once",
                "--measure ndcg@5 --param eta | --param is NAME=VALUE, such as max_depth=4, not 'eta'",
                "--measure ndcg@5 --param monotone_constraints=(1,x) | XGBoost refuses the parameters or the data",
                "--measure ndcg@5 --resume | --checkpoints and --resume need --valid",
                "--measure ndcg@5 --checkpoints c | --checkpoints and --resume need --valid",
                "--loss-matrix zero-one(n=4) --features 3 | --model fourier"
            })
    void mistakesGetOneLine(String arguments, String message) throws IOException {
        write("train.txt", letor(1, 5).replaceAll(" qid:\\d+", arguments.contains("--loss") ? "" : "$0"));
        CommandRun run = train(
                "m.json",
                Stream.concat(Stream.of("--quiet"), Stream.of(arguments.split(" ")))
                        .toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(message);
        assertThat(folder.resolve("m.json")).doesNotExist();
    }

    /** Where the measure is undefined, nothing would stop boosting. */
    @Test
    void validationThatSaysNothingIsRefusedBeforeBoosting() throws IOException {
        write("equal.txt", letor(2, 30).replaceAll("(?m)^\\d", "1"));
        CommandRun file = train("m.json", "--measure", "kendall(empty=skip)", "--valid", file("equal.txt"));
        assertThat(file.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(file.err())
                .hasLineCount(1)
                .startsWith(file("equal.txt"))
                .contains("kendall(empty=skip) is undefined");
        write(
                "one.txt",
                letor(1, 4).replaceAll("(?m)^\\d qid:[12]", "1 qid:2")
                        + letor(1, 1).replace("qid:0", "qid:x"));
        CommandRun folds = trainOn("one.txt", "m.json", "--measure", "auc", "--folds", "4");
        assertThat(folds.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(folds.err()).hasLineCount(1).contains("fewer folds, or a validation file");
        assertThat(folder.resolve("m.json")).doesNotExist();
    }
}
