package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model file is not believed: the frozen ones name no sum of their content, so that only the reader stands in the way. */
class EditedModelsTest {
    private static final Path FROZEN = Path.of("plumbrank-cli/src/test/resources/frozen/format-1");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private static Path data(String model) {
        Path file = FROZEN.resolve(model);
        Path csv = file.resolveSibling("data.csv");
        return Files.exists(csv) ? csv : file.resolveSibling("data.txt");
    }

    private CommandRun predict(String model, String text) throws IOException {
        Path edited = folder.resolve("edited.json");
        Files.writeString(edited, text);
        return CommandRun.of(
                "predict",
                "--output",
                "tsv",
                "--model",
                edited.toString(),
                "--data",
                data(model).toString());
    }

    private static void assertRefused(CommandRun run, String found) {
        assertThat(run.err()).hasLineCount(1).contains("edited.json:").contains(found);
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.out()).isEmpty();
    }

    /** @param pointer to the value that is replaced, or added */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "grades/ranker-linear.json|/formatVersion|1.9|'formatVersion' is not a whole number",
                "grades/ranker-linear.json|/formatVersion|true|'formatVersion' is not a whole number",
                "grades/ranker-linear.json|/formatVersion|\"1\"|'formatVersion' is not a whole number",
                "grades/ranker-linear.json|/surprise|1|'surprise' is a field that this version does not know",
                "grades/ranker-linear.json|/scorer/surprise|1|'scorer.surprise' is a field that",
                "grades/ranker-trees.json|/scorer/trees/1/surprise|1|'scorer.trees[1].surprise' is a field that",
                "grades/ranker-linear.json|/lambda|-1|'lambda' is not a number of at least 0",
                "grades/ranker-linear.json|/lambda|\"1\"|'lambda' is not a finite number",
                "grades/ranker-linear.json|/surrogate|\"pairs\"|",
                "grades/ranker-linear.json|/decoder|\"exact\"|'decoder' is not 'sort'",
                "grades/ranker-linear.json|/measure|\"map\"|'measure' is map, but 'spec' is ",
                "grades/ranker-linear.json|/measure|\"frobnicate\"|unknown name 'frobnicate'",
                "grades/ranker-linear.json|/spec|\"ndcg@0\"|a damaged model (",
                "grades/ranker-linear.json|/labels/queries|-3|'labels.queries' is not a whole number from 0",
                "grades/ranker-linear.json|/labels/leastItemWeight|-1|'labels.leastItemWeight' is not a number",
                "grades/ranker-linear.json|/queryFeatures/contexts|[\"mean\",\"max\",\"sd\"]|for each input with the contexts",
                "grades/ranker-linear.json|/scorer/weights/0/1|1e308|'scorer.weights' has a number of 1.0E308",
                "grades/ranker-linear.json|/scorer/weights/0/1|true|'scorer.weights' is not an array of arrays",
                "grades/ranker-linear.json|/scorer/intercepts/0|-1e300|'scorer.intercepts' has a number of -1.0E300",
                "grades/ranker-fourier.json|/scorer/features|2000000000|weights for 2000000000 features",
                "grades/ranker-fourier.json|/scorer/inputs|2147483647|'scorer.inputs' is not a whole number from 0",
                "grades/ranker-fourier.json|/scorer/bandwidth|-1|bandwidth must be positive",
                "grades/ranker-fourier.json|/scorer/scales/1|-1|they must be finite, and the scale not negative",
                "grades/ranker-trees.json|/scorer/trees/0/features/0|1.7|is not an array of whole numbers",
                "grades/ranker-trees.json|/scorer/trees/0/missingLeft/0|2|'missingLeft' has 2.0, and not 0 or 1",
                "grades/ranker-trees.json|/scorer/trees/0/output|\"0\"|output' is not a whole number",
                "grades/ranker-trees.json|/scorer/inputs|2147483647|'scorer.inputs' is not a whole number from 0",
                "grades/pairs-pd-linear.json|/timeLimitMillis|-1|'timeLimitMillis' is not a whole number from 0",
                "grades/pairs-pd-linear.json|/timeLimitMillis|9000000000000000000|'timeLimitMillis' is not a whole number",
                "grades/pairs-pd-linear.json|/pairScorer/weights/0/0|1e308|'pairScorer.weights' has a number of 1.0E308",
                "labels/linear-pairs.json|/labels|[\"by_foot\",\"by_foot\",\"by_foot\"]|labels must be two or more, and all different",
                "labels/linear-pairs.json|/labels/0|\"by_bike\"|labels must be two or more, and all different",
                "labels/kernel-pairs.json|/scorer/weights/0/0|1e308|'scorer.weights' has a number of 1.0E308",
                "named/ranker-linear.json|/provenance/featureNames/0|\"links\"|two features have one name",
                "named/ranker-linear.json|/provenance/rows|-1|'provenance.rows' is not a whole number from 0",
                "classes/class-linear.json|/surrogate|\"logistic\"|'surrogate' is not 'squared'",
                "classes/class-linear.json|/encoder/offsets/0|0|the encoder's offsets has 0.0",
                "classes/class-linear.json|/encoder/shifts/0|9|the encoder's shifts has 9.0",
                "classes/class-linear.json|/encoder/A/0/0|-9|the encoder's A has -9.0",
                "classes/class-linear.json|/encoder/B/0/0|0.25|the encoder's B has ",
                "classes/class-dimension.json|/encoder/shifts/0|9|the encoder's offsets and shifts leave an error",
            })
    void anEditedFieldIsRefused(String model, String pointer, String value, String found) throws IOException {
        JsonNode root = JSON.readTree(Files.readString(FROZEN.resolve(model)));
        int slash = pointer.lastIndexOf('/');
        JsonNode parent = root.at(pointer.substring(0, slash));
        String last = pointer.substring(slash + 1);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(last), JSON.readTree(value));
        } else {
            ((ObjectNode) parent).set(last, JSON.readTree(value));
        }
        assertRefused(predict(model, root.toString()), found == null ? "a damaged model (" : found);
    }

    /** The product of both stays as it was, so the loss that they make does not tell. */
    @Test
    void anEncoderWithOneDimensionTurnedRoundIsRefused() throws IOException {
        String model = "classes/class-linear.json";
        JsonNode root = JSON.readTree(Files.readString(FROZEN.resolve(model)));
        for (JsonNode row : root.at("/encoder/A")) {
            ((ArrayNode) row)
                    .set(0, JSON.getNodeFactory().numberNode(-row.get(0).asDouble()));
        }
        ArrayNode first = (ArrayNode) root.at("/encoder/B/0");
        for (int t = 0; t < first.size(); t++) {
            first.set(t, JSON.getNodeFactory().numberNode(-first.get(t).asDouble()));
        }
        assertRefused(predict(model, root.toString()), "a row of the encoder's B has the wrong sign");
    }

    @Test
    void aFieldThatStandsThereTwiceIsRefused() throws IOException {
        String model = "grades/ranker-linear.json";
        String text = Files.readString(FROZEN.resolve(model));
        assertRefused(
                predict(model, text.replaceFirst("\\{", "{\n\"lambda\" : 3,")), "a field that stands there twice");
    }

    /** A fresh model names the sum of what it says; how that is laid out does not count. */
    @Test
    void anEditedModelSaysSo() throws IOException {
        Path model = folder.resolve("model.json");
        Path data = FROZEN.resolve("grades/data.txt");
        CommandRun trained = CommandRun.of(
                "train", "--measure", "ndcg@5", "--train", data.toString(), "--out", model.toString(), "--quiet");
        assertThat(trained.exit()).isZero();
        String text = Files.readString(model);
        String model1 = "grades/ranker-linear.json";
        assertThat(predict(model1, text).exit()).isZero();
        assertThat(predict(model1, text.replaceAll("\\s*\n\\s*", "")).exit()).isZero();
        assertThat(predict(model1, text.replace("\n", "\r\n")).exit()).isZero();
        String edited = "a model that was edited or damaged after training";
        assertRefused(predict(model1, text.replaceFirst("\"seed\" : 1", "\"seed\" : 2")), edited);
        assertRefused(
                predict(model1, text.replaceFirst("\"calibrated\" : \"always\"", "\"calibrated\" : \"Always\"")),
                edited);
        assertRefused(predict(model1, text.replaceFirst("(\"sha256\" : \")..", "$100")), edited);
    }
}
