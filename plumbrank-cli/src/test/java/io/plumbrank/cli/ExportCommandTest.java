package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Models leave, or are refused with the nearest that can. */
class ExportCommandTest {
    private static final Set<String> ALL =
            Set.copyOf(ExportFormat.all().stream().map(ExportFormat::name).toList());
    private static final Set<String> LINEAR =
            Set.of("xgboost-json", "xgboost-ubj", "opensearch", "solr", "ranklib", "onnx", "java");
    private static final Set<String> WITHOUT_MISSING_VALUES =
            Set.of("opensearch", "opensearch-ranklib", "solr", "ranklib");
    private static final Set<String> DECIDING = Set.of("onnx", "java");
    private static final Set<String> MANY_TREES = Set.of("xgboost-json", "xgboost-ubj", "onnx", "java");

    /** What each kind of model can leave as. */
    private static final Map<String, Set<String>> LEAVES = Map.ofEntries(
            Map.entry("grades/ranker-trees.json", ALL),
            Map.entry("grades/xgboost.json", ALL),
            Map.entry("grades/xgboost.ubj", ALL),
            Map.entry("grades/ranklib.txt", ALL),
            Map.entry("named/ranker-trees.json", ALL),
            Map.entry("grades/ranker-linear.json", LINEAR),
            Map.entry("grades/ranker-pairwise.json", DECIDING),
            Map.entry("named/ranker-linear.json", LINEAR),
            Map.entry("grades/ranker-fourier.json", DECIDING),
            Map.entry("classes/class-linear.json", DECIDING),
            Map.entry("classes/class-fourier.json", DECIDING),
            Map.entry("numbered/class-linear.json", DECIDING),
            Map.entry("classes/class-trees.json", MANY_TREES),
            Map.entry("grades/ranker-context.json", Set.of()),
            Map.entry("grades/pairs-map-linear.json", Set.of()),
            Map.entry("labels/linear-pairs.json", Set.of()));

    @TempDir
    Path folder;

    static Set<String> models() {
        return LEAVES.keySet();
    }

    private static Path frozen(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(ExportCommandTest.class.getResource("/frozen/format-1/" + name))
                .toURI());
    }

    private CommandRun export(Path model, String format, String... more) {
        String name = format.equals("java") ? "Ranker.java" : "ranker.json";
        String[] args = {
            "export",
            "--model",
            model.toString(),
            "--to",
            format,
            "--out",
            folder.resolve(name).toString()
        };
        String[] all = Arrays.copyOf(args, args.length + more.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return CommandRun.of(all);
    }

    @ParameterizedTest
    @MethodSource("models")
    void everyModelLeavesInEveryFormatThatTakesIt(String model) throws Exception {
        Path file = frozen(model);
        Path text = file.resolveSibling("data.txt");
        String data = (Files.exists(text) ? text : file.resolveSibling("data.csv")).toString();
        for (String format : ALL) {
            if (!Objects.requireNonNull(LEAVES.get(model)).contains(format)) {
                CommandRun run = export(file, format);
                assertThat(run.exit()).as(model + " " + format + run.out()).isEqualTo(Exit.BAD_INPUT);
                assertThat(run.err())
                        .startsWith(file + ": found ")
                        .contains(", expected ")
                        .hasLineCount(1);
                continue;
            }
            CommandRun run = export(file, format, "--data", data, "--format", "json");
            JsonNode json = new ObjectMapper().readTree(run.out());
            JsonNode parity = json.path("parity");
            assertThat(parity.path("rows").asLong()).isPositive();
            assertThat(parity.path("compared").asLong()).isPositive();
            // the data lack values, and trees may send these both ways; then the command must say so
            if (WITHOUT_MISSING_VALUES.contains(format)
                    && json.path("notes").toString().contains("no value can replace a missing one")) {
                assertThat(run.exit()).isEqualTo(parity.path("changedRankings").asLong() > 0 ? Exit.NO : Exit.DONE);
            } else {
                assertThat(run.exit())
                        .as(model + " " + format + run.err() + run.out())
                        .isEqualTo(Exit.DONE);
                assertThat(parity.path("changedRankings").asLong()).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "grades/ranker-context.json, context features, --context none",
        "grades/pairs-map-linear.json, a ranker by pairs, a surrogate of scores",
        "labels/linear-pairs.json, a model of label rankings, plumbrank predict",
    })
    void whatNeedsTheWholeQueryIsRefusedWithTheNearestThatDoesNot(String model, String found, String nearest)
            throws Exception {
        CommandRun run = export(frozen(model), "solr");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("found " + found, nearest).hasLineCount(1);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void jsonHasTheKeysThatScriptsRelyOn() throws IOException {
        CommandRun run = export(trees("same.json", true), "solr", "--format", "json");
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.path("format").asText()).isEqualTo("solr");
        assertThat(json.path("out").asText())
                .isEqualTo(folder.resolve("ranker.json").toString());
        assertThat(json.path("notes").isArray()).isTrue();
        JsonNode parity = json.path("parity");
        assertThat(parity.path("bitEqual").asLong())
                .isEqualTo(parity.path("rows").asLong())
                .isPositive();
        assertThat(parity.path("largestDifference").asDouble()).isZero();
        for (JsonNode file : json.path("files")) {
            assertThat(Path.of(file.asText())).isNotEmptyFile();
        }
        assertThat(json.path("files").size()).isEqualTo(2);
    }

    /** At one split of x[1] missing values go left, at the other right, for which no number stands in. */
    private Path mixed() {
        return trees("mixed.json", false);
    }

    private Path trees(String name, boolean same) {
        int leaf = RegressionTree.LEAF;
        RegressionTree left = RegressionTree.of(
                new int[] {1, leaf, leaf}, new float[] {1, -3, 3}, new boolean[] {true, false, false});
        RegressionTree right = RegressionTree.of(
                new int[] {1, leaf, leaf}, new float[] {2, -1, 5}, new boolean[] {same, false, false});
        Exportable model = Exportable.of(
                TreeEnsemble.of(
                        2,
                        new float[1],
                        List.of(new TreeEnsemble.Member(0, 1, left), new TreeEnsemble.Member(0, 1, right))),
                name);
        Path file = folder.resolve(name);
        ExportFormat.parse("xgboost-json").write(model, name).writeTo(file);
        return file;
    }

    @Test
    void aChangedRankingIsExitOneAndNamesTheFeature() {
        CommandRun run = export(mixed(), "solr");
        assertThat(run.exit()).isEqualTo(Exit.NO);
        assertThat(run.out())
                .contains(
                        " change",
                        "Note: no value can replace a missing one at all splits of f1: rows without it get another score"
                                + " there; fill it in before training, or use xgboost-json, onnx or java.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xgboost-ubj", "xgboost-dump", "vespa", "onnx", "java"})
    void formatsThatKnowMissingValuesKeepThem(String format) {
        assertThat(export(mixed(), format).exit()).isEqualTo(Exit.DONE);
    }

    @Test
    void rowsWithoutMissingValuesAreScoredTheSameAnyway() throws IOException {
        Path data =
                Files.writeString(folder.resolve("rows.txt"), "0 qid:1 1:0.5\n0 qid:1 1:1\n0 qid:1 1:2\n0 qid:2 1:3\n");
        CommandRun run = export(mixed(), "solr", "--data", data.toString());
        assertThat(run.out()).contains("bit-equal on 4 of 4 rows", "None of 2 rankings changes.");
        assertThat(run.exit()).isEqualTo(Exit.DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classes/class-linear.json", "named/ranker-linear.json"})
    void dataWithOtherColumnsAreRefused(String model) throws Exception {
        Path data = Files.writeString(folder.resolve("other.csv"), "query,label,other\n1,1,0.5\n");
        CommandRun run = export(frozen(model), "onnx", "--data", data.toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).startsWith(data + ":1: found the columns 'query', 'label', 'other', expected also ");
    }

    @Test
    void anUnknownFormatIsSuggestedTheNearest() throws Exception {
        CommandRun run = export(frozen("grades/ranker-trees.json"), "sorl");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("did you mean 'solr'?");
    }

    @Test
    void theModelItselfIsNotOverwritten() {
        Path model = mixed();
        CommandRun run =
                CommandRun.of("export", "--model", model.toString(), "--to", "onnx", "--out", model.toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("is the same file as --model");
    }

    @Test
    void vespaKnowsTheFormatByTheEnding() throws Exception {
        CommandRun run = CommandRun.of(
                "export",
                "--model",
                frozen("grades/ranker-trees.json").toString(),
                "--to",
                "vespa",
                "--out",
                folder.resolve("ranker.txt").toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("ends in .json");
    }
}
