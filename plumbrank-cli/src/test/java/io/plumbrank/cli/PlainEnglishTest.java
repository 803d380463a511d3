package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Refuses words that hide the subject or the verb, in pages and in the texts of programs, and openings of Javadoc that translate a name.
 * Javadoc that has such an opening is counted file by file in {@code javadoc-openings.txt}; the counts may only fall, and
 * {@code -Denglish.update=true} writes lower ones.
 */
class PlainEnglishTest {
    /** Phrases, each with what to write instead. */
    private static final Map<Pattern, String> PHRASES = Map.ofEntries(
            phrase("\\b(goes|go|going|went) by\\b", "uses, is named, depends on"),
            phrase("\\bpass(es|ed)? over (up|some|with|it|them|lines|columns|:)|\\bpassed over\\b", "ignored"),
            phrase("\\b(is|are) told\\b", "receives"),
            phrase("\\b(is|are) said\\b|\\bsaid first\\b", "prints"),
            phrase("\\bfigures\\b", "estimates, numbers, results"),
            phrase("\\bstands? (there|twice|together|by name|by its)\\b", "is"),
            phrase("\\bWhat came of\\b", "the result of"),
            phrase("\\bskips aloud\\b", "prints what it skipped and why"),
            phrase("\\btold it nothing\\b", "no other prediction costs less"),
            phrase("\\bUntil the fit is perfect\\b", "regret bound"),
            phrase("where the choice was made without", "nested validation"),
            phrase("\\bcomes with no promise\\b", "has no guarantee"),
            phrase("\\bcolumns that are no features\\b", "columns to ignore"));

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$");
    private static final Pattern JAVADOC = Pattern.compile("(?s)/\\*\\*\\s*\\*?\\s*(\\S.*?)\\*/");
    private static final Pattern OPENING = Pattern.compile("(The same|That of|Those of|Of|What|Whether)\\b");
    private static final Path ALLOWED =
            Path.of("plumbrank-cli", "src", "test", "resources", "english", "javadoc-openings.txt");

    private static Map.Entry<Pattern, String> phrase(String regex, String instead) {
        return Map.entry(Pattern.compile(regex), instead);
    }

    /** The phrases of a text that are refused, with what to write instead. */
    private static List<String> faults(String text) {
        List<String> faults = new ArrayList<>();
        PHRASES.forEach((phrase, instead) -> {
            Matcher found = phrase.matcher(text);
            while (found.find()) {
                faults.add("'" + found.group() + "', write: " + instead);
            }
        });
        return faults;
    }

    private static List<Path> files(Path folder, String... ends) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Stream.of(ends).anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }

    /** The main sources of all modules; benchmarks are for those who run them here. */
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        try (Stream<Path> modules = Files.list(Path.of(""))) {
            for (Path module : modules.filter(name -> name.toString().startsWith("plumbrank-"))
                    .sorted()
                    .toList()) {
                Path main = module.resolve(Path.of("src", "main"));
                if (!module.endsWith("plumbrank-bench") && Files.isDirectory(main)) {
                    sources.addAll(files(main, ".java", ".js", ".html"));
                }
            }
        }
        return sources;
    }

    /** The texts in quotes, of which those that {@code +} joins are one. */
    private static List<String> texts(String source) {
        String code = COMMENT.matcher(source).replaceAll("").replaceAll("[\"']\\s*\\+\\s*[\"']", "");
        return STRING.matcher(code).results().map(text -> text.group(1)).toList();
    }

    @Test
    void pagesArePlain() throws IOException {
        List<Path> pages = new ArrayList<>(files(Path.of("docs"), ".md"));
        pages.add(Path.of("README.md"));
        Set<String> found = new TreeSet<>();
        for (Path page : pages) {
            List<String> lines = Files.readAllLines(page);
            for (int i = 0; i < lines.size(); i++) {
                for (String fault : faults(lines.get(i))) {
                    found.add(page + ":" + (i + 1) + ": " + fault);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** Every page says in its first line for whom it is. */
    @Test
    void pagesSayForWhomTheyAre() throws IOException {
        for (Path page : files(Path.of("docs"), ".md")) {
            assertThat(Files.readAllLines(page).get(2)).as("%s", page).startsWith("*For ");
        }
    }

    @Test
    void textsOfProgramsArePlain() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path source : sources()) {
            for (String text : texts(Files.readString(source))) {
                faults(text).forEach(fault -> found.add(source.getFileName() + ": " + fault));
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void openingsOfJavadocThatTranslateANameBecomeFewer() throws IOException {
        Map<String, Long> counted = new TreeMap<>();
        for (Path source : sources()) {
            long openings = source.toString().endsWith(".java") ? openings(Files.readString(source)) : 0;
            if (openings > 0) {
                counted.put(source.toString().replace('\\', '/'), openings);
            }
        }
        Map<String, Long> allowed = new TreeMap<>();
        Files.readAllLines(ALLOWED).stream()
                .map(line -> line.split(" "))
                .forEach(cells -> allowed.put(cells[0], Long.valueOf(cells[1])));
        if (Boolean.getBoolean("english.update") && total(counted) <= total(allowed)) {
            Files.writeString(
                    ALLOWED,
                    counted.entrySet().stream()
                            .map(each -> each.getKey() + " " + each.getValue() + "\n")
                            .collect(Collectors.joining()));
            return;
        }
        Set<String> wrong = new TreeSet<>();
        for (String file : Stream.concat(counted.keySet().stream(), allowed.keySet().stream())
                .toList()) {
            long now = counted.getOrDefault(file, 0L);
            long before = allowed.getOrDefault(file, 0L);
            if (now != before) {
                wrong.add(file + ": " + now + " openings, allowed " + before);
            }
        }
        assertThat(wrong)
                .as("more: begin the sentence with its subject; fewer, or a moved file: -Denglish.update=true")
                .isEmpty();
    }

    private static long total(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The comments that begin with such a word; 'Whether' is right where the answer is a boolean. */
    private static long openings(String source) {
        return JAVADOC.matcher(source)
                .results()
                .filter(comment -> {
                    Matcher opening = OPENING.matcher(comment.group(1));
                    String declared = source.substring(comment.end()).split("[;{]", 2)[0];
                    return opening.lookingAt() && !(opening.group().equals("Whether") && declared.contains("boolean "));
                })
                .count();
    }

    /** The test would be green if it found nothing. */
    @Test
    void faultsAreFound() {
        assertThat(faults("A model goes by its file; 3 lines passed over: what came."))
                .hasSize(2);
        assertThat(texts("f(\"a \" /* \"b\" */\n    + \"c\"); // \"d\"\n\"e\\\"f\""))
                .contains("e\\\"f");
        assertThat(faults(String.join("", texts("print(\"it goes \"\n  + \"by name\");"))))
                .hasSize(1);
        assertThat(openings("/** What it is. */ int a; /** Often the same. */ int b; /**\n * Whether so. */ int c;"))
                .isEqualTo(2);
        assertThat(openings("/** Whether it is. */\n public boolean is() {}")).isZero();
    }
}
