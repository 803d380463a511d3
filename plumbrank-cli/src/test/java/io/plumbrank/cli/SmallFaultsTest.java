package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users met and nobody told them. */
class SmallFaultsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void data() throws IOException {
        GeneratedData.write(folder);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void levelsThatTrainingDidNotSeeAreCounted() throws IOException {
        StringBuilder train = new StringBuilder("city,x,label\n");
        for (int row = 0; row < 60; row++) {
            train.append("ABC".charAt(row % 3))
                    .append(',')
                    .append(row % 7)
                    .append(',')
                    .append(row % 2)
                    .append('\n');
        }
        write("cities.csv", train.toString());
        write("others.csv", "city,x,label\nA,1,0\nZ,1,1\nZ,2,1\n");
        CommandRun made = CommandRun.of(
                "train",
                "--loss-matrix",
                "zero-one(n=2)",
                "--model",
                "linear",
                "--quiet",
                "--train",
                file("cities.csv"),
                "--out",
                file("m.json"));
        assertThat(made.exit()).as(made.err()).isEqualTo(Exit.DONE);
        for (String command : new String[] {"predict", "eval"}) {
            CommandRun run = CommandRun.of(command, "--model", file("m.json"), "--data", file("others.csv"));
            assertThat(run.err())
                    .contains("column city: 2 of 3 rows have a level that training saw rarely or never, such as 'Z'");
        }
        assertThat(CommandRun.of("predict", "--model", file("m.json"), "--data", file("cities.csv"))
                        .err())
                .doesNotContain("rarely or never");
    }

    /** What a mistyped file is, and which option helps. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a;'b,c';label\\n1;2;0\\n2;3;1\\n|a.csv:1: found columns that semicolons separate, 'a;|save the file in that way",
                "a;label\\n1;0\\n2;1\\n|a.csv:1: found one column 'a;label', expected columns that commas separate|save",
                "a,label\\n1,0\\n2,1\\nword,1\\n3,0\\n|a.csv:4: found 'word' in column 'a'|--na WORD takes a word as missing",
                "a,label\\n2024-01-02,0\\n2024-01-03,1\\n|a.csv:2: found '2024-01-02'|--ignore COLUMN ignores a column",
                "a,b\\n1,0\\n2,1\\n|a.csv:1: found the columns 'a', 'b', expected a label column 'label'|name it with --label"
            })
    void aFileThatIsNotAsItShouldBeNamesTheOptionThatHelps(String text, String found, String helps) throws IOException {
        write("a.csv", text.replace("\\n", "\n"));
        CommandRun run = CommandRun.of(
                "train",
                "--loss-matrix",
                "zero-one(n=2)",
                "--quiet",
                "--train",
                file("a.csv"),
                "--out",
                file("m.json"));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(found, helps);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "logistic(eta=0.1)",
                "exponential(eta=0.1)",
                "squared-hinge(eta=0.1)",
                "pairwise-logistic(eta=0.1)"
            })
    void anEtaThatDoesNotHoldTheUtilitiesIsTheUsersMistake(String surrogate) {
        CommandRun run = CommandRun.of(
                "train",
                "--measure",
                "ndcg@5",
                "--surrogate",
                surrogate,
                "--train",
                file("queries.txt"),
                "--out",
                file("m.json"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains("eta=0.1", "too small for utilities", "a larger eta");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--monotone|99=1|monotone_constraints of feature 99 where the data have the features 0 to",
                "--param|monotone_constraints=(0,0,0,0,0,0,0,0,0,0,0,-1)|monotone_constraints of feature 11 where",
                "--param|interaction_constraints=[[0,99]]|interaction_constraints of feature 99 where",
                "--categorical|1|--ignore and --categorical name columns of CSV and Parquet files",
                "--na|-999|--na gives words for missing values in CSV files, and not in"
            })
    void optionsThatDoNotFitLetorTextAreTheUsersMistake(String option, String value, String message) {
        for (String model : new String[] {"trees", "forest"}) {
            CommandRun run = CommandRun.of(
                    "train",
                    "--measure",
                    "ndcg@5",
                    "--model",
                    model,
                    option,
                    value,
                    "--train",
                    file("queries.txt"),
                    "--out",
                    file("m.json"));
            assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
            assertThat(run.err()).hasLineCount(1).contains(message);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--absent|missing|--absent needs LETOR or SVMlight text or Parquet, not CSV",
                "--loss-matrix|zero-one(n=3)|--loss-matrix cannot be combined with --costs"
            })
    void optionsThatCostsOfRowsDoNotReadAreRefused(String option, String value, String message) throws IOException {
        write("costs.csv", "x,cost_a,cost_b\n" + "1,0,2\n2,1,0\n".repeat(20));
        CommandRun run = CommandRun.of(
                "train", "--costs", "cost_", option, value, "--train", file("costs.csv"), "--out", file("m.json"));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(message);
    }

    @Test
    void aLineBeginsWithTheProgramAndNotWithError() {
        CommandRun run = CommandRun.of("explain", "--model", file("m.json"), "--measure", "map");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).startsWith("plumbrank: --measure=M, --model=MODEL are mutually exclusive");
    }

    @Test
    void aGradeFarAboveAllOthersIsNoted() throws IOException {
        String text = Files.readString(folder.resolve("queries.txt"));
        write("slip.txt", text.replaceFirst("(?m)^2 qid", "1000 qid"));
        String[] train = {
            "train",
            "--measure",
            "dcg@5(gain=linear)",
            "--lambda",
            "1",
            "--train",
            file("slip.txt"),
            "--out",
            file("m.json")
        };
        CommandRun run = CommandRun.of(train);
        assertThat(run.exit()).as(run.err()).isZero();
        assertThat(run.err()).contains("Grade 1000.0, of one item", "far above the next largest, 4.0");
        train[6] = file("queries.txt");
        assertThat(CommandRun.of(train).err()).doesNotContain("far above");
    }

    @Test
    void validationOnTheTrainingDataIsNoted() throws IOException {
        Files.copy(folder.resolve("queries.txt"), folder.resolve("copy.txt"));
        for (String valid : new String[] {"queries.txt", "copy.txt"}) {
            CommandRun run = CommandRun.of(
                    "train",
                    "--measure",
                    "ndcg@5",
                    "--lambda",
                    "1",
                    "--train",
                    file("queries.txt"),
                    "--valid",
                    file(valid),
                    "--out",
                    file("m.json"));
            assertThat(run.err()).contains("--valid holds the same rows as --train");
        }
        CommandRun other = CommandRun.of(
                "train",
                "--measure",
                "ndcg@5",
                "--lambda",
                "1",
                "--train",
                file("queries.txt"),
                "--valid",
                file("more-queries.txt"),
                "--out",
                file("m.json"));
        assertThat(other.err()).doesNotContain("the same rows");
    }

    @Test
    void quietTrainingPrintsNothingUnlessJsonIsAskedFor() {
        String[] train = {
            "train",
            "--measure",
            "ndcg@5",
            "--lambda",
            "1",
            "--train",
            file("queries.txt"),
            "--valid",
            file("queries.txt"),
            "--out",
            file("m.json"),
            "--quiet",
            "--format",
            "table"
        };
        CommandRun table = CommandRun.of(train);
        assertThat(table.exit()).isZero();
        assertThat(table.out() + table.err()).isEmpty();
        train[13] = "json";
        assertThat(CommandRun.of(train).out()).startsWith("{");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nosuch --help", "--help nosuch", "-h nosuch", "trian --version"})
    void anUnknownCommandIsUnknownWithHelpToo(String arguments) {
        CommandRun run = CommandRun.of(arguments.split(" "));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("unknown command").hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "train,'table, json'",
        "diagnose,'table, json'",
        "demo,'table, json'",
        "explain,'table, json, md (with --model)'",
        "check,'table, json'",
        "eval,'table, json, csv'",
        "importance,'table, json, csv'",
        "why,'table, json, csv'",
        "aggregate,'table, json, csv'",
        "loss,'table, json, csv'",
        "consistency,'table, json, csv'"
    })
    void helpOffersTheFormatsThatAreTaken(String command, String formats) {
        String help = CommandRun.of(command, command.equals("train") ? "--help-all" : "--help")
                .out()
                .replaceAll("\\s+", " ");
        assertThat(help).contains(" " + formats + "; default table");
    }

    @ParameterizedTest
    @CsvSource({
        "predict,--format",
        "demo,--skip-bad",
        "explain,--skip-bad",
        "check,--skip-bad",
        "loss,--skip-bad",
        "consistency,--skip-bad",
        "aggregate,--skip-bad"
    })
    void helpDoesNotOfferWhatHasNoMeaning(String command, String option) {
        assertThat(CommandRun.of(command, "--help").out()).doesNotContain(option + "=");
    }

    @Test
    void theFirstClassIsNotGuessed() throws IOException {
        write("costs.csv", "0,1,9\n1,0,9\n5,5,0\n");
        StringBuilder rows = new StringBuilder("label,x\n");
        for (int i = 0; i < 20; i++) {
            rows.append(1 + i % 2).append(',').append(i % 2).append('\n');
        }
        write("middle.csv", rows.toString());
        String[] train = {
            "train",
            "--loss-matrix",
            file("costs.csv"),
            "--train",
            file("middle.csv"),
            "--out",
            file("m.json"),
            "--first-class",
            "0"
        };
        CommandRun guess = CommandRun.of(java.util.Arrays.copyOf(train, 7));
        assertThat(guess.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(guess.err())
                .hasLineCount(1)
                .contains("neither class 0 nor class 3 among its labels", "the first class, 0 or 1");
        assertThat(folder.resolve("m.json")).doesNotExist();
        // the cheapest of each class is itself: labels 1 and 2 are the second and third of 0, 1, 2, or the first two of
        // 1, 2, 3
        for (String first : new String[] {"0", "1"}) {
            train[8] = first;
            CommandRun run = CommandRun.of(train);
            assertThat(run.exit()).as(run.err()).isZero();
            CommandRun eval =
                    CommandRun.of("eval", "--model", file("m.json"), "--data", file("middle.csv"), "--format", "csv");
            assertThat(eval.out()).endsWith(",all,loss,0.0\n");
            assertThat(Files.readString(folder.resolve("m.json")))
                    .contains(first.equals("0") ? "\"0\", \"1\", \"2\"" : "\"1\", \"2\", \"3\"");
        }
        train[8] = "2";
        assertThat(CommandRun.of(train).err()).contains("--first-class is 0 or 1");
    }

    @Test
    void threadsGoWithADistribution() throws IOException {
        write("d.csv", "probability,label\n0.5,0 1\n0.5,1 0\n");
        CommandRun run = CommandRun.of(
                "check",
                "--measure",
                "ndcg",
                "--items",
                "2",
                "--surrogate",
                "squared",
                "--distribution",
                file("d.csv"),
                "--threads",
                "2");
        assertThat(run.err()).doesNotContain("--threads");
    }

    @ParameterizedTest
    @ValueSource(strings = {"diagnose"})
    void aModelIsCalledWhatItIs(String command) {
        assertThat(CommandRun.of(
                                "train",
                                "--ranking",
                                "by_",
                                "--measure",
                                "kendall",
                                "--lambda",
                                "1",
                                "--folds",
                                "2",
                                "--train",
                                file("rankings.csv"),
                                "--out",
                                file("l.json"))
                        .exit())
                .isZero();
        String[] query = command.equals("why") ? new String[] {"--query", "q"} : new String[0];
        String[] arguments = {command, "--model", file("l.json"), "--data", file("queries.txt")};
        String[] all = java.util.Arrays.copyOf(arguments, 5 + query.length);
        System.arraycopy(query, 0, all, 5, query.length);
        assertThat(CommandRun.of(all).err()).contains("found a model of label rankings, expected a ranker");
    }

    /** Each as if it were alone, and their difference with a test. */
    @Test
    void modelsOfCostsAreCompared() throws IOException {
        write("costs.csv", "0,1,9\n1,0,9\n5,5,0\n");
        StringBuilder rows = new StringBuilder("label,x,y\n");
        for (int i = 0; i < 60; i++) {
            rows.append(1 + i % 3)
                    .append(',')
                    .append(i % 3 + (i % 7) / 7.0)
                    .append(',')
                    .append(i % 5)
                    .append('\n');
        }
        write("rows.csv", rows.toString());
        for (String ignored : new String[] {"x", "y"}) {
            assertThat(CommandRun.of(
                                    "train",
                                    "--loss-matrix",
                                    file("costs.csv"),
                                    "--train",
                                    file("rows.csv"),
                                    "--ignore",
                                    ignored,
                                    "--out",
                                    file("no-" + ignored + ".json"))
                            .exit())
                    .isZero();
        }
        String[] one = {"eval", "--data", file("rows.csv"), "--format", "csv", "--quiet", "--model", file("no-x.json")};
        String[] other = one.clone();
        other[7] = file("no-y.json");
        String[] both = java.util.Arrays.copyOf(one, 10);
        both[8] = "--model";
        both[9] = file("no-y.json");
        String alone = CommandRun.of(one).out().lines().skip(1).findFirst().orElseThrow();
        String second = CommandRun.of(other).out().lines().skip(1).findFirst().orElseThrow();
        CommandRun compared = CommandRun.of(both);
        assertThat(compared.err()).isEmpty();
        assertThat(compared.out().lines().skip(1)).hasSize(2);
        assertThat(loss(compared, 1)).isCloseTo(loss(alone), org.assertj.core.data.Offset.offset(1e-12));
        assertThat(loss(compared, 2)).isCloseTo(loss(second), org.assertj.core.data.Offset.offset(1e-12));
        both[4] = "json";
        assertThat(CommandRun.of(both).out()).contains("\"pRandomization\"", "\"difference\"");
        both[4] = "table";
        assertThat(CommandRun.of(both).out()).contains("paired by row");
    }

    private static double loss(CommandRun run, int line) {
        return loss(run.out().lines().skip(line).findFirst().orElseThrow());
    }

    private static double loss(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(',') + 1));
    }
}
