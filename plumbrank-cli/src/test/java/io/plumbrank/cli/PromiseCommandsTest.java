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
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That commands promise the same things, and nothing that another command refutes. */
class PromiseCommandsTest {
    private static final int ITEMS = 20;

    @TempDir
    Path folder;

    private Path train;

    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(14);
        StringBuilder text = new StringBuilder();
        for (int q = 0; q < 12; q++) {
            for (int i = 0; i < ITEMS; i++) {
                double x = random.nextDouble();
                text.append(x + random.nextDouble() > 1 ? 1 : 0)
                        .append(" qid:")
                        .append(q)
                        .append(" 1:")
                        .append(x)
                        .append(" 2:")
                        .append(random.nextDouble())
                        .append('\n');
            }
        }
        train = Files.writeString(folder.resolve("train.txt"), text);
    }

    private static JsonNode json(CommandRun run, int exit) throws IOException {
        assertThat(run.exit()).as(run.err()).isEqualTo(exit);
        return new ObjectMapper().readTree(run.out());
    }

    private CommandRun train(String measure, String surrogate, String... more) {
        List<String> args = new ArrayList<>(List.of("train", "--measure", measure, "--surrogate", surrogate));
        args.addAll(List.of("--train", train.toString(), "--valid", train.toString(), "--format", "json", "--quiet"));
        args.addAll(List.of("--out", folder.resolve("model.json").toString()));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static CommandRun explain(String measure, String surrogate) {
        return CommandRun.of(
                "explain", "--measure", measure, "--surrogate", surrogate, "--items", "" + ITEMS, "--format", "json");
    }

    /** One convention for sums over pairs: that of training, divided by the number of items. */
    @ParameterizedTest
    @CsvSource({
        "wta, squared",
        "wta, pairwise-squared",
        "wta, pairwise-logistic",
        "wta, pairwise-exponential",
        "recall@5, logistic",
        "map, pairs",
        "pd, pairs",
        "rr@1, squared",
        "wta, ranknet",
        "auc(empty=skip), pairwise-logistic",
        "spearman, squared",
        "map@3, squared"
    })
    void explainAndTrainPromiseTheSame(String measure, String surrogate) throws IOException {
        JsonNode explained = json(explain(measure, surrogate), Exit.DONE);
        JsonNode trained = json(train(measure, surrogate), Exit.DONE).get("guarantee");
        assertThat(trained.get("calibrated")).isEqualTo(explained.get("calibrated"));
        assertThat(trained.get("theorem")).isEqualTo(explained.get("theorem"));
        assertThat(trained.get("condition")).isEqualTo(explained.get("condition"));
        assertThat(trained.get("regretConstant").isNull())
                .isEqualTo(explained.get("regretConstant").isNull());
        assertThat(trained.get("regretConstant").asDouble())
                .isCloseTo(explained.get("regretConstant").asDouble(), within(1e-9));
        if (!surrogate.equals("pairs")) { // of which a model says more about its decoder
            assertThat(trained.get("notPromised")).isEqualTo(explained.get("notPromised"));
        }
    }

    @Test
    void theTextSaysThatSumsOverPairsAreDivided() {
        CommandRun run =
                CommandRun.of("explain", "--measure", "wta", "--surrogate", "pairwise-logistic", "--items", "20");
        assertThat(run.out()).contains("≤ 8.944", "sum over a query's pairs is divided by its number of items");
    }

    @Test
    void aBoundOnUtilitiesThatLabelsExceedIsBadUsage() {
        CommandRun check = CommandRun.of(
                "check", "--measure", "dcg", "--surrogate", "linear-value(rho=cosh,largest=0.1)", "--trials", "500");
        assertThat(check.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(check.err()).contains("largest=0.1 is too small");
        CommandRun trained = train("dcg", "linear-value(rho=cosh,largest=0.1)");
        assertThat(trained.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(trained.err())
                .contains("largest=0.1 is too small", "train.txt")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rr@1", "success@1", "map@1", "err@1(max=1)"})
    void whatSeesTheFirstPlaceOnlyIsTrainedFor(String measure) throws IOException {
        JsonNode guarantee = json(train(measure, "squared"), Exit.DONE).get("guarantee");
        assertThat(guarantee.get("calibrated").asText()).isEqualTo("always");
        assertThat(guarantee.get("regretConstant").asDouble()).isCloseTo(Math.sqrt(2), within(1e-12));
    }

    @Test
    void theTableNamesASurrogateForEveryMeasure() throws IOException {
        JsonNode json = json(CommandRun.of("check", "--table", "--trials", "200", "--format", "json"), Exit.DONE);
        assertThat(json.get("advice").size()).isGreaterThan(20);
        for (JsonNode line : json.get("advice")) {
            assertThat(line.get("searched").asText()).doesNotContain("broken by");
            if (line.get("surrogate").asText().equals("none")) {
                assertThat(line.get("calibrated").asText()).startsWith("train for ");
            } else {
                assertThat(line.get("searched").asText()).endsWith(", none broken");
            }
        }
    }
}
