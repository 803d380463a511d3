package io.plumbrank.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.plumbrank.data.Query;
import io.plumbrank.model.Ranker;
import io.plumbrank.server.Served.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of the Open Inference Protocol, REST, as its specification has it ({@code open_inference_rest.yaml}): which fields
 * must be there, and of which type.
 */
class OpenInferenceTest {
    private static final float[][] ROWS = {{0.5f, -1, 0.25f}, {1, 0.75f, -0.5f}};

    @TempDir
    static Path folder;

    private static Served served;
    private static double[] expected;

    @BeforeAll
    static void serve() {
        Path file = Served.ranker(folder.resolve("ranker.json"), 1);
        expected = Ranker.read(file).scores(Query.of("", ROWS));
        served = new Served(List.of(new ModelSource("m", file)), ServerSettings.local(0));
    }

    @AfterAll
    static void stop() {
        served.close();
    }

    @Test
    void theServerAndItsModelsAreReady() throws Exception {
        assertThat(served.get("/v2/health/live").status()).isEqualTo(200);
        assertThat(served.get("/v2/health/ready").status()).isEqualTo(200);
        assertThat(served.get("/v2/models/m/ready").status()).isEqualTo(200);
        String version = served.get("/v2/models/m").json().at("/versions/0").asText();
        assertThat(served.get("/v2/models/m/versions/" + version + "/ready").status())
                .isEqualTo(200);
    }

    @Test
    void metadataHasWhatTheProtocolRequires() throws Exception {
        JsonNode server = served.get("/v2").json();
        assertThat(server.get("name").isTextual()).isTrue();
        assertThat(server.get("version").isTextual()).isTrue();
        assertThat(server.get("extensions").isArray()).isTrue();
        JsonNode model = served.get("/v2/models/m").json();
        assertThat(model.get("name").asText()).isEqualTo("m");
        assertThat(model.get("platform").isTextual()).isTrue();
        JsonNode input = model.at("/inputs/0");
        assertThat(input.get("name").isTextual()).isTrue();
        assertThat(input.get("datatype").asText()).isEqualTo("FP32");
        assertThat(input.get("shape").toString()).isEqualTo("[-1,3]");
        assertThat(model.at("/outputs/0/datatype").asText()).isEqualTo("FP64");
    }

    /** Flat and nested data, one tensor or one per feature, other types of numbers, fields that clients add. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'inputs':[{'name':'x','shape':[2,3],'datatype':'FP32','data':[0.5,-1,0.25,1,0.75,-0.5]}]}",
                "{'inputs':[{'name':'x','shape':[2,3],'datatype':'FP64','data':[[0.5,-1,0.25],[1,0.75,-0.5]]}]}",
                "{'id':'42','parameters':{'binary_data_output':true,'x':{'y':[1]}},'inputs':[{'name':'x','shape':[2,3],"
                        + "'datatype':'FP32','parameters':{'content_type':'np'},'data':[0.5,-1,0.25,1,0.75,-0.5]}],"
                        + "'outputs':[{'name':'scores','parameters':{'binary_data':true}}]}",
                "{'inputs':[{'name':'2','shape':[2],'datatype':'FP32','data':[0.25,-0.5]},"
                        + "{'name':'0','shape':[2,1],'datatype':'FP32','data':[[0.5],[1]]},"
                        + "{'name':'1','shape':[2,1],'datatype':'FP32','data':[-1,0.75]}]}"
            })
    void scoresAreThoseOfTheLibrary(String request) throws Exception {
        Answer answer = served.post("/v2/models/m/infer", request.replace('\'', '"'));
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        JsonNode json = answer.json();
        assertThat(json.get("model_name").asText()).isEqualTo("m");
        assertThat(json.path("id").asText()).isEqualTo(request.contains("42") ? "42" : "");
        assertScores(json);
    }

    private static void assertScores(JsonNode json) {
        JsonNode scores = json.at("/outputs/0");
        assertThat(scores.get("name").asText()).isEqualTo("scores");
        assertThat(scores.get("datatype").asText()).isEqualTo("FP64");
        assertThat(scores.get("shape").toString()).isEqualTo("[2]");
        assertThat(IntStream.range(0, 2)
                        .mapToDouble(i -> scores.at("/data/" + i).asDouble())
                        .toArray())
                .isEqualTo(expected);
    }

    /** As Triton's client sends tensors unless it is told otherwise. */
    @Test
    void bytesBehindTheJsonAreTaken() throws Exception {
        ByteBuffer tensor = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        for (float[] row : ROWS) {
            for (float value : row) {
                tensor.putFloat(value);
            }
        }
        byte[] json = ("{\"inputs\":[{\"name\":\"x\",\"shape\":[2,3],\"datatype\":\"FP32\","
                        + "\"parameters\":{\"binary_data_size\":24}}]}")
                .getBytes(StandardCharsets.UTF_8);
        assertScores(sendBinary(json, tensor.array()).json());
        assertThat(sendBinary(json, new byte[23]).status()).isEqualTo(400);
        assertThat(sendBinary(json, new byte[25]).status()).isEqualTo(400);
    }

    private static Answer sendBinary(byte[] json, byte[] tensor) throws IOException, InterruptedException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(json);
        body.writeBytes(tensor);
        return Served.send(served.request("/v2/models/m/infer")
                .header("Inference-Header-Content-Length", Integer.toString(json.length))
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(body.toByteArray()))
                .build());
    }

    /** The protocol's error is an object with one text. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{}; 400; bad_request",
                "{'inputs':[]}; 400; bad_request",
                "{'inputs':[{'name':'x','shape':[2,3],'datatype':'FP32','data':[1,2]}]}; 422; wrong_width",
                "{'inputs':[{'name':'x','shape':[1,2],'datatype':'FP32','data':[1,2]}]}; 422; wrong_width",
                "{'inputs':[{'name':'x','shape':[1,3],'datatype':'BYTES','data':['a','b','c']}]}; 400; bad_request",
                "{'inputs':[{'name':'x','shape':[1,3],'datatype':'FP32','data':['a','b','c']}]}; 400; bad_request",
                "{'inputs':[{'name':'x','shape':[-1,3],'datatype':'FP32','data':[1,2,3]}]}; 400; bad_request",
                "{'inputs':[{'name':'x','shape':[2147483647,2147483647],'datatype':'FP32','data':[]}]}; 422;"
                        + " wrong_width",
                "{'inputs':[{'name':'x','shape':[1,1,3],'datatype':'FP32','data':[1,2,3]}]}; 422; wrong_width",
                "{'inputs':[{'name':'x','shape':[1,3],'datatype':'FP32','data':[1,2,3]}],'outputs':[{'name':'y'}]};"
                        + " 400; bad_request",
                "{'inputs':[{'name':'x','shape':[2,3],'datatype':'FP32','data':[[1,2,3,4],[5,6]]}]}; 422; wrong_width",
                "{'inputs':[{'name':'x','shape':[2,3],'datatype':'FP32','data':[[1,2],[3,4],[5,6]]}]}; 422;"
                        + " wrong_width",
                "{'inputs':[{'name':'x','shape':[2,3],'datatype':'FP32','data':[[1,2,3],4,5,6]}]}; 422; wrong_width",
                "{'inputs':[{'name':'x','shape':[1,3],'datatype':'INT8','data':[1.5,2,3]}]}; 422; bad_number",
                "{'inputs':[{'name':'x','shape':[1,3],'datatype':'INT8','data':[1000,2,3]}]}; 422; bad_number",
                "{'inputs':[{'name':'x','shape':[1,3],'datatype':'UINT8','data':[-1,2,3]}]}; 422; bad_number",
                "{'inputs':[{'name':'0','shape':[2,1],'datatype':'FP32','data':[1,2]},"
                        + "{'name':'1','shape':[1,2],'datatype':'FP32','data':[1,2]}]}; 422; wrong_width",
                "not json; 400; bad_json"
            })
    void whatIsWrongIsSaidInTheProtocolsForm(String request, int status, String code) throws Exception {
        Answer answer = served.post("/v2/models/m/infer", request.replace('\'', '"'));
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().size()).isEqualTo(1);
        assertThat(answer.json().get("error").asText()).startsWith(code + ": ");
    }

    @Test
    void aShapeWithoutEndIsNotGivenBack() throws Exception {
        Answer answer = served.post(
                "/v2/models/m/infer",
                "{\"inputs\":[{\"name\":\"x\",\"datatype\":\"FP32\",\"shape\":[" + "1,".repeat(100_000) + "1]}]}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text()).hasSizeLessThan(300);
    }

    /** The largest and smallest of a type are numbers of it, and null is missing, as NaN is in bytes. */
    @Test
    void whatATypeHoldsIsTaken() throws Exception {
        Answer whole = served.post(
                "/v2/models/m/infer",
                "{'inputs':[{'name':'x','shape':[2,3],'datatype':'INT8','data':[[-128,127,null],[0,1,2]]}]}"
                        .replace('\'', '"'));
        assertThat(whole.status()).as(whole.text()).isEqualTo(200);
        ByteBuffer tensor = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : new float[] {-128, 127, Float.NaN, 0, 1, 2}) {
            tensor.putFloat(value);
        }
        byte[] json = ("{\"inputs\":[{\"name\":\"x\",\"shape\":[2,3],\"datatype\":\"FP32\","
                        + "\"parameters\":{\"binary_data_size\":24}}]}")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(sendBinary(json, tensor.array()).text()).isEqualTo(whole.text());
    }

    @Test
    void unknownModelsAndVersionsAreNotFound() throws Exception {
        for (String path : List.of("/v2/models/x", "/v2/models/m/versions/x", "/v2/models/x/ready")) {
            Answer answer = served.get(path);
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.json().get("error").asText()).startsWith("unknown_model: ");
        }
    }
}
