package io.plumbrank.parity;

import static org.assertj.core.api.Assertions.assertThat;

import ciir.umass.edu.learning.DenseDataPoint;
import ciir.umass.edu.learning.Ranker;
import ciir.umass.edu.learning.RankerFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.export.Parity;
import io.plumbrank.export.Replay;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * No artefact of the plugin is published, so its grammar is read here as it is documented, with its checks: a split has nodeid,
 * depth, split, split_condition, yes, no and two children in that order; a leaf has nodeid and leaf; features are those of the set;
 * the objective is one of a few. Trees of RankLib go through RankLib, as in the plugin.
 */
@Tag("full")
class OpenSearchExportTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> OBJECTIVES = Set.of(
            "binary:logistic",
            "binary:logitraw",
            "rank:pairwise",
            "rank:ndcg",
            "rank:map",
            "reg:linear",
            "reg:logistic");

    @ParameterizedTest
    @CsvSource({"opensearch, 1", "opensearch, 2", "opensearch-ranklib, 1", "opensearch-ranklib, 2"})
    void treesAreBitEqual(String format, long seed) throws IOException {
        Parity parity = parity(Samples.exported(Samples.trees(seed, 40, 1, Samples.Missing.BY_FEATURE)), format, seed);
        assertThat(parity.bitEqual()).isEqualTo(parity.rows()).isGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource({"opensearch, 1", "opensearch, 2"})
    void linearModelsRankTheSame(String format, long seed) throws IOException {
        Parity parity = parity(Samples.exported(Samples.linear(seed, 1)), format, seed);
        assertThat(parity.changedRankings()).isZero();
        assertThat(parity.largestDifference()).isLessThan(1e-5);
    }

    private static Parity parity(Exportable model, String format, long seed) throws IOException {
        Exported files = ExportFormat.parse(format).write(model, "ranker.json");
        List<String> names = new ArrayList<>();
        List<Float> missing = new ArrayList<>();
        JsonNode set = JSON.readTree(files.companions().get(0).content());
        for (JsonNode feature : set.path("featureset").path("features")) {
            names.add(feature.path("name").asText());
            JsonNode factor = feature.path("template").path("function_score").path("field_value_factor");
            missing.add(factor.isMissingNode() ? 1f : factor.path("missing").floatValue());
        }
        JsonNode stored = JSON.readTree(files.content()).path("model");
        assertThat(stored.path("name").asText()).isEqualTo("ranker");
        Replay ranker = ranker(stored.path("model"), names);
        return Parity.of(
                model,
                (x, u) -> {
                    float[] vector = new float[names.size()];
                    for (int i = 0; i < vector.length; i++) {
                        boolean field = names.get(i).startsWith("f");
                        float value = field ? x[Integer.parseInt(names.get(i).substring(1))] : Float.NaN;
                        vector[i] = Float.isNaN(value) ? missing.get(i) : value;
                    }
                    ranker.scoreInto(vector, u);
                },
                consumer -> consumer.accept(Samples.rows(model, seed)));
    }

    private static Replay ranker(JsonNode model, List<String> names) throws IOException {
        String definition = model.path("definition").asText();
        switch (model.path("type").asText()) {
            case "model/xgboost+json" -> {
                JsonNode json = JSON.readTree(definition);
                assertThat(OBJECTIVES).contains(json.path("objective").asText());
                return (x, u) -> {
                    float sum = 0;
                    for (JsonNode tree : json.path("splits")) {
                        sum += leaf(tree, names, x);
                    }
                    u[0] = sum;
                };
            }
            case "model/linear" -> {
                JsonNode weights = JSON.readTree(definition);
                assertThat(weights.size()).isEqualTo(names.size());
                return (x, u) -> {
                    float sum = 0;
                    for (int i = 0; i < x.length; i++) {
                        JsonNode normal = model.path("feature_normalizers")
                                .path(names.get(i))
                                .path("standard");
                        float mean = normal.path("mean").floatValue();
                        float deviation = normal.isMissingNode()
                                ? 1
                                : normal.path("standard_deviation").floatValue();
                        sum += weights.path(names.get(i)).floatValue() * ((x[i] - mean) / deviation);
                    }
                    u[0] = sum;
                };
            }
            case "model/ranklib" -> {
                Ranker ranker = new RankerFactory().loadRankerFromString(definition);
                return (x, u) -> {
                    StringBuilder line = new StringBuilder("0 qid:1");
                    for (int i = 0; i < x.length; i++) {
                        line.append(' ').append(i + 1).append(':').append(x[i]);
                    }
                    u[0] = ranker.eval(new DenseDataPoint(line.toString()));
                };
            }
            default -> throw new AssertionError("a type that the plugin does not know: " + model.path("type"));
        }
    }

    private static float leaf(JsonNode node, List<String> names, float[] x) {
        assertThat(node.path("nodeid").isInt()).isTrue();
        if (node.has("leaf")) {
            return node.path("leaf").floatValue();
        }
        assertThat(node.path("depth").isInt()).isTrue();
        JsonNode children = node.path("children");
        assertThat(children.size()).isEqualTo(2);
        assertThat(children.get(0).path("nodeid").intValue())
                .isEqualTo(node.path("yes").intValue());
        assertThat(children.get(1).path("nodeid").intValue())
                .isEqualTo(node.path("no").intValue());
        int feature = names.indexOf(node.path("split").asText());
        assertThat(feature).isNotNegative();
        boolean left = node.path("split_condition").floatValue() > x[feature];
        return leaf(children.get(left ? 0 : 1), names, x);
    }
}
