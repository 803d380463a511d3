package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plumbrank.Plumbrank;
import io.plumbrank.data.QuerySource;
import io.plumbrank.learn.learners.FeatureLearner;
import io.plumbrank.model.ModelFile;
import io.plumbrank.server.Served.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of a model whose features are the numbers 1 and 2. */
class UnseenFeaturesTest {
    @TempDir
    Path folder;

    private Served serve() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append(i % 3)
                    .append(" qid:")
                    .append(i / 6)
                    .append(" 1:")
                    .append(i % 3 + i % 7)
                    .append(" 2:")
                    .append(i % 5)
                    .append('\n');
        }
        Path data = Files.writeString(folder.resolve("data.txt"), text);
        Path model = folder.resolve("m.json");
        ModelFile.write(
                Plumbrank.forMeasure("ndcg")
                        .withLearner(FeatureLearner.linear())
                        .train(QuerySource.of(data))
                        .model(),
                model);
        return new Served(List.of(new ModelSource("m", model)), ServerSettings.local(0));
    }

    @Test
    void theyAreIgnoredAndTheAnswerSaysSo() throws Exception {
        try (Served served = serve()) {
            JsonNode known = served.post(
                            "/v1/rank", "{\"items\":[{\"features\":{\"1\":1,\"2\":3}},{\"features\":{\"1\":2}}]}")
                    .json();
            Answer more = served.post(
                    "/v1/rank",
                    "{\"items\":[{\"features\":{\"1\":1,\"2\":3,\"7\":5}},{\"features\":{\"99\":1,\"1\":2}}]}");
            assertThat(more.status()).as(more.text()).isEqualTo(200);
            assertThat(more.json().get("ranking")).isEqualTo(known.get("ranking"));
            assertThat(known.has("notes")).isFalse();
            assertThat(more.json().get("notes"))
                    .singleElement()
                    .extracting(JsonNode::asText)
                    .isEqualTo("2 features that training never saw are ignored: 7, 99");
        }
    }

    @Test
    void aTensorOfOneIsNotedToo() throws Exception {
        try (Served served = serve()) {
            JsonNode answer = served.post(
                            "/v2/models/m/infer",
                            "{\"inputs\":[{\"name\":\"1\",\"datatype\":\"FP32\",\"shape\":[2],\"data\":[1,2]},"
                                    + "{\"name\":\"8\",\"datatype\":\"FP32\",\"shape\":[2],\"data\":[1,2]}]}")
                    .json();
            assertThat(answer.at("/parameters/note").asText())
                    .isEqualTo("1 feature that training never saw is ignored: 8");
        }
    }

    @Test
    void oneBeforeTheFirstAndItemsOfNothingElseAreRefused() throws Exception {
        try (Served served = serve()) {
            for (String features : List.of("{\"0\":1,\"1\":2}", "{\"7\":1}", "{\"x\":1}")) {
                Answer answer = served.post("/v1/rank", "{\"items\":[{\"features\":" + features + "}]}");
                assertThat(answer.status()).as(features).isEqualTo(422);
                assertThat(answer.code()).isEqualTo("unknown_feature");
                assertThat(answer.text()).contains("the numbers 1 to 2");
            }
        }
    }
}
