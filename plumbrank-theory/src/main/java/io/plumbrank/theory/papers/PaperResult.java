package io.plumbrank.theory.papers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * One of the numbered results of RAT13, CUG13 and DMJ10, and the command that shows it.
 *
 * @param name such as {@code RAT13 Theorem 3}
 * @param section of the paper, a number or the letter of an appendix
 * @param says what it states, in a line
 * @param command what shows it, as it is typed
 * @param breaks whether the command's answer is a counterexample, exit code 1
 * @param found the sentence on what {@link PaperDemonstrations} saw, as a format; empty where another command shows it
 */
public record PaperResult(String name, String section, String says, String command, boolean breaks, String found) {
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
        return new PaperResult(cells[0], cells[1], cells[2], cells[3], cells[4].equals("breaks"), cells[5]);
    }

    /**
     * The results with a name such as {@code RAT13 Theorem 3}, in a section such as {@code RAT13 section 6}, or in a paper; in any case,
     * with or without a comma after the paper.
     */
    public static List<PaperResult> find(String name) {
        String plain = name.replace(",", " ").strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
        return all().stream()
                .filter(result -> {
                    String own = result.name.toLowerCase(Locale.ROOT);
                    String paper = own.substring(0, own.indexOf(' '));
                    return List.of(own, paper, paper + " section " + result.section.toLowerCase(Locale.ROOT))
                            .contains(plain);
                })
                .toList();
    }

    /** Whether {@link PaperDemonstrations} shows it, and not another command. */
    public boolean isDemonstrated() {
        return !found.isEmpty();
    }
}
