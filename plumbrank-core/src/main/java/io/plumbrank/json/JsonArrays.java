package io.plumbrank.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Collection;

/** Writes arrays and numbers as fields of a JSON object. */
public final class JsonArrays {
    private JsonArrays() {}

    /** A number; null where it is not finite, which JSON has no word for. */
    public static void number(String name, double value, JsonGenerator json) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        } else {
            json.writeNullField(name);
        }
    }

    /** An array of texts. */
    public static void texts(String name, Collection<String> values, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    /** An array of numbers. */
    public static void numbers(String name, double[] values, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }

    /** An array of floats, which read back to the same bits. */
    public static void floats(String name, float[] values, JsonGenerator json) throws IOException {
        json.writeFieldName(name);
        floats(values, json);
    }

    /** An array of arrays of numbers. */
    public static void rows(String name, double[][] rows, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (double[] row : rows) {
            json.writeArray(row, 0, row.length);
        }
        json.writeEndArray();
    }

    /** An array of arrays of floats. */
    public static void rows(String name, float[][] rows, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(name);
        for (float[] row : rows) {
            floats(row, json);
        }
        json.writeEndArray();
    }

    private static void floats(float[] values, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (float value : values) {
            json.writeNumber(value);
        }
        json.writeEndArray();
    }
}
