package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.plumbrank.server.ModelServer;
import io.plumbrank.server.ModelSource;
import io.plumbrank.server.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends what {@code docs/serve.md} sends with curl, and compares the answers with those that it shows below; {@code "…"} there
 * stands for any text. {@code -Ddocs.update=true} writes the answers anew, all but versions.
 */
class ServeDocumentationTest {
    private static final Path PAGE = Path.of("docs/serve.md");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern EXAMPLE = Pattern.compile(
            "```sh\\n"
                    + "curl -s http://127\\.0\\.0\\.1:8080(\\S+) -H 'Content-Type: application/json' -d '([^']*)'\\n"
                    + "```\\n"
                    + "(.*?)```json\\n"
                    + "(.*?)\\n"
                    + "```",
            Pattern.DOTALL);
    private static final Pattern MODEL = Pattern.compile("\\$ plumbrank (train [^\\n]* --out target/(\\w+)\\.json)");

    @TempDir
    Path folder;

    /** The models that the page trains, made here so that pages may be tested at the same time. */
    private List<ModelSource> models(String page) {
        List<ModelSource> models = new ArrayList<>();
        for (MatchResult model : MODEL.matcher(page).results().toList()) {
            Path file = folder.resolve(model.group(2) + ".json");
            CommandRun run = CommandRun.of(
                    model.group(1).replaceAll("--out .*", "--out " + file).split(" "));
            assertThat(run.exit()).as(run.err()).isZero();
            models.add(new ModelSource(model.group(2), file));
        }
        return models;
    }

    @Test
    void everyCurlIsAnsweredAsThePageSays() throws Exception {
        String page = Files.readString(PAGE);
        StringBuilder updated = new StringBuilder();
        List<String> sent = new ArrayList<>();
        try (ModelServer server = ModelServer.start(models(page), null, ServerSettings.local(0), line -> {})) {
            Matcher example = EXAMPLE.matcher(page);
            while (example.find()) {
                HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + example.group(1)))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(example.group(2)))
                        .build();
                JsonNode answer = masked(JSON.readTree(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body()));
                sent.add(example.group(1));
                if (Boolean.getBoolean("docs.update")) {
                    String shown = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(answer);
                    int start = example.start(4) - example.start();
                    String whole = example.group();
                    example.appendReplacement(
                            updated,
                            Matcher.quoteReplacement(whole.substring(0, start)
                                    + shown
                                    + whole.substring(example.end(4) - example.start())));
                } else {
                    assertClose(answer, JSON.readTree(example.group(4)), example.group(2));
                }
            }
            example.appendTail(updated);
        }
        assertThat(sent)
                .contains("/v1/rank", "/v1/predict", "/v2/models/shop/infer")
                .hasSizeGreaterThanOrEqualTo(5);
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, updated);
        }
    }

    /** A version is a sum of a model's bytes, in which processors without fused multiply-add differ. */
    private static JsonNode masked(JsonNode node) {
        if (node instanceof ObjectNode object) {
            for (String name : List.of("version", "model_version")) {
                if (object.has(name)) {
                    object.put(name, "…");
                }
            }
        }
        return node;
    }

    private static void assertClose(JsonNode answer, JsonNode shown, String request) throws IOException {
        if (shown instanceof TextNode text && text.asText().equals("…")) {
            return;
        }
        if (shown.isNumber() && !shown.isIntegralNumber()) {
            assertThat(answer.asDouble()).as(request).isCloseTo(shown.asDouble(), Offset.offset(1e-9));
            return;
        }
        if (shown instanceof ObjectNode object) {
            List<String> names = new ArrayList<>();
            List<String> found = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            answer.fieldNames().forEachRemaining(found::add);
            assertThat(found).as(request).isEqualTo(names);
            for (String name : names) {
                assertClose(answer.get(name), object.get(name), request);
            }
            return;
        }
        if (shown instanceof ArrayNode array) {
            assertThat(answer.size()).as(request).isEqualTo(array.size());
            for (int i = 0; i < array.size(); i++) {
                assertClose(answer.get(i), array.get(i), request);
            }
            return;
        }
        assertThat(answer).as(request).isEqualTo(shown);
    }
}
