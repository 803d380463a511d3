package io.plumbrank.theory.papers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One of the numbered results of RAT13, CUG13 and DMJ10, and the command that shows it.
 *
 * @param name such as {@code RAT13 Theorem 3}
 * @param says what it states, in a line
 * @param command what shows it, as it is typed
 * @param breaks whether the command's answer is a counterexample, exit code 1
 * @param found the sentence on what {@link PaperDemonstrations} saw, as a format; empty where another command shows it
 */
public record PaperResult(String name, String says, String command, boolean breaks, String found) {
    private static final String TABLE = "paper-results.tsv";

    /** All results, paper by paper. */
    public static List<PaperResult> all() {
        try (InputStream in = PaperResult.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new IllegalStateException(TABLE + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(PaperResult::ofLine)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PaperResult ofLine(String line) {
        String[] cells = (line + "\t\t").split("\t", -1);
        return new PaperResult(cells[0], cells[1], cells[2], cells[3].equals("breaks"), cells[4]);
    }

    /** Finds a result by its name, in any case, with or without a comma after the paper. */
    public static Optional<PaperResult> parse(String name) {
        String plain = name.replace(",", " ").strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        return all().stream()
                .filter(result -> result.name.toLowerCase(Locale.ROOT).equals(plain))
                .findFirst();
    }

    /** Whether {@link PaperDemonstrations} shows it, and not another command. */
    public boolean isDemonstrated() {
        return !found.isEmpty();
    }
}
