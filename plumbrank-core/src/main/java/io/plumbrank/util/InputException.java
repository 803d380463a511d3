package io.plumbrank.util;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A user's file is not what it should be. The message is one line that can be printed: {@code file:line: found …, expected …}, or without
 * {@code :line} where the fault is in the file as a whole.
 */
public class InputException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 60;

    private final String file;
    private final long line;
    private final String found;
    private final String expected;

    /**
     * @param file the file as the user named it
     * @param line 1-based; 0 when the fault is not in one line
     * @param found what stands there, in words or as {@link #quote(String)}
     * @param expected what should stand there, and, where it helps, what to do about it
     */
    public InputException(String file, long line, String found, String expected) {
        super(file + (line == 0 ? "" : ":" + line) + ": found " + found + ", expected " + expected);
        this.file = file;
        this.line = line;
        this.found = found;
        this.expected = expected;
    }

    /** The same fault with the exception that led to it. */
    public InputException(String file, long line, String found, String expected, Throwable cause) {
        this(file, line, found, expected);
        initCause(cause);
    }

    /** The file as the user named it. */
    public String file() {
        return file;
    }

    /** The 1-based line, or 0 for the file as a whole. */
    public long line() {
        return line;
    }

    /** What stands there. */
    public String found() {
        return found;
    }

    /** What should stand there. */
    public String expected() {
        return expected;
    }

    /**
     * Makes sure that no directory stands there: the JDK's message for that differs between systems.
     *
     * @throws InputException if one does
     */
    public static void requireNoDirectory(Path file) {
        if (Files.isDirectory(file)) {
            throw new InputException(file.toString(), 0, "a directory", "a file");
        }
    }

    /**
     * Text from a file made fit for a one-line message: in single quotes, cut when long, control characters replaced.
     *
     * @param text anything
     */
    public static String quote(String text) {
        StringBuilder out = new StringBuilder("'");
        int end = Math.min(text.length(), LONGEST_QUOTE);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            out.append(steers(c) ? '\uFFFD' : c);
        }
        return out.append(text.length() > end ? "…'" : "'").toString();
    }

    /**
     * Whether a character steers a terminal: a control character, one that turns the direction of text, or a separator of lines or
     * paragraphs.
     */
    public static boolean steers(int c) {
        return Character.isISOControl(c)
                || (c >= '\u202A' && c <= '\u202E') // embeddings and overrides
                || (c >= '\u2066' && c <= '\u2069') // isolates
                || c == '\u2028'
                || c == '\u2029';
    }
}
