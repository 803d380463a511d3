package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands {@code importance} and {@code why}. */
class InsightCommandsTest {
    @TempDir
    Path folder;

    /** 12 queries of 6 items; the grade goes by x, y is noise, k is constant. */
    @BeforeEach
    void writeData() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder("query,label,docid,x,y,k\n");
        for (int row = 0; row < 72; row++) {
            double x = random.nextDouble();
            text.append(String.format(
                    Locale.ROOT,
                    "q%d,%d,d%d,%.3f,%.3f,1\n",
                    row / 6,
                    (int) (3 * x),
                    row % 6 + 11,
                    x,
                    random.nextDouble()));
        }
        write("data.csv", text.toString());
    }

    @Test
    void importanceOfAFeatureThatMattersIsItsDrop() throws IOException {
        String model = trained();
        JsonNode json = json(run("importance", "--model", model, "--data", file("data.csv"), "--format", "json"));
        assertThat(json.get("measure").asText()).startsWith("ndcg@3");
        assertThat(json.get("repeats").asInt()).isEqualTo(5);
        assertThat(json.get("value").asDouble()).isGreaterThan(0.9);
        JsonNode features = json.get("features");
        assertThat(features).hasSize(3);
        assertThat(features.get(0).get("feature").asText()).isEqualTo("x");
        assertThat(features.get(0).get("drop").asDouble()).isGreaterThan(0.1);
        assertThat(features.get(0).get("standardError").asDouble()).isBetween(1e-6, 0.1);
        for (JsonNode feature : features) {
            if (feature.get("feature").asText().equals("k")) {
                assertThat(feature.get("drop").asDouble()).isZero();
            }
        }

        CommandRun csv = run("importance", "--model", model, "--data", file("data.csv"), "--format", "csv");
        assertThat(csv.out())
                .startsWith("feature,drop,standard_error\nx,"
                        + features.get(0).get("drop").asText() + ",");
        CommandRun table = run("importance", "--model", model, "--data", file("data.csv"), "--top", "1");
        assertThat(table.out()).contains("\nx ").contains("2 others").doesNotContain("\ny ");
    }

    /** RankLib's files tell splits, but neither gains nor how many rows went where, which contributions need. */
    @Test
    void modelsOfOtherToolsAreExplainedAsFarAsTheirFilesTell() throws IOException {
        write("letor.txt", "2 qid:1 2:3 3:1\n0 qid:1 2:1 3:2\n1 qid:1 2:2\n0 qid:2 2:1 3:1\n1 qid:2 2:4 3:3\n");
        String split = "<split><feature> 2 </feature><threshold> 2.5 </threshold>"
                + "<split pos=\"left\"><output> -1.0 </output></split><split pos=\"right\"><output> 1.5 </output></split></split>";
        write(
                "ranklib.txt",
                "## LambdaMART\n\n<ensemble><tree id=\"1\" weight=\"1.0\">" + split
                        + "</tree><tree id=\"2\" weight=\"1.0\">" + split + "</tree></ensemble>\n");
        String[] importance = {"importance", "--model", file("ranklib.txt"), "--data", file("letor.txt")};
        assertThat(CommandRun.of(importance).err())
                .hasLineCount(1)
                .contains("does not say what it was trained for; give --measure");
        JsonNode json = json(run(with(importance, "--measure", "rr", "--format", "json")));
        assertThat(json.get("value").asDouble()).isEqualTo(1);
        JsonNode features = json.get("features");
        assertThat(features).hasSize(1);
        assertThat(features.get(0).get("feature").asText()).isEqualTo("2");
        assertThat(features.get(0).get("splits").asInt()).isEqualTo(2);
        assertThat(features.get(0).get("gain").isNull()).isTrue();
        assertThat(features.get(0).get("cover").isNull()).isTrue();
        assertThat(run(with(importance, "--measure", "rr")).out()).containsPattern("2 .*–\\s+–\\s+2\\R");
        assertThat(run(with(importance, "--measure", "rr", "--format", "csv")).out())
                .startsWith("feature,drop,standard_error,gain,cover,splits\n2,")
                .endsWith(",,,2\n");
        CommandRun why =
                CommandRun.of("why", "--model", file("ranklib.txt"), "--data", file("letor.txt"), "--query", "1");
        assertThat(why.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(why.err()).hasLineCount(1).contains("RankLib's files do not hold");
    }

    @Test
    void importanceTakesAnotherMeasureAndAnyNumberOfThreads() throws IOException {
        String model = trained();
        String[] args = {
            "importance",
            "--model",
            model,
            "--data",
            file("data.csv"),
            "--measure",
            "err@3",
            "--repeats",
            "2",
            "--threads"
        };
        CommandRun one = run(with(args, "1"));
        CommandRun two = run(with(args, "2"));
        assertThat(one.err()).contains("largest grade 2");
        assertThat(one.out()).startsWith("err@3(max=2").isEqualTo(two.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--normalize query --context mean,rank", "--model fourier --features 20"})
    void whyAddsUpToTheDifferenceOfTheScoresThatPredictPrints(String options) throws IOException {
        String model = trained(options.isEmpty() ? new String[0] : options.split(" "));
        List<String> run = run("predict", "--model", model, "--data", file("data.csv"))
                .out()
                .lines()
                .filter(line -> line.startsWith("q3 "))
                .toList();
        JsonNode json =
                json(run("why", "--model", model, "--data", file("data.csv"), "--query", "q3", "--format", "json"));
        double sum = 0;
        for (JsonNode feature : json.get("features")) {
            sum += feature.get("contribution").asDouble();
        }
        double[] scores = new double[2];
        for (int i = 0; i < 2; i++) {
            String[] words = run.get(i).split(" ", -1);
            JsonNode item = json.get(i == 0 ? "above" : "below");
            assertThat(item.get("item").asText()).isEqualTo(words[2]);
            assertThat(item.get("rank").asInt()).isEqualTo(i + 1);
            assertThat(item.get("score").asDouble()).isEqualTo(Double.parseDouble(words[4]));
            scores[i] = Double.parseDouble(words[4]);
        }
        assertThat(json.get("difference").asDouble()).isEqualTo(scores[0] - scores[1]);
        assertThat(sum).isCloseTo(scores[0] - scores[1], within(1e-9));
    }

    @Test
    void itemsGoByNameOrByNumber() throws IOException {
        String model = trained();
        String[] args = {"why", "--model", model, "--data", file("data.csv"), "--query", "q5", "--above"};
        CommandRun byName = run(with(args, "d12", "--below", "d16"));
        assertThat(byName.out()).contains("d12", "d16", "total");
        assertThat(run(with(args, "2", "--below", "6"))).isEqualTo(byName);
        CommandRun csv = run(with(args, "2", "--below", "6", "--format", "csv"));
        assertThat(csv.out()).startsWith("feature,above,below,contribution\nx,").hasLineCount(4);
        CommandRun top = run(with(args, "2", "--below", "6", "--top", "1"));
        assertThat(top.out()).contains("\n2 others").hasLineCount(4 + 4);
    }

    @Test
    void dataNeedNoLabelsAndTheColumnOfTheQueryCanBeNamed() throws IOException {
        write("new.csv", "session,x,y,k\ns,0.1,0.5,1\ns,0.9,,1\n");
        String[] args = {"why", "--model", trained(), "--data", file("new.csv"), "--query", "s"};
        CommandRun run = run(with(args, "--query-column", "session"));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.out()).contains("missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--query q33                          | no query 'q33'         | did you mean 'q3",
                "--query zebra                        | no query 'zebra'       | --help",
                "--query q3 --above dd12 --below d13  | no item 'dd12'         | did you mean 'd12'?",
                "--query q3 --above d12 --below 7     | no item '7'            | q3",
                "--query q3 --above d12               | --below                | neither",
                "--query q3 --above d12 --below d12   | not above itself       | name two items",
                "--query q3 --top 0                   | --top                  | at least 1",
            })
    void whatIsNotThereIsOneLineThatSaysWhatIs(String options, String what, String next) throws IOException {
        String[] args = {"why", "--model", trained(), "--data", file("data.csv")};
        assertRefused(CommandRun.of(with(args, options.split(" "))), what, next);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--repeats 0     | repeats     | at least 1",
                "--measure ndgc  | ndgc        | did you mean 'ndcg'",
                "--top -1        | --top       | at least 1",
            })
    void aBadArgumentOfImportanceIsOneLine(String options, String what, String next) throws IOException {
        String[] args = {"importance", "--model", trained(), "--data", file("data.csv")};
        assertRefused(CommandRun.of(with(args, options.split(" "))), what, next);
    }

    @Test
    void otherFeaturesAreRefusedAndModelsOfClassesAreNot() throws IOException {
        write("other.csv", "query,label,docid,x,z,k\nq3,1,a,1,1,1\nq3,0,b,1,2,1\n");
        String[] why = {"why", "--query", "q3", "--model"};
        String ranker = trained();
        assertRefused(CommandRun.of(with(why, ranker, "--data", file("other.csv"))), "'z'", "also the feature 'y'");
        assertRefused(
                CommandRun.of("importance", "--model", ranker, "--data", file("other.csv")),
                "'z'",
                "also the feature 'y'");

        write("classes.csv", "label,x\n1,0\n2,1\n1,0\n2,1\n1,0\n2,1\n1,0\n2,1\n");
        String classes = file("classes.json");
        run(
                "train",
                "--loss-matrix",
                "zero-one(n=2)",
                "--train",
                file("classes.csv"),
                "--folds",
                "2",
                "--out",
                classes);
        String rows = file("classes.csv");
        JsonNode importance = json(run("importance", "--model", classes, "--data", rows, "--format", "json"));
        JsonNode eval = json(run("eval", "--model", classes, "--data", rows, "--format", "json"));
        assertThat(importance.get("value").asDouble())
                .isEqualTo(eval.at("/measures/0/mean").asDouble());
        assertThat(importance.at("/features/0/feature").asText()).isEqualTo("x");
        assertThat(importance.at("/features/0/drop").asDouble()).isPositive();

        JsonNode row = json(run("why", "--query", "2", "--model", classes, "--data", rows, "--format", "json"));
        assertThat(row.at("/above/prediction").asText()).isEqualTo("2");
        assertThat(row.at("/margin").asDouble())
                .isPositive()
                .isCloseTo(
                        row.at("/usual").asDouble()
                                + row.at("/features/0/contribution").asDouble(),
                        within(1e-9));
    }

    private static void assertRefused(CommandRun run, String what, String next) {
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).hasLineCount(1).contains(what).contains(next);
    }

    private String trained(String... options) {
        String model = file("model.json");
        String[] args = {"train", "--measure", "ndcg@3", "--train", file("data.csv"), "--folds", "2", "--out", model};
        run(with(args, options));
        return model;
    }

    private static CommandRun run(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return run;
    }

    private static String[] with(String[] args, String... more) {
        return Stream.of(args, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static JsonNode json(CommandRun run) throws IOException {
        return new ObjectMapper().readTree(run.out());
    }
}
