package io.plumbrank.imports;

import io.plumbrank.json.Fields;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads Universal Binary JSON (draft 12) into the values of {@link Fields}. No claim of a length is believed unchecked. */
public final class UbjsonDocument {
    private static final int DEEPEST = 100;

    private final ByteBuffer bytes;
    private int depth;

    private UbjsonDocument(byte[] content) {
        // big-endian, as the format is
        bytes = ByteBuffer.wrap(content);
    }

    /** @throws IllegalArgumentException if the bytes are no whole document */
    public static @Nullable Object read(byte[] content) {
        UbjsonDocument document = new UbjsonDocument(content);
        Object value = document.value(document.marker());
        if (document.bytes.hasRemaining()) {
            throw new IllegalArgumentException("bytes after the end of the document");
        }
        return value;
    }

    private @Nullable Object value(char type) {
        return switch (type) {
            case '{' -> object();
            case '[' -> array();
            case 'S', 'H' -> text();
            case 'C' -> String.valueOf((char) take(1).get());
            case 'Z' -> null;
            default -> number(type);
        };
    }

    private Map<String, @Nullable Object> object() {
        enter();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        Header header = header();
        for (long i = 0; header.count < 0 ? !ends('}') : i < header.count; i++) {
            String name = text();
            fields.put(name, value(header.type == 0 ? marker() : header.type));
        }
        depth--;
        return fields;
    }

    private Object array() {
        enter();
        Header header = header();
        Object array;
        if (header.type != 0 && isNumber(header.type)) {
            double[] numbers = new double[(int) header.count];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = number(header.type);
            }
            array = numbers;
        } else {
            List<@Nullable Object> values = new ArrayList<>();
            for (long i = 0; header.count < 0 ? !ends(']') : i < header.count; i++) {
                values.add(value(header.type == 0 ? marker() : header.type));
            }
            array = numbersOr(values);
        }
        depth--;
        return array;
    }

    /** As an array of numbers where it is one, as JSON's are. */
    private static Object numbersOr(List<@Nullable Object> values) {
        double[] numbers = new double[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            if (!(values.get(i) instanceof Double number)) {
                return values;
            }
            numbers[i] = number;
        }
        return numbers;
    }

    /** The type of all elements or 0, and their number or -1. */
    private record Header(char type, long count) {}

    private Header header() {
        char type = 0;
        if (peek() == '$') {
            bytes.get();
            type = marker();
            if (peek() != '#') {
                throw new IllegalArgumentException("a typed array without its length");
            }
        }
        if (peek() != '#') {
            return new Header(type, -1);
        }
        bytes.get();
        long count = length();
        int least = type == 0 ? 1 : Math.max(1, size(type));
        // values without bytes, such as a million nulls, are nothing that a model holds
        if (count > bytes.remaining() / least) {
            throw new IllegalArgumentException("an array of " + count + " elements at byte " + bytes.position()
                    + ", but " + bytes.remaining() + " bytes are left");
        }
        return new Header(type, count);
    }

    private String text() {
        long length = length();
        take(length);
        byte[] text = new byte[(int) length];
        bytes.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private long length() {
        char type = marker();
        if ("iUIlL".indexOf(type) < 0) {
            throw new IllegalArgumentException(described(type) + " instead of a length");
        }
        long length = type == 'L' ? take(8).getLong() : (long) number(type);
        if (length < 0) {
            throw new IllegalArgumentException("a length of " + length);
        }
        return length;
    }

    private static boolean isNumber(char type) {
        return "iUIlLdDTF".indexOf(type) >= 0;
    }

    private static int size(char type) {
        return switch (type) {
            case 'i', 'U' -> 1;
            case 'I' -> 2;
            case 'l', 'd' -> 4;
            case 'L', 'D' -> 8;
            default -> 0;
        };
    }

    private double number(char type) {
        return switch (type) {
            case 'i' -> take(1).get();
            case 'U' -> take(1).get() & 0xff;
            case 'I' -> take(2).getShort();
            case 'l' -> take(4).getInt();
            case 'L' -> take(8).getLong();
            case 'd' -> take(4).getFloat();
            case 'D' -> take(8).getDouble();
            case 'T' -> 1;
            case 'F' -> 0;
            default -> throw new IllegalArgumentException(described(type) + " instead of a value");
        };
    }

    private void enter() {
        if (++depth > DEEPEST) {
            throw new IllegalArgumentException("more than " + DEEPEST + " objects within each other");
        }
    }

    private boolean ends(char closing) {
        if (peek() != closing) {
            return false;
        }
        bytes.get();
        return true;
    }

    private char peek() {
        while (take(1).get(bytes.position()) == 'N') {
            bytes.get();
        }
        return (char) bytes.get(bytes.position());
    }

    private char marker() {
        char marker = peek();
        bytes.get();
        return marker;
    }

    private ByteBuffer take(long count) {
        if (count > bytes.remaining()) {
            throw new IllegalArgumentException("the end of the file at byte " + bytes.limit());
        }
        return bytes;
    }

    private String described(char marker) {
        return "the byte " + (int) marker + " at " + (bytes.position() - 1);
    }
}
