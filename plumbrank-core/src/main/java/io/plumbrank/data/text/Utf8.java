package io.plumbrank.data.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text from bytes, where the JDK would quietly replace what it cannot read: two names could become one. */
public final class Utf8 {
    /** Stands where a decoder met bytes that are not UTF-8. */
    public static final char UNREADABLE = '\uFFFD';

    /** For messages: what a text should have been. */
    public static final String EXPECTED = "UTF-8 text: convert the file";

    /** More bytes than any message quotes. */
    private static final int QUOTED = 256;

    private Utf8() {}

    /** The text of {@code bytes[from, to)}, or null when they are not UTF-8. */
    public static @Nullable String decode(byte[] bytes, int from, int to) {
        if (isAscii(bytes, from, to)) {
            return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    public static boolean isValid(byte[] bytes, int from, int to) {
        return isAscii(bytes, from, to) || decode(bytes, from, to) != null;
    }

    /** The beginning of a text, for a message: short and forgiving. */
    public static String start(byte[] bytes, int from, int to) {
        return new String(bytes, from, Math.min(to - from, QUOTED), StandardCharsets.UTF_8);
    }

    private static boolean isAscii(byte[] bytes, int from, int to) {
        int seen = 0;
        for (int i = from; i < to; i++) {
            seen |= bytes[i];
        }
        return seen >= 0;
    }
}
