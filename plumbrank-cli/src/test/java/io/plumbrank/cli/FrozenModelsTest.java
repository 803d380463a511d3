package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A model file that was written once loads and predicts the same for ever. The files are found in the folder {@code frozen} of
 * the test resources, whose {@code README.md} says how they were made, and how to add one.
 *
 * <p>Scores were recorded on a processor with fused multiply-add. Without it they may differ in their last digits, and are compared
 * up to 1e-9.
 */
class FrozenModelsTest {
    private static final List<String> FORMS = List.of("tsv", "jsonl", "trec");
    private static final Pattern DECIMAL = Pattern.compile("-?\\d+\\.\\d+(?:[eE][-+]?\\d+)?");

    static Stream<Path> models() throws IOException, URISyntaxException {
        Path frozen = Path.of(Objects.requireNonNull(FrozenModelsTest.class.getResource("/frozen"))
                .toURI());
        try (Stream<Path> files = Files.walk(frozen)) {
            return files
                    .filter(file -> frozen.relativize(file).getNameCount() == 3)
                    .filter(file -> !file.getFileName().toString().startsWith("data"))
                    .filter(file -> !isPrediction(file))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** One whose model is gone counts as a model, which then fails. */
    private static boolean isPrediction(Path file) {
        String name = file.getFileName().toString();
        int dot = name.lastIndexOf('.');
        return dot > 0
                && FORMS.contains(name.substring(dot + 1))
                && Files.exists(file.resolveSibling(name.substring(0, dot)));
    }

    private static String data(Path model) {
        Path text = model.resolveSibling("data.txt");
        return (Files.exists(text) ? text : model.resolveSibling("data.csv")).toString();
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyModelPredictsWhatItDid(Path model) throws IOException {
        int compared = 0;
        for (String form : FORMS) {
            Path expected = model.resolveSibling(model.getFileName() + "." + form);
            if (Files.exists(expected)) {
                List<String> args = new ArrayList<>(List.of("predict", "--model", model.toString()));
                args.addAll(List.of("--data", data(model), "--output", form));
                if (model.getFileName().toString().startsWith("xgboost")) {
                    args.addAll(List.of("--feature-base", "1")); // which the file does not say
                }
                CommandRun run = CommandRun.of(args.toArray(String[]::new));
                assertThat(run.err()).isEmpty();
                assertThat(run.exit()).isEqualTo(Exit.DONE);
                assertSame(run.out(), Files.readString(expected));
                compared++;
            }
        }
        assertThat(compared).as("files that say what %s predicts", model).isPositive();
    }

    private static void assertSame(String printed, String expected) {
        if (Machine.fuses()) {
            assertThat(printed).isEqualTo(expected);
            return;
        }
        assertThat(DECIMAL.matcher(printed).replaceAll("#"))
                .isEqualTo(DECIMAL.matcher(expected).replaceAll("#"));
        assertThat(decimals(printed)).containsExactly(decimals(expected), Offset.offset(1e-9));
    }

    private static double[] decimals(String text) {
        return DECIMAL.matcher(text)
                .results()
                .map(MatchResult::group)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyModelIsEvaluated(Path model) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("eval", "--model", model.toString(), "--data", data(model), "--format", "json"));
        Path votes = model.resolveSibling("data-votes.csv");
        if (Files.exists(votes)) {
            args.addAll(List.of("--preferences", votes.toString()));
        }
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        assertThat(new ObjectMapper().readTree(run.out()).at("/measures/0/mean").isNumber())
                .isTrue();
    }

    static Stream<Path> modelsOfMeasures() throws IOException, URISyntaxException {
        return models().filter(model ->
                model.toString().endsWith(".json") && json(model).has("spec"));
    }

    /** By the words for measure and surrogate that stand in the file. */
    @ParameterizedTest
    @MethodSource("modelsOfMeasures")
    void theMeasureAndSurrogateOfEveryModelAreExplained(Path model) {
        JsonNode json = json(model);
        List<String> args =
                new ArrayList<>(List.of("explain", "--measure", json.get("spec").asText()));
        args.addAll(List.of("--surrogate", json.get("surrogate").asText()));
        if (json.get("kind").asText().equals("label-ranking")) {
            args.add("--ranking");
        }
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
    }

    private static JsonNode json(Path model) {
        try {
            return new ObjectMapper().readTree(model.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
