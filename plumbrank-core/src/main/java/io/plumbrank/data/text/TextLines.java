package io.plumbrank.data.text;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lines of a small text file, plain or gzip; what {@link LineChunks} says of faults holds here too. */
public final class TextLines {
    /** Marks a line that was read as Latin-1: half of a surrogate pair, which no UTF-8 gives. */
    private static final String LATIN = "\uD800";

    private TextLines() {}

    private record Piece(List<String> lines, boolean latin) implements LineChunks.Parsed {
        @Override
        public int lineCount() {
            return lines.size();
        }
    }

    /**
     * All lines without their line ends. The text is UTF-8 where all of the file is, and Latin-1, as in old files, where any line of
     * it is not: one file has one encoding.
     */
    public static List<String> of(Path file) {
        List<String> all = new ArrayList<>();
        boolean[] latin = {false};
        LineChunks.read(file, 1, TextLines::split, (Piece piece, long firstLine) -> {
            latin[0] |= piece.latin();
            all.addAll(piece.lines());
        });
        if (latin[0]) {
            all.replaceAll(TextLines::asLatin);
        }
        return all;
    }

    /** What the bytes of a line are in Latin-1; a line that is no UTF-8 was read so. */
    private static String asLatin(String line) {
        boolean plain = line.chars().allMatch(c -> c < 128);
        boolean read = line.startsWith(LATIN);
        return plain
                ? line
                : read
                        ? line.substring(LATIN.length())
                        : new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static Piece split(byte[] bytes, int length) {
        List<String> lines = new ArrayList<>();
        boolean latin = false;
        int from = 0;
        for (int i = 0; i <= length; i++) {
            if (i == length ? from < length : bytes[i] == '\n') {
                int to = i > from && bytes[i - 1] == '\r' ? i - 1 : i;
                String text = Utf8.decode(bytes, from, to);
                latin |= text == null;
                lines.add(
                        text != null ? text : LATIN + new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
                from = i + 1;
            }
        }
        return new Piece(lines, latin);
    }
}
