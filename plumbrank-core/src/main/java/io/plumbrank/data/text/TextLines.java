package io.plumbrank.data.text;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

/** The lines of a text file, plain or gzip; what {@link LineChunks} says of faults holds here too. */
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

    /**
     * The same lines one after another, so that a large file need not be in memory: a first pass looks at the encoding, and every
     * iteration is another pass. What is no regular file, such as a pipe, can be read but once, and is held in memory.
     */
    public static Iterable<String> streamed(Path file) {
        if (!Files.isRegularFile(file)) {
            return of(file);
        }
        boolean[] latin = {false};
        LineChunks.read(file, 1, TextLines::check, (Check check, long firstLine) -> latin[0] |= check.latin());
        Charset charset = latin[0] ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        return () -> new LineIterator(file, charset);
    }

    /** The first of some lines that are wanted, at most so many; a file is not read beyond them. */
    public static List<String> first(Iterable<String> lines, int most, Predicate<String> wanted) {
        List<String> found = new ArrayList<>();
        Iterator<String> iterator = lines.iterator();
        while (found.size() < most && iterator.hasNext()) {
            String line = iterator.next();
            if (wanted.test(line)) {
                found.add(line);
            }
        }
        if (iterator instanceof LineIterator open) {
            open.close();
        }
        return found;
    }

    private record Check(int lineCount, boolean latin) implements LineChunks.Parsed {}

    private static Check check(byte[] bytes, int length) {
        int lines = length > 0 && bytes[length - 1] != '\n' ? 1 : 0;
        for (int i = 0; i < length; i++) {
            lines += bytes[i] == '\n' ? 1 : 0;
        }
        return new Check(lines, !Utf8.isValid(bytes, 0, length));
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
