package io.plumbrank.server;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import io.plumbrank.data.text.Decimals;
import io.plumbrank.server.ServiceException.Code;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a request and takes nothing that it does not know: no unknown field, no field twice, no other type, no NaN, nothing after
 * the document. Numbers are read as those of files are, so that the same digits give the same float.
 */
final class StrictJson {
    /** A request is at most six deep; tensors may be nested a little more. */
    private static final int DEPTH = 12;

    private static final int LONGEST_TEXT = 10_000;
    private static final int LONGEST_NUMBER = 100;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEPTH)
                    .maxStringLength(LONGEST_TEXT)
                    .maxNameLength(LONGEST_TEXT)
                    .maxNumberLength(LONGEST_NUMBER)
                    .build())
            .build();

    private final JsonParser parser;
    private byte[] digits = new byte[LONGEST_NUMBER];

    private StrictJson(JsonParser parser) {
        this.parser = parser;
    }

    /** Reads a value, which begins at the current token, to its last token. */
    @FunctionalInterface
    interface Part {
        void read() throws IOException;
    }

    /** Reads a document from its first token on. */
    @FunctionalInterface
    interface Document<T> {
        T read(StrictJson json) throws IOException;
    }

    /** @throws ServiceException if it is not JSON or not what it should be */
    static <T> T read(byte[] body, int length, Document<T> document) {
        try (JsonParser parser = FACTORY.createParser(body, 0, length)) {
            StrictJson json = new StrictJson(parser);
            if (parser.nextToken() == null) {
                throw new ServiceException(Code.BAD_JSON, "the body is empty; expected a JSON object");
            }
            T read = document.read(json);
            if (parser.nextToken() != null) {
                throw new ServiceException(Code.BAD_JSON, "there is text after the end of the JSON document");
            }
            return read;
        } catch (StreamConstraintsException e) {
            throw new ServiceException(
                    Code.BAD_JSON,
                    "the JSON is more than " + DEPTH + " deep, or has a text of more than " + LONGEST_TEXT
                            + " characters or a number of more than " + LONGEST_NUMBER + " digits");
        } catch (JsonProcessingException e) {
            throw new ServiceException(
                    Code.BAD_JSON,
                    "not JSON, line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ": " + InputException.quote(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonToken token() {
        return parser.currentToken();
    }

    /** An object of known fields, each at most once. */
    void object(String where, Map<String, Part> fields) throws IOException {
        require(JsonToken.START_OBJECT, where, "an object");
        Set<String> seen = new HashSet<>();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            Part part = fields.get(name);
            if (part == null) {
                throw bad("unknown field " + InputException.quote(name) + " in " + where + "; known are "
                        + String.join(", ", new TreeSet<>(fields.keySet()))
                        + DidYouMean.hint(name, fields.keySet()));
            }
            if (!seen.add(name)) {
                throw bad("the field '" + name + "' is given twice in " + where);
            }
            parser.nextToken();
            part.read();
        }
    }

    /** An object whose fields are data. */
    void entries(String where, NamedPart part) throws IOException {
        require(JsonToken.START_OBJECT, where, "an object");
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            part.read(name);
        }
    }

    /** Reads the value of a field. */
    @FunctionalInterface
    interface NamedPart {
        void read(String name) throws IOException;
    }

    void array(String where, Part element) throws IOException {
        require(JsonToken.START_ARRAY, where, "an array");
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            element.read();
        }
    }

    String text(String where) throws IOException {
        require(JsonToken.VALUE_STRING, where, "a text in quotes");
        String text = parser.getText();
        if (!isWhole(text)) {
            throw bad(where + " has half of a character: \\ud800 to \\udfff stand in pairs");
        }
        return text;
    }

    /** Half of a surrogate pair cannot be written as UTF-8, and so not be given back. */
    private static boolean isWhole(String text) {
        return text.codePoints().noneMatch(code -> code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE);
    }

    boolean flag(String where) {
        if (token() != JsonToken.VALUE_TRUE && token() != JsonToken.VALUE_FALSE) {
            throw wrongType(where, "true or false");
        }
        return token() == JsonToken.VALUE_TRUE;
    }

    /** A whole number from 0 on. */
    int size(String where) throws IOException {
        require(JsonToken.VALUE_NUMBER_INT, where, "a whole number");
        long value = parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? -1 : parser.getLongValue();
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw bad(where + " is a whole number from 0 to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    /** A feature's value; null is missing. */
    float number(String where) throws IOException {
        JsonToken token = token();
        if (token == JsonToken.VALUE_NULL) {
            return Float.NaN;
        }
        if (token != JsonToken.VALUE_NUMBER_FLOAT && token != JsonToken.VALUE_NUMBER_INT) {
            throw wrongType(where, "a number, or null where it is missing");
        }
        char[] text = parser.getTextCharacters();
        int offset = parser.getTextOffset();
        int length = parser.getTextLength();
        if (length > digits.length) { // the limit counts digits: sign, point and exponent come on top
            digits = new byte[2 * length];
        }
        for (int i = 0; i < length; i++) {
            digits[i] = (byte) text[offset + i];
        }
        float value = Decimals.parseFloat(digits, 0, length);
        if (Float.isNaN(value)) {
            throw new ServiceException(Code.BAD_NUMBER, where + " is no finite float: its size is beyond 3.4e38");
        }
        return value;
    }

    /** Passes over what this server has no use for. */
    void skip() throws IOException {
        parser.skipChildren();
    }

    private void require(JsonToken expected, String where, String words) {
        if (token() != expected) {
            throw wrongType(where, words);
        }
    }

    ServiceException wrongType(String where, String expected) {
        return bad(where + " is " + words(token()) + ", expected " + expected);
    }

    static ServiceException bad(String message) {
        return new ServiceException(Code.BAD_REQUEST, message);
    }

    private static String words(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "an array";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "a truth value";
            case VALUE_NULL -> "null";
            default -> "something else";
        };
    }
}
