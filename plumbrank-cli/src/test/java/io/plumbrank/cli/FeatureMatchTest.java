package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data whose features are not those of the model are named or refused, never guessed. */
class FeatureMatchTest {
    /** The grade is what feature 2 says; 1 helps, 3 is noise. */
    private static final int FEATURES = 3;

    @TempDir
    static Path folder;

    private static String model = "";

    @BeforeAll
    static void train() throws IOException {
        write("train.txt", letor(1, feature -> Integer.toString(feature)));
        write("test.txt", letor(2, feature -> Integer.toString(feature)));
        model = file("m.json");
        run("train", "--measure", "ndcg@5", "--lambda", "0.01", "--train", file("train.txt"), "--out", model);
    }

    private static String letor(long seed, IntFunction<String> name) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> lines = new ArrayList<>();
        for (int query = 0; query < 30; query++) {
            for (int item = 0; item < 5; item++) {
                double[] x = random.doubles(FEATURES).toArray();
                long grade = Math.round(2.5 * x[1] + 0.5 * x[0]);
                String features = IntStream.rangeClosed(1, FEATURES)
                        .filter(j -> !name.apply(j).isEmpty())
                        .mapToObj(j -> " " + name.apply(j) + ":" + (float) x[j - 1])
                        .collect(Collectors.joining());
                lines.add(grade + " qid:" + query + features + " # d" + item);
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String file(String name) {
        return folder.resolve(name).toString();
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static CommandRun run(String... arguments) {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.exit()).as(run.err()).isZero();
        return run;
    }

    @Test
    void dataThatMatchAreTakenWithoutAWord() {
        assertThat(run("predict", "--model", model, "--data", file("test.txt")).err())
                .isEmpty();
        assertThat(run("eval", "--model", model, "--data", file("test.txt")).err())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"predict", "eval", "importance", "diagnose"})
    void dataWithNoFeatureOfTheModelAreRefused(String command) throws IOException {
        write("disjoint.txt", letor(2, feature -> Integer.toString(feature + 100)));
        CommandRun run = CommandRun.of(command, "--model", model, "--data", file("disjoint.txt"));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .hasLineCount(1)
                .contains("3 features, numbers 101 to 103, and none that the model uses", "such as in training: 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"predict", "eval", "importance", "diagnose"})
    void theFeatureThatMattersMostIsNamedWhereNoRowHasIt(String command) throws IOException {
        write("without.txt", letor(2, feature -> feature == 2 ? "" : Integer.toString(feature)));
        CommandRun run = run(command, "--model", model, "--data", file("without.txt"));
        assertThat(run.err())
                .contains(
                        "1 feature that the model uses is in few rows or none: 2 (in none of the rows, in training 100 %")
                .hasLineCount(1);
    }

    @Test
    void numbersFrom0AreNamedAsSuch() throws IOException {
        write("zero.txt", letor(2, feature -> Integer.toString(feature - 1)));
        assertThat(run("predict", "--model", model, "--data", file("zero.txt")).err())
                .contains(
                        "features are 0 to 2, and in training they were 1 to 3",
                        "counted from 0",
                        "add 1 to each number");
        run(
                "train",
                "--measure",
                "ndcg@5",
                "--lambda",
                "0.01",
                "--train",
                file("zero.txt"),
                "--out",
                file("zero.json"));
        assertThat(run("predict", "--model", file("zero.json"), "--data", file("test.txt"))
                        .err())
                .contains("features are 1 to 3, and in training they were 0 to 2", "take 1 from each number");
    }

    @Test
    void valuesOfAnotherUnitAreNamed() throws IOException {
        write("unit.txt", letor(2, feature -> Integer.toString(feature)).replaceAll(" 2:([0-9.]+)", " 2:1000$1"));
        assertThat(run("eval", "--model", model, "--data", file("unit.txt")).err())
                .contains("1 feature of the model has values far from those in training: 2 (", "units");
    }

    @Test
    void validationDataThatLackFeaturesAreNamedInTraining() throws IOException {
        write("without.txt", letor(2, feature -> feature == 2 ? "" : Integer.toString(feature)));
        CommandRun run = run(
                "train",
                "--measure",
                "ndcg@5",
                "--train",
                file("train.txt"),
                "--valid",
                file("without.txt"),
                "--out",
                file("v.json"));
        assertThat(run.err()).contains("without.txt: 1 feature that the model uses is in few rows or none: 2");
    }

    /** Splits on column 1 of an array at ½, and on column 0: a row with a large column 1 scores 3, else −2 or −3. */
    private static String xgboost(int inputs, int other, String names) {
        return String.format(Locale.ROOT, """
                {"learner":{"attributes":{},"feature_names":[%s],"feature_types":[],
                "gradient_booster":{"model":{"gbtree_model_param":{"num_parallel_tree":"1","num_trees":"1"},
                "tree_info":[0],"trees":[{"base_weights":[0,0,3,-2,-3],"categories":[],"categories_nodes":[],
                "categories_segments":[],"categories_sizes":[],"default_left":[0,0,0,0,0],"id":0,
                "left_children":[1,3,-1,-1,-1],"right_children":[2,4,-1,-1,-1],"loss_changes":[5,1,0,0,0],
                "parents":[2147483647,0,0,1,1],"split_conditions":[0.5,0.5,3,-2,-3],"split_indices":[1,%d,0,0,0],
                "split_type":[0,0,0,0,0],"sum_hessian":[9,5,4,3,2],
                "tree_param":{"num_deleted":"0","num_feature":"%d","num_nodes":"5","size_leaf_vector":"1"}}]},
                "name":"gbtree"},"learner_model_param":{"base_score":"0","boost_from_average":"1","num_class":"0",
                "num_feature":"%d","num_target":"1"},"objective":{"name":"rank:ndcg"}},"version":[2,0,3]}
                """, names, other, inputs, inputs);
    }

    @Test
    void aModelOfAnArrayIsNotShiftedSilentlyWhereTheLastFeatureDoesNotOccur() throws IOException {
        write("array.json", xgboost(3, 0, ""));
        // features 1 and 2 of the text are columns 0 and 1; the third never occurs
        write("few.txt", "1 qid:1 1:1 2:1 # a\n0 qid:1 1:0 2:0 # b\n0 qid:1 1:1 2:0 # c\n");
        String[] predict = {
            "predict",
            "--model",
            file("array.json"),
            "--data",
            file("few.txt"),
            "--output",
            "tsv",
            "--feature-base",
            "0"
        };
        CommandRun unsaid = CommandRun.of(List.of(predict).subList(0, 7).toArray(String[]::new));
        assertThat(unsaid.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(unsaid.err())
                .hasLineCount(1)
                .contains("the model splits on its feature 0", "--feature-base 0 if", "--feature-base 1");
        // worked out by hand from the tree
        assertThat(run(predict).out().lines().skip(1))
                .containsExactly("1\ta\t1\t3.0", "1\tb\t2\t-2.0", "1\tc\t3\t-3.0");
        predict[8] = "1";
        assertThat(run(predict).out().lines().skip(1).map(line -> line.split("\t")[1] + line.split("\t")[3]))
                .containsExactly("a3.0", "c3.0", "b-3.0");
        predict[8] = "2";
        assertThat(CommandRun.of(predict).err()).contains("--feature-base is 0 or 1, not 2");
        predict[2] = model;
        predict[8] = "0";
        assertThat(CommandRun.of(predict).err()).contains("--feature-base is for rankers of XGBoost");
    }

    @Test
    void csvGoesToAModelOfAnotherToolByTheNamesOfItsFeatures() throws IOException {
        write("named.json", xgboost(3, 0, "\"age\",\"links\",\"size\""));
        write("few.csv", "links,colour,query,label,size,docid,age\n1,9,q,1,0,a,1\n0,9,q,0,0,b,0\n0,9,q,0,0,c,1\n");
        CommandRun named = run("predict", "--model", file("named.json"), "--data", file("few.csv"), "--output", "tsv");
        assertThat(named.out().lines().skip(1)).containsExactly("q\ta\t1\t3.0", "q\tb\t2\t-2.0", "q\tc\t3\t-3.0");
        assertThat(named.err()).contains("ignored: 'colour'").hasLineCount(1);
        write("array.json", xgboost(3, 0, ""));
        write("plain.csv", "query,label,docid,x,y,z\nq,1,a,1,1,0\nq,0,b,0,0,0\nq,0,c,1,0,0\n");
        CommandRun nameless = CommandRun.of("predict", "--model", file("array.json"), "--data", file("plain.csv"));
        assertThat(nameless.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(nameless.err()).contains("has no names for its features", "--feature-base 0");
        assertThat(run(
                                "predict",
                                "--model",
                                file("array.json"),
                                "--data",
                                file("plain.csv"),
                                "--output",
                                "tsv",
                                "--feature-base",
                                "0")
                        .out()
                        .lines()
                        .skip(1))
                .containsExactly("q\ta\t1\t3.0", "q\tb\t2\t-2.0", "q\tc\t3\t-3.0");
    }

    @Test
    void aModelThatMayBeOfTextIsTakenAsSuchWithANote() throws IOException {
        write("text.json", xgboost(9, 2, ""));
        CommandRun run = run("predict", "--model", file("text.json"), "--data", file("test.txt"));
        assertThat(run.err()).contains("does not say whether it was trained on text or on an array");
    }

    @ParameterizedTest
    @CsvSource({"predict", "eval"})
    void columnsGoByNameInAnyOrderAndOthersArePassedOver(String command) throws IOException {
        write("a.csv", "query,docid,label,x,y\nq1,a,2,1,0\nq1,b,0,0,1\nq2,a,1,1,1\nq2,b,0,0,0\n");
        write("b.csv", "y,label,more,x,docid,query\n0,2,7,1,a,q1\n1,0,7,0,b,q1\n1,1,7,1,a,q2\n0,0,7,0,b,q2\n");
        run(
                "train",
                "--measure",
                "ndcg",
                "--lambda",
                "1",
                "--folds",
                "2",
                "--train",
                file("a.csv"),
                "--out",
                file("c.json"));
        CommandRun same = run(command, "--model", file("c.json"), "--data", file("a.csv"));
        CommandRun moved = run(command, "--model", file("c.json"), "--data", file("b.csv"));
        assertThat(moved.out()).isEqualTo(same.out());
        assertThat(moved.err()).contains("ignored: 'more'").hasLineCount(1);
        CommandRun ignored = run(command, "--model", file("c.json"), "--data", file("b.csv"), "--ignore", "more");
        assertThat(ignored.err()).isEmpty();
        assertThat(ignored.out()).isEqualTo(same.out());
    }

    @Test
    void ignoredColumnsAreNoFeaturesInTraining() throws IOException {
        write("a.csv", "query,docid,label,x,y\nq1,a,2,1,0\nq1,b,0,0,1\nq2,a,1,1,1\nq2,b,0,0,0\n");
        String[] train = {
            "train",
            "--measure",
            "ndcg",
            "--lambda",
            "1",
            "--folds",
            "2",
            "--train",
            file("a.csv"),
            "--out",
            file("i.json"),
            "--ignore",
            "y"
        };
        run(train);
        assertThat(Files.readString(folder.resolve("i.json"))).contains("\"featureNames\" : [ \"x\" ]");
        train[12] = "yy";
        assertThat(CommandRun.of(train).err()).contains("'yy', which is to be ignored");
        train[12] = "label";
        assertThat(CommandRun.of(train).exit()).isEqualTo(Exit.BAD_INPUT);
    }

    /** A run that predict wrote is the model itself, whatever stands beside it. */
    @Test
    void modelsRunsAndColumnsAreComparedInOneCommand() throws IOException {
        run("predict", "--model", model, "--data", file("test.txt"), "--out", file("own.run"));
        CommandRun all = run(
                "eval",
                "--model",
                model,
                "--run",
                file("own.run"),
                "--score",
                "2",
                "--data",
                file("test.txt"),
                "--measures",
                "ndcg@5,rr",
                "--format",
                "csv");
        List<String> lines =
                all.out().lines().filter(line -> line.contains(",all,ndcg@5,")).toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith(model);
        assertThat(lines.get(1)).startsWith("2,all");
        assertThat(value(lines.get(2))).isEqualTo(value(lines.get(0)));
        String column = run(
                        "eval", "--score", "2", "--data", file("test.txt"), "--measures", "ndcg@5", "--format", "csv")
                .out();
        assertThat(column).contains(lines.get(1));
    }

    /** The labels of a data file judge a run as a qrels file of the same grades does. */
    @Test
    void aDataFileTakesThePlaceOfQrels() throws IOException {
        run("predict", "--model", model, "--data", file("test.txt"), "--out", file("own.run"));
        String cut = Files.readString(folder.resolve("own.run"))
                .lines()
                .filter(line -> !line.contains(" d0 ") && !line.startsWith("7 "))
                .collect(Collectors.joining("\n"));
        write("cut.run", cut + "\n3 Q0 unjudged 1 99 other\n");
        String qrels = Files.readString(folder.resolve("test.txt"))
                .lines()
                .map(line -> line.replaceAll("^(\\d) qid:(\\d+) .* # (.*)$", "$2 0 $3 $1"))
                .collect(Collectors.joining("\n"));
        write("qrels.txt", qrels + "\n");
        for (String option : List.of("--per-query", "--complete")) {
            String[] rest = {"--run", file("cut.run"), "--measures", "ndcg@5,map,recall@2", option, "--format", "csv"};
            List<String> byData = new ArrayList<>(List.of("eval", "--data", file("test.txt")));
            List<String> byQrels = new ArrayList<>(List.of("eval", "--qrels", file("qrels.txt")));
            byData.addAll(List.of(rest));
            byQrels.addAll(List.of(rest));
            assertThat(run(byData.toArray(String[]::new)).out())
                    .isEqualTo(run(byQrels.toArray(String[]::new)).out());
        }
    }

    /** Two models of other columns of one file, each as if it were alone. */
    @Test
    void modelsOfDifferentColumnsAreComparedOnOneFile() throws IOException {
        write("a.csv", "query,docid,label,x,y\nq1,a,2,1,0\nq1,b,0,0,1\nq2,a,1,1,1\nq2,b,0,0,0\n");
        for (String left : List.of("x", "y")) {
            run(
                    "train",
                    "--measure",
                    "ndcg",
                    "--lambda",
                    "1",
                    "--folds",
                    "2",
                    "--train",
                    file("a.csv"),
                    "--ignore",
                    left,
                    "--out",
                    file("without-" + left + ".json"));
        }
        String[] both = {
            "eval",
            "--model",
            file("without-x.json"),
            "--model",
            file("without-y.json"),
            "--score",
            "y",
            "--data",
            file("a.csv"),
            "--measures",
            "ndcg",
            "--format",
            "csv"
        };
        List<String> lines = run(both).out().lines().skip(1).toList();
        for (int i : new int[] {2, 4}) {
            String alone = run(
                            "eval",
                            "--model",
                            both[i],
                            "--data",
                            file("a.csv"),
                            "--measures",
                            "ndcg",
                            "--format",
                            "csv")
                    .out();
            assertThat(alone).contains(lines.get(i / 2 - 1));
        }
    }

    private static String value(String line) {
        return line.substring(line.lastIndexOf(',') + 1);
    }
}
