package io.plumbrank.util.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON into the values of {@code Fields}. */
public final class JsonDocument {
    private static final JsonFactory FACTORY =
            builder(100).enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    /** Nested trees are as deep as they are; this is what the writer of JSON allows. */
    private static final JsonFactory DEEP =
            builder(1000).enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    /** Without the numbers that JSON does not have. */
    private static final JsonFactory STRICT = builder(100).build();

    private final JsonParser parser;
    private final boolean floats;
    private final @Nullable JsonSum sum;

    private JsonDocument(JsonParser parser, boolean floats, @Nullable JsonSum sum) {
        this.parser = parser;
        this.floats = floats;
        this.sum = sum;
    }

    private static JsonFactoryBuilder builder(int depth) {
        return new JsonFactoryBuilder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depth)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build());
    }

    /**
     * A document of ours with the sum of what it says.
     *
     * @param value its content
     * @param sum see {@link JsonSum}
     */
    public record Summed(@Nullable Object value, String sum) {}

    /**
     * Reads a document of ours: no infinity, and truth values are no numbers.
     *
     * @throws IOException as {@link #readFloats}
     */
    public static Summed readSummed(byte[] content) throws IOException {
        JsonSum sum = new JsonSum();
        try (JsonParser parser = STRICT.createParser(content)) {
            Object value = new JsonDocument(parser, false, sum).whole();
            return new Summed(value, sum.hex());
        }
    }

    /**
     * Reads a document with fractions in arrays read as floats, once rounded.
     *
     * @throws IOException if it is no whole document, with the place where it is not
     */
    public static @Nullable Object readFloats(byte[] content) throws IOException {
        return read(FACTORY, content, true);
    }

    /**
     * Reads a document that nests trees.
     *
     * @throws IOException as {@link #readFloats}
     */
    public static @Nullable Object readDeep(byte[] content) throws IOException {
        return read(DEEP, content, false);
    }

    private static @Nullable Object read(JsonFactory factory, byte[] content, boolean floats) throws IOException {
        try (JsonParser parser = factory.createParser(content)) {
            return new JsonDocument(parser, floats, null).whole();
        }
    }

    private @Nullable Object whole() throws IOException {
        Object value = value(next());
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "text after the end of the JSON document");
        }
        return value;
    }

    private @Nullable JsonToken next() throws IOException {
        JsonToken token = parser.nextToken();
        if (token != null && sum != null) {
            sum.add(token, parser);
        }
        return token;
    }

    private @Nullable Object value(@Nullable JsonToken token) throws IOException {
        if (token == null) {
            throw new JsonParseException(parser, "no whole JSON document");
        }
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> text(parser.getText());
            case VALUE_NUMBER_INT -> wholeNumber();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE, VALUE_FALSE -> token == JsonToken.VALUE_TRUE;
            default -> null;
        };
    }

    /** Half of a surrogate pair, which escapes can name, cannot be written as UTF-8. */
    private String text(String text) throws JsonParseException {
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new JsonParseException(parser, "a text with half of a surrogate pair");
        }
        return text;
    }

    private long wholeNumber() throws IOException {
        try {
            return parser.getLongValue();
        } catch (IllegalStateException e) {
            // so says the parser of a long number that was read as a double before
            throw new JsonParseException(parser, "a whole number of more than 64 bits", e);
        }
    }

    private Map<String, @Nullable Object> object() throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (next() == JsonToken.FIELD_NAME) {
            String name = text(parser.currentName());
            fields.put(name, value(next()));
        }
        return fields;
    }

    private Object array() throws IOException {
        double[] numbers = new double[16];
        int count = 0;
        JsonToken token = next();
        while (token != null && isNumber(token)) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number(token);
            token = next();
        }
        if (token == JsonToken.END_ARRAY) {
            return Arrays.copyOf(numbers, count);
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(numbers[i]);
        }
        while (token != JsonToken.END_ARRAY) {
            values.add(value(token));
            token = next();
        }
        return values;
    }

    private boolean isNumber(JsonToken token) {
        return token == JsonToken.VALUE_NUMBER_INT
                || token == JsonToken.VALUE_NUMBER_FLOAT
                || (sum == null && (token == JsonToken.VALUE_TRUE || token == JsonToken.VALUE_FALSE));
    }

    private double number(JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_TRUE -> 1;
            case VALUE_FALSE -> 0;
            case VALUE_NUMBER_INT -> parser.getDoubleValue();
            default -> floats ? parser.getFloatValue() : parser.getDoubleValue();
        };
    }
}
