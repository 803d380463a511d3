package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.model.Predictor;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A model file is not believed: the frozen ones name no sum of their content, so that only the reader stands in the way. */
class EditedModelsTest {
    private static final Path FROZEN = Path.of("plumbrank-cli/src/test/resources/frozen/format-1");
    private static final ObjectMapper JSON = new ObjectMapper();

    /** What trains a model of each kind, the data first. */
    private static final Map<String, String> FRESH = Map.of(
            "scores",
            "queries.txt --measure ndcg@5 --lambda 1",
            "columns",
            "weighted.csv --measure ndcg --context mean --lambda 1",
            "preferences",
            "items.csv --preferences %votes.csv --measure pd --surrogate pairs --lambda 1",
            "trees",
            "queries.txt --measure ndcg --model trees --folds 2 --param num_round=3 --param eta=0.2",
            "fourier",
            "queries.txt --measure ndcg --model fourier --features 6 --lambda 1",
            "classes",
            "rows.csv --loss-matrix %costs.csv --lambda 1",
            "vectors",
            "rows.csv --loss-matrix %costs.csv --model trees --engine own --folds 2 --param num_round=3",
            "ordinal",
            "rows.txt --loss-matrix ordinal(n=5) --lambda 1",
            "rankings",
            "rankings.csv --measure kendall --ranking by_ --lambda 1",
            "kernel",
            "rankings.csv --measure kendall --ranking by_ --model kernel --lambda 1");

    private static final Map<String, JsonNode> TRAINED = new HashMap<>();

    @TempDir
    private static Path data;

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

    /** A double that is too small to divide by, which no training makes. */
    @Test
    void aScaleThatNothingCanBeDividedByIsRefused() throws IOException {
        String model = "labels/kernel-pairs.json";
        String text = Files.readString(FROZEN.resolve(model));
        assertRefused(
                predict(model, text.replaceFirst("(\"scales\" *: *\\[ *)[^,]*", "$11e-320")),
                "the scale 0 or at least 1.0E-200");
    }

    @Test
    void aFileOfAnotherProgramIsNoModel() throws IOException {
        String model = "classes/class-linear.json";
        assertRefused(
                predict(model, "tree\nversion=v4\nnum_class=1\n"),
                "the end of the file within the trees, expected a whole file: save or copy the model again");
        assertRefused(predict(model, "label,x\n1,2\n"), "a file that is not JSON, expected a model of plumbrank train");
    }

    /** An escape can name what no UTF-8 holds, so that it could not be written again. */
    @Test
    void halfOfASurrogatePairIsNoText() throws IOException {
        String model = "classes/class-linear.json";
        String text = Files.readString(FROZEN.resolve(model));
        String half = text.replaceFirst("(\"program\" *: *\")[^\"]*", "$1\\\\ud83d");
        assertThat(half).contains("\\ud83d\"");
        assertRefused(predict(model, half), "incomplete or damaged JSON");
        assertThat(predict(model, half.replace("\\ud83d", "\\ud83d\\ude00")).exit())
                .isZero();
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
                "grades/ranker-fourier.json|/scorer/scales/1|-1|they must be finite, and the scale 0 or at least",
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
                "classes/class-linear.json|/surrogate|\"logistic\"|a scorer that does not give 3 outputs per row",
                "classes/class-linear.json|/encoder/offsets/0|0|the encoder's offsets has 0.0",
                "classes/class-linear.json|/encoder/shifts/0|9|the encoder's shifts has 9.0",
                "classes/class-linear.json|/encoder/A/0/0|-9|the encoder's A has -9.0",
                "classes/class-linear.json|/encoder/B/0/0|0.25|the encoder's B has ",
                "classes/class-dimension.json|/encoder/shifts/0|9|the encoder's offsets and shifts leave an error",
            })
    void anEditedFieldIsRefused(String model, String pointer, String value, String found) throws IOException {
        JsonNode root = JSON.readTree(Files.readString(FROZEN.resolve(model)));
        set(root, pointer, value);
        assertRefused(predict(model, root.toString()), found == null ? "a damaged model (" : found);
    }

    /** A model of a kind without the sum of its content, as older programs wrote none. */
    private static JsonNode fresh(String kind) {
        return TRAINED.computeIfAbsent(kind, EditedModelsTest::train).deepCopy();
    }

    private static JsonNode train(String kind) {
        try {
            if (TRAINED.isEmpty()) {
                GeneratedData.write(data);
            }
            Path model = data.resolve(kind + ".json");
            String options =
                    data + "/" + Objects.requireNonNull(FRESH.get(kind)).replace("%", data + "/");
            CommandRun run = CommandRun.of(("train --quiet --out " + model + " --train " + options).split(" "));
            assertThat(run.exit()).as(run.err()).isZero();
            ObjectNode root = (ObjectNode) JSON.readTree(Files.readString(model));
            root.remove("sha256");
            return root;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void set(JsonNode root, String pointer, String value) throws IOException {
        int slash = pointer.lastIndexOf('/');
        JsonNode parent = root.at(pointer.substring(0, slash));
        String last = pointer.substring(slash + 1);
        if (parent instanceof ArrayNode array) {
            array.set(Integer.parseInt(last), JSON.readTree(value));
        } else {
            ((ObjectNode) parent).set(last, JSON.readTree(value));
        }
    }

    private void assertNotRead(JsonNode root, String found) throws IOException {
        Path edited = Files.writeString(folder.resolve("edited.json"), root.toString());
        assertThatThrownBy(() -> Predictor.read(edited))
                .as(root.toString())
                .isInstanceOf(InputException.class)
                .hasMessageContaining("edited.json:")
                .hasMessageContaining(found);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "scores|/labels/sizes/0|0|'sizes' are not positive and ascending",
                "scores|/labels/sizes/1|1|'sizes' are not positive and ascending",
                "scores|/labels/sizes/0|1.5|'labels.sizes' is not an array of whole numbers",
                "scores|/labels/mostItems|9999|'mostItems' is not the largest of 'sizes'",
                "scores|/labels/itemWeights|1|'labels.itemWeights' is not true or false",
                "scores|/labels/queryWeights|\"no\"|'labels.queryWeights' is not true or false",
                "scores|/provenance/features/count|4|'features' has 5 numbers, and says that there are 4",
                "scores|/provenance/features/first|0|'features' has 5 numbers, and says that there are 5 from 0 to 5",
                "scores|/provenance/features/last|2147483647|says that there are 5 from 1 to 2147483647",
                "scores|/provenance/features/count|-1|'provenance.features.count' is not a whole number from 0",
                "scores|/provenance/features/numbers/1|1|the numbers of 'features' are not ascending",
                "scores|/provenance/features/numbers/0|-1|the numbers of 'features' are not ascending",
                "scores|/provenance/features/present/0|1.5|feature 1 of 'features' has no share or no range",
                "scores|/provenance/features/present/0|-0.5|feature 1 of 'features' has no share or no range",
                "scores|/provenance/features/low/0|1e9|feature 1 of 'features' has no share or no range",
                "scores|/provenance/features/high|[1]|the lists of 'features' have different lengths",
                "columns|/provenance/featureNames|[\"match\"]|",
                "columns|/provenance/features/numbers/2|7|says that there are 3 from 0 to 2",
                "columns|/sha256|\"0000\"|edited or damaged after training",
                "columns|/sha256|7|'sha256' is not a text",
                "preferences|/provenance/labels/checksum|7|'provenance.labels.checksum' is not a text",
                "preferences|/provenance/labels/rows|7|'provenance.labels.rows' is a field that",
                "trees|/provenance/parameters/eta|0.1|'provenance.parameters.eta' is not a text",
                "ordinal|/loss|\"ordinal(n=0)\"|",
                "ordinal|/loss|\"ordinal(n=2147483647)\"|",
                "rankings|/complete|1|'complete' is not true or false",
            })
    void anEditedFieldOfAFreshModelIsRefused(String kind, String pointer, String value, String found)
            throws IOException {
        JsonNode root = fresh(kind);
        set(root, pointer, value);
        assertNotRead(root, found == null ? "a damaged model (" : found);
    }

    /** Nothing is read as something else: every field of every kind, in turn, becomes what it cannot be. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "scores",
                "columns",
                "preferences",
                "trees",
                "vectors",
                "fourier",
                "classes",
                "ordinal",
                "rankings",
                "kernel"
            })
    void everyFieldHasAType(String kind) throws IOException {
        JsonNode root = fresh(kind);
        Path plain = Files.writeString(folder.resolve("plain.json"), root.toString());
        assertThat(Predictor.read(plain)).isNotNull();
        List<String> pointers = new ArrayList<>();
        collect(root, "", pointers);
        pointers.removeIf(pointer -> pointer.startsWith("/guarantee"));
        assertThat(pointers).hasSizeGreaterThan(20);
        for (String pointer : pointers) {
            for (String other : new String[] {"{\"x\":[{}]}", "[[\"x\"]]", "[{}]"}) {
                JsonNode copy = root.deepCopy();
                set(copy, pointer, other);
                assertNotRead(copy, "");
            }
            // the parameters of trees have any name
            if (!pointer.startsWith("/provenance/parameters/")) {
                assertNotRead(renamed(root, pointer), "");
            }
        }
    }

    private static void collect(JsonNode node, String at, List<String> pointers) {
        node.fields().forEachRemaining(field -> {
            pointers.add(at + "/" + field.getKey());
            collect(field.getValue(), at + "/" + field.getKey(), pointers);
        });
        if (node.isArray() && !node.isEmpty()) {
            collect(node.get(0), at + "/0", pointers);
        }
    }

    private static JsonNode renamed(JsonNode root, String pointer) {
        JsonNode copy = root.deepCopy();
        int slash = pointer.lastIndexOf('/');
        ObjectNode parent = (ObjectNode) copy.at(pointer.substring(0, slash));
        parent.set(pointer.substring(slash + 1) + "x", parent.remove(pointer.substring(slash + 1)));
        return copy;
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
        assertRefused(predict(model, text.replaceFirst("\\{", "{\n\"lambda\" : 3,")), "the same field twice");
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
