package io.plumbrank.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Documents of maps, lists, texts, whole numbers and arrays as JSON and as UBJSON (draft 12, as XGBoost writes it: arrays of numbers
 * carry their type and length). A float is written as the shortest text of the same number in double precision, so that a reader
 * of doubles and a reader of floats both get it exactly.
 */
final class Documents {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Documents() {}

    /** A part of a document. */
    @FunctionalInterface
    interface Part {
        void write(JsonGenerator json) throws IOException;
    }

    /** JSON that a part writes, with line breaks or without. */
    static byte[] json(boolean pretty, Part part) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            if (pretty) {
                json.useDefaultPrettyPrinter();
            }
            part.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes.write('\n');
        return bytes.toByteArray();
    }

    static byte[] json(Map<String, Object> document) {
        return json(false, json -> value(document, json));
    }

    private static void value(Object value, JsonGenerator json) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName((String) entry.getKey());
                value(entry.getValue(), json);
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                value(element, json);
            }
            json.writeEndArray();
        } else if (value instanceof float[] floats) {
            json.writeStartArray();
            for (float element : floats) {
                number(element, json);
            }
            json.writeEndArray();
        } else if (value instanceof int[] ints) {
            json.writeArray(ints, 0, ints.length);
        } else if (value instanceof long[] longs) {
            json.writeArray(longs, 0, longs.length);
        } else if (value instanceof byte[] bytes) {
            json.writeStartArray();
            for (byte element : bytes) {
                json.writeNumber(element);
            }
            json.writeEndArray();
        } else if (value instanceof String text) {
            json.writeString(text);
        } else {
            json.writeNumber((Long) value);
        }
    }

    /** A float as it is in double precision; what is infinite as a number that no float reaches, since JSON has no infinity. */
    static void number(float value, JsonGenerator json) throws IOException {
        json.writeNumber(Float.isInfinite(value) ? Math.copySign(1e39, value) : (double) value);
    }

    static byte[] ubjson(Map<String, Object> document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            value(document, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void value(Object value, DataOutputStream out) throws IOException {
        if (value instanceof Map<?, ?> map) {
            out.writeByte('{');
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                text((String) entry.getKey(), out);
                value(entry.getValue(), out);
            }
            out.writeByte('}');
        } else if (value instanceof List<?> list) {
            out.writeByte('[');
            out.writeByte('#');
            length(list.size(), out);
            for (Object element : list) {
                value(element, out);
            }
        } else if (value instanceof float[] floats) {
            typed('d', floats.length, out);
            for (float element : floats) {
                out.writeFloat(element);
            }
        } else if (value instanceof int[] ints) {
            typed('l', ints.length, out);
            for (int element : ints) {
                out.writeInt(element);
            }
        } else if (value instanceof long[] longs) {
            typed('L', longs.length, out);
            for (long element : longs) {
                out.writeLong(element);
            }
        } else if (value instanceof byte[] bytes) {
            typed('U', bytes.length, out);
            out.write(bytes);
        } else if (value instanceof String text) {
            out.writeByte('S');
            text(text, out);
        } else {
            length((Long) value, out);
        }
    }

    private static void typed(char type, int length, DataOutputStream out) throws IOException {
        out.writeByte('[');
        out.writeByte('$');
        out.writeByte(type);
        out.writeByte('#');
        length(length, out);
    }

    private static void text(String text, DataOutputStream out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        length(bytes.length, out);
        out.write(bytes);
    }

    private static void length(long length, DataOutputStream out) throws IOException {
        out.writeByte('L');
        out.writeLong(length);
    }
}
