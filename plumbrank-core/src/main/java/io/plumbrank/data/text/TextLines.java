package io.plumbrank.data.text;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The lines of a small text file, plain or gzip; what {@link LineChunks} says of faults holds here too. */
public final class TextLines {
    private TextLines() {}

    private record Piece(List<String> lines) implements LineChunks.Parsed {
        @Override
        public int lineCount() {
            return lines.size();
        }
    }

    /** All lines without their line ends. Text is UTF-8; a line that is not is taken as Latin-1, as in old files. */
    public static List<String> of(Path file) {
        List<String> all = new ArrayList<>();
        LineChunks.read(file, 1, TextLines::split, (Piece piece, long firstLine) -> all.addAll(piece.lines()));
        return all;
    }

    private static Piece split(byte[] bytes, int length) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int i = 0; i <= length; i++) {
            if (i == length ? from < length : bytes[i] == '\n') {
                int to = i > from && bytes[i - 1] == '\r' ? i - 1 : i;
                lines.add(text(bytes, from, to));
                from = i + 1;
            }
        }
        return new Piece(lines);
    }

    private static String text(byte[] bytes, int from, int to) {
        String text = Utf8.decode(bytes, from, to);
        return text != null ? text : new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    }
}
