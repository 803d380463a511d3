package io.plumbrank.util.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * The SHA-256 of what a JSON document says: of its tokens in their order, numbers by their value. Spaces, line ends and the ways
 * to write a number or a character do not count, nor does the field {@value #FIELD} at the top, where the sum itself stands.
 */
public final class JsonSum {
    /** The field at the top that holds the sum. */
    public static final String FIELD = "sha256";

    private static final int BUFFER = 1 << 13;
    /** The kind of a token, and a number. */
    private static final int TOKEN = 9;
    /** All whole numbers up to this are doubles. */
    private static final long EXACT = 1L << 53;

    private final MessageDigest digest = Sha256.digest();
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private int depth;
    private boolean skipped;

    /** Of a whole document. */
    public static String of(byte[] content) throws IOException {
        JsonSum sum = new JsonSum();
        try (JsonParser parser = new JsonFactory().createParser(content)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                sum.add(token, parser);
            }
        }
        return sum.hex();
    }

    /** Adds the token at which a parser stands. */
    void add(JsonToken token, JsonParser parser) throws IOException {
        if (skipped) {
            skipped = false;
            return;
        }
        if (token == JsonToken.FIELD_NAME && depth == 1 && FIELD.equals(parser.currentName())) {
            skipped = true;
            return;
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        switch (token) {
            case FIELD_NAME -> text('k', parser.currentName());
            case VALUE_STRING -> text('s', parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(token, parser);
            default -> put((byte) token.id(), 0);
        }
    }

    private void number(JsonToken token, JsonParser parser) throws IOException {
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() == JsonParser.NumberType.LONG) {
            long value = parser.getLongValue();
            if (Math.abs(value) > EXACT) {
                put((byte) 'l', value);
                return;
            }
        }
        put((byte) 'd', Double.doubleToLongBits(parser.getDoubleValue()));
    }

    private void text(char kind, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        put((byte) kind, bytes.length);
        flush();
        digest.update(bytes);
    }

    private void put(byte kind, long value) {
        if (buffer.remaining() < TOKEN) {
            flush();
        }
        buffer.put(kind).putLong(value);
    }

    private void flush() {
        digest.update(buffer.flip());
        buffer.clear();
    }

    /** The sum of all tokens so far, once. */
    String hex() {
        flush();
        return HexFormat.of().formatHex(digest.digest());
    }
}
