package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs what the documentation shows. In a {@code console} block every line that begins with {@code $ plumbrank} is a command
 * and what follows is its output, standard error before standard output; {@code …} stands for anything within a line, and a
 * line that is only {@code …} for any number of lines. Commands run in the checkout, in the order of the page. Pages that write or
 * read the same files run one after another, in {@link DocumentationOfSharedFilesTest}; the others run here.
 *
 * <p>{@code mvn -pl plumbrank-cli -am test -Dtest='Documentation*Test' -Ddocs.update=true} writes the outputs anew.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentationTest {
    private static final Pattern MADE = Pattern.compile("\\btarget/[\\w-]+");

    /** What pages tell the reader to compile, into where they tell; two classes must not write there at the same time. */
    @BeforeAll
    void compileExamples() throws IOException {
        boolean used = false;
        for (Path page : pages().toList()) {
            used |= made(page).contains("target/own");
        }
        if (!used) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classes = Path.of("target", "own").toString();
        int failed = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes,
                Path.of("examples", "theory", "own", "LogCosh.java").toString());
        assertThat(failed).isZero();
    }

    private static List<Path> allPages() throws IOException {
        try (Stream<Path> docs = Files.walk(Path.of("docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("README.md")),
                            docs.filter(p -> p.toString().endsWith(".md")).sorted())
                    .toList();
        }
    }

    /** The first names below target in the commands of a page. */
    private static Set<String> made(Path page) throws IOException {
        Set<String> names = new TreeSet<>();
        boolean console = false;
        for (String line : Files.readAllLines(page)) {
            console = line.startsWith("```") ? line.equals("```console") : console;
            if (console) {
                MADE.matcher(line).results().forEach(found -> names.add(found.group()));
            }
        }
        return names;
    }

    /** Whether this class runs the pages that share files with another page, or those that share none. */
    boolean shared() {
        return false;
    }

    Stream<Path> pages() throws IOException {
        Map<Path, Set<String>> made = new LinkedHashMap<>();
        for (Path page : allPages()) {
            made.put(page, made(page));
        }
        return made.keySet().stream()
                .filter(page -> shared()
                        == made.keySet().stream()
                                .anyMatch(other ->
                                        !other.equals(page) && !Collections.disjoint(made.get(other), made.get(page))));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyCommandPrintsWhatThePageSays(Path page) throws IOException {
        // where pages put what they make
        Files.createDirectories(Path.of("target"));
        List<String> lines = Files.readAllLines(page);
        List<String> updated = new ArrayList<>();
        boolean update = Boolean.getBoolean("docs.update");
        int i = 0;
        while (i < lines.size()) {
            updated.add(lines.get(i));
            if (!lines.get(i++).equals("```console")) {
                continue;
            }
            while (!lines.get(i).equals("```")) {
                String command = lines.get(i);
                assertThat(command).as(page + ":" + (i + 1)).startsWith("$ plumbrank ");
                updated.add(command);
                i++;
                while (command.endsWith("\\")) {
                    updated.add(lines.get(i));
                    command = command.substring(0, command.length() - 1)
                            + lines.get(i++).strip();
                }
                List<String> expected = new ArrayList<>();
                while (!lines.get(i).equals("```") && !lines.get(i).startsWith("$ ")) {
                    expected.add(lines.get(i++));
                }
                CommandRun run = CommandRun.asTyped(words(command).toArray(String[]::new));
                // a page that shows a failure shows its line; "…" alone stands for a success
                assertThat(run.exit() == Exit.DONE || !expected.equals(List.of("…")))
                        .as("%s: %s: %s", page, command, run.err())
                        .isTrue();
                List<String> printed = Stream.of(run.err(), run.out())
                        .flatMap(String::lines)
                        .map(String::stripTrailing)
                        .filter(line -> !line.startsWith("progress: ")) // of a slow machine
                        .toList();
                if (!update) {
                    assertThat(String.join("\n", printed))
                            .as("%s: %s", page, command)
                            .matches(pattern(expected));
                }
                updated.addAll(
                        pattern(expected).matcher(String.join("\n", printed)).matches() ? expected : printed);
            }
        }
        if (update) {
            Files.write(page, updated);
        }
    }

    /** A link leads to a file, and its anchor to a heading of that page. */
    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFileAndAHeading(Path page) throws IOException {
        assertThat(deadLinks(page, Files.readString(page))).isEmpty();
    }

    @Test
    void deadLinksAndAnchorsAreFound() throws IOException {
        Path page = Path.of("docs", "README.md");
        assertThat(deadLinks(page, "[a](nowhere.md) [b](glossary.md#nothing) [c](#nothing) [d](serve.md#rank-items)"))
                .containsExactly("nowhere.md", "glossary.md#nothing", "#nothing");
    }

    @Test
    void everyPictureAndAnchorIsUsed() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Path page : allPages()) {
            text.append(Files.readString(page)).append('\n');
        }
        List<String> names = new ArrayList<>();
        try (Stream<Path> pictures = Files.list(Path.of("docs", "pictures"))) {
            pictures.forEach(picture -> names.add("pictures/" + picture.getFileName()));
        }
        Pattern.compile("<a (?:id|name)=\"([^\"]+)")
                .matcher(text)
                .results()
                .forEach(anchor -> names.add("#" + anchor.group(1)));
        assertThat(names).isNotEmpty().allSatisfy(name -> assertThat(text).contains(name + ")"));
    }

    @Test
    void everyPictureHasAnAlternativeText() throws IOException {
        for (Path page : allPages()) {
            assertThat(Files.readString(page)).as(page.toString()).doesNotContain("![](");
        }
    }

    private static List<String> deadLinks(Path page, String text) throws IOException {
        List<String> dead = new ArrayList<>();
        var matcher =
                Pattern.compile("]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)").matcher(text);
        while (matcher.find()) {
            Path file = matcher.group(1).isEmpty()
                    ? page
                    : page.resolveSibling(matcher.group(1)).normalize();
            String anchor = matcher.group(2);
            if (!Files.exists(file) || (anchor != null && !anchors(file).contains(anchor))) {
                dead.add(matcher.group(1) + (anchor == null ? "" : "#" + anchor));
            }
        }
        return dead;
    }

    /** The anchors that GitHub gives to the headings of a page. */
    private static Set<String> anchors(Path file) throws IOException {
        Set<String> anchors = new TreeSet<>();
        for (String line : Files.readAllLines(file)) {
            if (line.matches("#+ .*")) {
                String plain = line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT);
                anchors.add(plain.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'));
            }
        }
        return anchors;
    }

    /** What a shell makes of the line after {@code $ plumbrank}: words, and words in single quotes. */
    static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        var matcher = Pattern.compile("'([^']*)'|(\\S+)").matcher(command.substring("$ plumbrank ".length()));
        while (matcher.find()) {
            words.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
        }
        return words;
    }

    private static Pattern pattern(List<String> expected) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < expected.size(); i++) {
            boolean last = i == expected.size() - 1;
            if (expected.get(i).equals("…")) {
                regex.append(last ? "[\\s\\S]*" : "(?:.*\n)*?");
            } else {
                regex.append(Pattern.quote(expected.get(i)).replace("…", "\\E.*\\Q"))
                        .append(last ? "" : "\n");
            }
        }
        return Pattern.compile(regex.toString());
    }
}
