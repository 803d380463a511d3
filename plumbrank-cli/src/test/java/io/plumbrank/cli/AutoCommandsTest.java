package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Training where no model is named, and the card of what comes of it. */
class AutoCommandsTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeData() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder queries = new StringBuilder();
        StringBuilder rows = new StringBuilder("a,b,label\n");
        StringBuilder rankings = new StringBuilder("a,b,L1,L2,L3\n");
        for (int q = 0; q < 24; q++) {
            for (int i = 0; i < 6; i++) {
                double a = random.nextDouble();
                double b = random.nextDouble();
                queries.append(String.format(Locale.ROOT, "%d qid:%d 1:%.3f 2:%.3f%n", Math.round(2 * a), q, a, b));
                rows.append(String.format(Locale.ROOT, "%.3f,%.3f,%s%n", a, b, a > 0.5 ? "x" : "y"));
            }
            double a = random.nextDouble();
            rankings.append(
                    String.format(Locale.ROOT, "%.3f,%.3f,%s%n", a, random.nextDouble(), a > 0.5 ? "1,2,3" : "3,2,1"));
        }
        Files.writeString(folder.resolve("queries.txt"), queries);
        Files.writeString(folder.resolve("rows.csv"), rows);
        Files.writeString(folder.resolve("rankings.csv"), rankings);
        Files.writeString(folder.resolve("costs.csv"), ",x,y\nx,0,1\ny,5,0\n");
    }

    private CommandRun run(String command) {
        return CommandRun.asTyped(command.replace("@", folder + "/").split(" "));
    }

    private JsonNode json(String command) throws IOException {
        CommandRun run = run(command + " --format json");
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return new ObjectMapper().readTree(run.out());
    }

    @Test
    void theDefaultTriesSeveralAndTellsWhichAndHowSure() throws IOException {
        CommandRun run = run("train --train @queries.txt --measure ndcg --folds 2 --budget 3 --out @m.json");
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.out().lines())
                .hasSize(7)
                .anyMatch(line -> line.startsWith("Model: linear ("))
                .anyMatch(line -> line.matches("Expected on new data: ndcg [01]\\.\\d{4} ± 0\\.\\d{4} .*"))
                .anyMatch(line -> line.startsWith("Best of the others: "));
        assertThat(run.err()).contains("trees was not tried: the budget is 3 trials");
        ModelChoice choice =
                ModelFile.read(folder.resolve("m.json")).provenance().choice().orElseThrow();
        assertThat(choice.rivals())
                .extracting(ModelChoice.Rival::name)
                .containsExactly("linear", "linear with z,rank", "fourier");
        JsonNode json = json("train --train @queries.txt --measure ndcg --folds 2 --budget 3 --out @m.json");
        assertThat(json.at("/choice/rivals")).hasSize(3);
        // of one level, the comparison's own
        Matcher compared = Pattern.compile(
                        "Best of the others: .* ([0-9.]+) ± [0-9.]+, chosen ([0-9.]+) ± [0-9.]+ \\(ndcg, ")
                .matcher(run.out());
        assertThat(compared.find()).as(run.out()).isTrue();
        for (JsonNode rival : json.at("/choice/rivals")) {
            if (rival.get("chosen").asBoolean()) {
                assertThat(Double.parseDouble(compared.group(2)))
                        .isCloseTo(rival.get("value").asDouble(), within(6e-5));
            }
        }
        assertThat(json.at("/valid/measure").asDouble())
                .isCloseTo(json.at("/choice/value").asDouble(), within(1e-12))
                .isCloseTo(choice.value().mean(), within(1e-12));
    }

    /** What is chosen for a system is exported to it, and kinds that it cannot run are not tried. */
    @ParameterizedTest
    @CsvSource({
        "opensearch, opensearch, linear with z,",
        "solr, solr, fourier",
        "elasticsearch, opensearch, linear with z,",
        "vespa, onnx, linear with z,",
        "onnx, onnx, linear with z,",
        "java, java, linear with z,",
        "ranklib, ranklib, fourier"
    })
    void aSystemRunsWhatIsChosenForIt(String system, String format, String leftOut) {
        String train = "train --train @queries.txt --measure ndcg --folds 2 --budget 4 --out @m.json --for " + system;
        CommandRun run = run(train);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(run.err().lines())
                .anyMatch(line -> line.startsWith("note: " + leftOut) && line.contains(system + " does not take "))
                .noneMatch(line -> line.contains("to export the best model"));
        CommandRun export = run("export --model @m.json --to " + format + " --out @Exported.java");
        assertThat(export.exit()).as(export.err()).isEqualTo(Exit.DONE);
    }

    @Test
    void aModelThatSearchEnginesCannotRunIsNamed() {
        CommandRun run =
                run("train --train @queries.txt --measure ndcg --folds 2 --context z --budget 1 --out @m.json");
        assertThat(run.err()).contains("opensearch, elasticsearch, solr and vespa do not take context features");
        assertThat(run("train --train @rankings.csv --ranking L --measure kendall --for solr --folds 2 --out @m.json")
                        .err())
                .contains("solr does not take ");
    }

    @Test
    void everyTaskHasIt() throws IOException {
        JsonNode classes = json("train --train @rows.csv --loss-matrix @costs.csv --folds 2 --budget 2 --out @m.json");
        assertThat(classes.at("/choice/rivals/1/name").asText()).isEqualTo("linear by log-loss");
        JsonNode labels =
                json("train --train @rankings.csv --ranking L --measure kendall --folds 3 --budget 2 --out @m.json");
        assertThat(labels.at("/choice/criterion").asText()).isEqualTo("loss");
        assertThat(labels.at("/valid/measure").asDouble()).isGreaterThan(0.3);
        JsonNode pairs =
                json("train --train @queries.txt --measure pd --surrogate pairs --folds 2 --budget 1 --out @m.json");
        assertThat(pairs.at("/choice/rivals")).hasSize(1);
    }

    @Test
    void theCardHoldsWhatTheModelIs() throws IOException {
        run("train --train @queries.txt --measure ndcg --folds 2 --budget 2 --out @m.json");
        CommandRun table = run("explain --model @m.json");
        assertThat(table.out())
                .startsWith("A ranker")
                .contains("Candidates", "linear with z,rank", "Guarantee", "queries.txt");
        CommandRun markdown = run("explain --model @m.json --format md");
        assertThat(markdown.out())
                .startsWith("# A ranker")
                .contains("## Features", "| feature | from | to | present |", "| --- | --- | --- | --- |");
        JsonNode json = json("explain --model @m.json");
        assertThat(json.get("calibrated").asText()).isEqualTo("always");
        assertThat(json.at("/choice/rivals")).hasSize(2);
        run("train --train @queries.txt --measure ndcg --folds 2 --model linear --out @l.json");
        assertThat(run("explain --model @l.json").out()).doesNotContain("Candidates");
    }

    /** Names that Markdown or HTML would take for its own, and features that are there in almost all rows or in almost none. */
    @Test
    void theCardSaysWhatIsThereWhateverItIsCalled() throws IOException {
        StringBuilder rows = new StringBuilder("a|b,<i>,~~c~~,$d$,*e*,query,label\n");
        SplittableRandom random = new SplittableRandom(9);
        for (int row = 0; row < 300; row++) {
            double good = random.nextDouble();
            rows.append(String.format(
                    Locale.ROOT,
                    "%.3f,%s,%s,%s,%.3f,%d,%d%n",
                    good,
                    row == 7 ? "" : "1.5",
                    row == 8 ? "-2.5" : "",
                    row % 2 == 0 ? "" : "3",
                    random.nextDouble(),
                    row / 10,
                    Math.round(2 * good)));
        }
        Files.writeString(folder.resolve("odd|<b>.csv"), rows);
        run("train --train @odd|<b>.csv --measure ndcg --model linear --out @m.json");
        assertThat(run("explain --model @m.json --format md").out())
                .contains("odd\\|&lt;b>.csv (crc32c:")
                .containsPattern("\\| a\\\\\\|b \\| .* \\| 100 % \\|\n")
                .contains("| &lt;i> | 1.500 | 1.500 | > 99 % |")
                .contains("| \\~\\~c\\~\\~ | -2.500 | -2.500 | &lt; 1 % |")
                .contains("| \\$d\\$ | 3.000 | 3.000 | 50 % |")
                .contains("| \\*e\\* |");
        assertThat(run("explain --model @m.json").out())
                .contains("~~c~~    -2.500")
                .contains("< 1 %");
    }

    /** Where two are equal the simpler one is not called better. */
    @Test
    void whatIsAsGoodIsNotCalledWorse() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int row = 0; row < 60; row++) {
            rows.append(row % 3)
                    .append(" qid:")
                    .append(row / 6)
                    .append(" 1:")
                    .append(row % 3)
                    .append('\n');
        }
        Files.writeString(folder.resolve("easy.txt"), rows);
        CommandRun run = run("train --train @easy.txt --measure ndcg --folds 2 --budget 2 --out @m.json");
        assertThat(run.out()).contains("as good as linear with z,rank and simpler");
    }

    @Test
    void theoryIsPrintedWhereItIsAskedFor() {
        String train = "train --train @queries.txt --measure ndcg --folds 2 --model linear --out @m.json";
        assertThat(run(train).out()).contains("Guarantee: calibrated for every").doesNotContain("Not promised");
        assertThat(run(train + " --explain").out()).contains("Calibrated for every", "Not promised");
    }

    /** Label rankings are chosen by a loss, and reach a measure. */
    @Test
    void rankingsReachWhatEvalSays() throws IOException {
        JsonNode json = json(
                "train --train @rankings.csv --valid @rankings.csv --ranking L --measure kendall --budget 2 --out @m.json");
        double reached = json.at("/choice/value").asDouble();
        assertThat(reached).isEqualTo(json.at("/valid/measure").asDouble());
        JsonNode eval = json("eval --model @m.json --data @rankings.csv --measures kendall");
        assertThat(reached).isCloseTo(eval.at("/measures/0/mean").asDouble(), within(1e-12));
        CommandRun run =
                run("train --train @rankings.csv --ranking L --measure kendall --folds 3 --budget 2 --out @m.json");
        assertThat(run.out())
                .contains(
                        "Expected on new data: kendall ",
                        "(loss, 24 rows, each left out)",
                        "nested validation in 3 folds");
        assertThat(run("explain --model @m.json").out()).contains("Expected on new data: kendall ");
    }

    @Test
    void mistakesAreNamed() {
        String train = "train --train @queries.txt --measure ndcg --out @m.json ";
        assertRefused(train + "--model linear --budget 3", "--budget needs --model auto");
        assertRefused(train + "--budget soon", "not 'soon'");
        assertRefused(train + "--budget 0", "must be positive");
        assertRefused(train + "--budget 0s", "must be positive, got 0.0 s");
        assertRefused(train + "--param eta=1", "--param needs --model trees");
        assertRefused(train + "--engine own", "--engine needs --model trees");
        assertRefused(
                "train --train @rows.csv --loss-matrix @costs.csv --calibrate isotonic --out @m.json",
                "--calibrate needs a --model by name");
        assertRefused(train + "--features 10", "--features and --bandwidth need");
        assertRefused(train + "--format md", "Markdown is printed by explain --model alone");
        assertRefused("explain --measure ndcg --format md", "give --model");
    }

    private void assertRefused(String command, String message) {
        CommandRun run = run(command);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains(message);
    }
}
