package io.plumbrank.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes answers. */
final class JsonAnswer {
    private static final JsonFactory FACTORY = new JsonFactory();

    private JsonAnswer() {}

    /** A part of a document. */
    @FunctionalInterface
    interface Part {
        void write(JsonGenerator json) throws IOException;
    }

    /** An object with these fields. */
    static byte[] of(Part fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            json.writeStartObject();
            fields.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** The keys of {@code train --format json}; null for what another tool trained. */
    static void guarantee(JsonGenerator json, @Nullable Guarantee guarantee) throws IOException {
        if (guarantee == null) {
            json.writeNullField("guarantee");
            return;
        }
        json.writeObjectFieldStart("guarantee");
        json.writeStringField("calibrated", guarantee.calibration().toString());
        json.writeStringField("theorem", guarantee.theorem());
        json.writeStringField("condition", guarantee.condition());
        for (Map.Entry<String, Object> fact :
                RegretBound.facts(guarantee.bound()).entrySet()) {
            if (fact.getValue() instanceof Double number) {
                JsonArrays.number(fact.getKey(), number, json);
            } else {
                json.writeStringField(fact.getKey(), fact.getValue().toString());
            }
        }
        json.writeEndObject();
    }

    /** Reads the description of all paths, {@code openapi.json}. */
    static byte[] openApi() {
        try (InputStream in = JsonAnswer.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("openapi.json is not in the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
