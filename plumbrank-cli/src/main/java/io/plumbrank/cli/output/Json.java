package io.plumbrank.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.plumbrank.util.internal.TerminalText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes one JSON document. JSON has no NaN and no infinity: what is not finite is null. */
public final class Json {
    private final JsonGenerator generator;

    private Json(JsonGenerator generator) {
        this.generator = generator;
    }

    /** A part of a document. */
    @FunctionalInterface
    public interface Part {
        void write(Json json) throws IOException;
    }

    /** Prints an object and a line end. */
    public static void print(PrintWriter out, Part fields) {
        try (JsonGenerator generator = new JsonFactory().createGenerator(out)) {
            generator.setCharacterEscapes(new Escapes());
            generator.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            generator.useDefaultPrettyPrinter();
            new Json(generator).object(fields);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.println();
    }

    /** Escapes characters that steer a terminal, also where JSON does not require it. */
    private static final class Escapes extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        private static final int DELETE = 0x7f;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[DELETE] = ESCAPE_STANDARD;
            return codes;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int c) {
            return TerminalText.steers(c) ? new SerializedString(TerminalText.escape(c)) : null;
        }
    }

    public Json field(String name, @Nullable String value) throws IOException {
        generator.writeStringField(name, value);
        return this;
    }

    public Json field(String name, double value) throws IOException {
        generator.writeFieldName(name);
        return number(value);
    }

    public Json field(String name, long value) throws IOException {
        generator.writeNumberField(name, value);
        return this;
    }

    public Json field(String name, boolean value) throws IOException {
        generator.writeBooleanField(name, value);
        return this;
    }

    public Json field(String name, List<String> values) throws IOException {
        generator.writeFieldName(name);
        return strings(values);
    }

    public Json field(String name, double[] values) throws IOException {
        generator.writeFieldName(name);
        return numbers(values);
    }

    public Json field(String name, double[][] rows) throws IOException {
        return array(name, json -> {
            for (double[] row : rows) {
                json.numbers(row);
            }
        });
    }

    /** A field for each fact. */
    public Json facts(Map<String, ?> facts) throws IOException {
        for (Map.Entry<String, ?> fact : facts.entrySet()) {
            fact(fact.getKey(), fact.getValue());
        }
        return this;
    }

    /** A text, a number, a truth value, a list of texts, or further facts. */
    private Json fact(String name, Object value) throws IOException {
        if (value instanceof List<?> list) {
            return field(name, list.stream().map(Object::toString).toList());
        }
        generator.writeFieldName(name);
        if (value instanceof Map<?, ?> map) {
            return object(fields -> {
                for (Map.Entry<?, ?> fact : map.entrySet()) {
                    fields.fact(fact.getKey().toString(), fact.getValue());
                }
            });
        }
        if (value instanceof Double number) {
            return number(number);
        }
        generator.writeObject(value);
        return this;
    }

    /** An object under a name. */
    public Json object(String name, Part fields) throws IOException {
        generator.writeFieldName(name);
        return object(fields);
    }

    /** An array under a name; its elements come from {@link #object(Part)}. */
    public Json array(String name, Part elements) throws IOException {
        generator.writeArrayFieldStart(name);
        elements.write(this);
        generator.writeEndArray();
        return this;
    }

    /** Writes the fields of one element. */
    @FunctionalInterface
    public interface Element<T> {
        void write(Json json, T element) throws IOException;
    }

    /** An array of objects under a name, one for each element. */
    public <T> Json array(String name, Iterable<T> elements, Element<T> fields) throws IOException {
        return array(name, json -> {
            for (T element : elements) {
                json.object(object -> fields.write(object, element));
            }
        });
    }

    /** An object as an element of an array. */
    public Json object(Part fields) throws IOException {
        generator.writeStartObject();
        fields.write(this);
        generator.writeEndObject();
        return this;
    }

    /** An array of texts as an element of an array. */
    public Json strings(List<String> values) throws IOException {
        generator.writeStartArray();
        for (String value : values) {
            generator.writeString(value);
        }
        generator.writeEndArray();
        return this;
    }

    private Json numbers(double[] values) throws IOException {
        generator.writeStartArray();
        for (double value : values) {
            number(value);
        }
        generator.writeEndArray();
        return this;
    }

    private Json number(double value) throws IOException {
        if (Double.isFinite(value)) {
            generator.writeNumber(value);
        } else {
            generator.writeNull();
        }
        return this;
    }
}
