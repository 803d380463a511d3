package io.plumbrank.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs the commands of a page of Markdown, and puts what they print below them. Such a command is a block of {@code sh} with
 * {@code <!-- printed -->} and {@code <!-- end -->} after it. Tables stay Markdown; other text gets a fence. The page is written after
 * each command, with the day, the seconds and the load before it. {@code bench/page} starts it.
 *
 * <pre>java -cp benchmarks.jar io.plumbrank.bench.Page FILE [WORDS_OF_A_HEADING]…</pre>
 */
public final class Page {
    private static final String COMMAND = "```sh";
    private static final String FENCE = "```";
    private static final String PRINTED = "<!-- printed";
    private static final String END = "<!-- end -->";

    private static final int GOOD = 0;
    private static final int FAILED = 1;
    private static final int UNUSABLE = 2;

    private final Path file;
    private final PrintStream err;

    private Page(Path file, PrintStream err) {
        this.file = file;
        this.err = err;
    }

    /**
     * A command of the page.
     *
     * @param heading that it stands under
     * @param from the line of the mark above what it printed
     * @param to the line of the mark below
     */
    private record Command(String heading, String text, int from, int to) {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0) {
            System.err.println("usage: bench/page DATA [WORDS_OF_A_HEADING]…");
            System.exit(UNUSABLE);
        }
        System.exit(run(Path.of(args[0]), List.of(args).subList(1, args.length), System.err));
    }

    /** 0 if all chosen commands ran, 1 if one failed, and what it printed before stays; 2 if the page cannot be used. */
    static int run(Path file, List<String> wanted, PrintStream err) throws IOException, InterruptedException {
        try {
            return new Page(file, err).run(wanted);
        } catch (NoSuchFileException e) {
            err.println(file + ": found no such file, expected a page of Markdown");
            return UNUSABLE;
        } catch (IllegalStateException e) {
            err.println(e.getMessage());
            return UNUSABLE;
        }
    }

    private int run(List<String> wanted) throws IOException, InterruptedException {
        List<Command> all = commands(Files.readAllLines(file));
        int failed = 0;
        int ran = 0;
        for (int i = 0; i < all.size(); i++) {
            if (isWanted(all.get(i), wanted)) {
                ran++;
                failed += isPrintedAnew(i) ? 0 : 1;
            }
        }
        if (ran == 0) {
            throw new IllegalStateException(file + ": found no heading with one of these words, expected one of: "
                    + String.join(
                            "; ", all.stream().map(Command::heading).distinct().toList()));
        }
        err.printf(Locale.ROOT, "%d commands ran, %d failed%n", ran, failed);
        return failed == 0 ? GOOD : FAILED;
    }

    private static boolean isWanted(Command command, List<String> wanted) {
        String heading = command.heading.toLowerCase(Locale.ROOT);
        return wanted.isEmpty() || wanted.stream().anyMatch(words -> heading.contains(words.toLowerCase(Locale.ROOT)));
    }

    private List<Command> commands(List<String> lines) {
        List<Command> commands = new ArrayList<>();
        String heading = "";
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at);
            if (line.startsWith("#")) {
                heading = line.replaceFirst("^#+ *", "");
            } else if (line.equals(COMMAND)) {
                int end = next(lines, at + 1, FENCE);
                int mark = end + 1;
                while (mark < lines.size() && lines.get(mark).isBlank()) {
                    mark++;
                }
                String text = String.join("\n", lines.subList(at + 1, end));
                at = end;
                if (mark < lines.size() && lines.get(mark).startsWith(PRINTED)) {
                    at = next(lines, mark, END);
                    commands.add(new Command(heading, text, mark, at));
                }
            }
        }
        return commands;
    }

    private int next(List<String> lines, int from, String wanted) {
        for (int at = from; at < lines.size(); at++) {
            if (lines.get(at).equals(wanted)) {
                return at;
            }
        }
        throw new IllegalStateException(file + ":" + from + ": found the end of the page, expected " + wanted);
    }

    /** Whoever writes at the page meanwhile keeps what was written, since it is read again. */
    private boolean isPrintedAnew(int number) throws IOException, InterruptedException {
        Command command = commands(Files.readAllLines(file)).get(number);
        err.println(command.heading + ": " + command.text.replace("\n", "; "));
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        long start = System.nanoTime();
        Process process = new ProcessBuilder("bash", "-euo", "pipefail", "-c", command.text)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        int exit = process.waitFor();
        if (exit != 0 || printed.isEmpty()) {
            err.println(file + ": found exit " + exit + " of this command, expected 0 and some output; the page stays");
            return false;
        }
        List<String> region = new ArrayList<>();
        region.add(String.format(
                Locale.ROOT,
                "%s %s, %.0f s, load %.1f before -->",
                PRINTED,
                LocalDate.now(ZoneOffset.UTC),
                (System.nanoTime() - start) / 1e9,
                load));
        List<String> text = printed.lines().map(String::stripTrailing).toList();
        boolean isMarkdown = text.stream().anyMatch(line -> line.startsWith("| "));
        if (!isMarkdown) {
            region.add(FENCE + "text");
        }
        region.addAll(text);
        region.add(isMarkdown ? "" : FENCE);
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        Command now = commands(lines).get(number);
        List<String> old = lines.subList(now.from, now.to);
        old.clear();
        old.addAll(region);
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        Files.write(beside, lines);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return true;
    }
}
