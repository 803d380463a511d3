package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Freshly trained models have the bytes that they had when {@code model-bytes.txt} was written. That file is the table of cases:
 * each has a name, and below it what goes to {@code plumbrank train}, the SHA-256 of the model, and what training measured.
 *
 * <p>What is hashed is the text of the model without its {@code guarantee}, {@code provenance.program} and {@code sha256}: the words for what is
 * promised may become better, the version changes with every release, and the sum is over both.
 *
 * <p>JDKs 17 and 25 give the same bytes, and so does any number of threads, except for XGBoost's, of which the table takes one.
 * Processors with and without fused multiply-add do not, so there are two hashes, {@code fused} and {@code separate}. XGBoost and
 * {@link Math#exp} may differ on processors other than x86-64, where the test is skipped.
 *
 * <p>Data and models stay in {@code target/model-bytes} of the checkout, so that models of two checkouts can be compared. Where a
 * change is meant, or a case is new (a name and its {@code train} line are enough), this writes the table anew:
 *
 * <pre>{@code
 * mvn -Dquick -pl plumbrank-cli -am test -Dtest=ModelBytesTest -Dsurefire.failIfNoSpecifiedTests=false -Dmodel-bytes.update=true
 * mvn … -DargLine=-XX:-UseFMA
 * }</pre>
 */
class ModelBytesTest {
    private static final Path TABLE = Path.of("plumbrank-cli", "src", "test", "resources", "model-bytes.txt");

    /** A model names its data as the command does, so the folder is the same on every machine. */
    private static final Path FOLDER = Path.of("target", "model-bytes");

    private static final List<String> WORDS = List.of("train", "fused", "separate", "measured");
    private static final boolean UPDATE = Boolean.getBoolean("model-bytes.update");
    private static final String HASH = Machine.fuses() ? "fused" : "separate";

    private static final Map<String, Map<String, String>> FRESH = new LinkedHashMap<>();

    /** @param lines by their first word */
    record Case(String name, Map<String, String> lines) {
        /** Empty where there is none yet. */
        String line(String word) {
            return lines.getOrDefault(word, "");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        for (String line : Files.readAllLines(TABLE)) {
            if (line.startsWith("  ")) {
                String[] parts = line.strip().split(" +", 2);
                cases.get(cases.size() - 1).lines.put(parts[0], parts[1]);
            } else if (!line.isBlank() && !line.startsWith("#")) {
                cases.add(new Case(line.strip(), new LinkedHashMap<>()));
            }
        }
        assertThat(cases.stream().map(Case::name)).doesNotHaveDuplicates();
        return cases.stream();
    }

    @BeforeAll
    static void writeData() throws IOException {
        Assumptions.assumeTrue(
                Set.of("amd64", "x86_64").contains(System.getProperty("os.arch")), "bytes were recorded on x86-64");
        GeneratedData.write(FOLDER);
    }

    @AfterAll
    static void writeTable() throws IOException {
        if (!UPDATE) {
            return;
        }
        List<String> lines = new ArrayList<>();
        boolean fresh = false;
        for (String line : Files.readAllLines(TABLE)) {
            if (!line.startsWith("  ")) {
                fresh = FRESH.containsKey(line);
                lines.add(line);
                FRESH.getOrDefault(line, Map.of())
                        .forEach((word, value) -> lines.add(String.format(Locale.ROOT, "  %-8s %s", word, value)));
            } else if (!fresh) {
                lines.add(line);
            }
        }
        Files.write(TABLE, lines);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void trainingGivesTheSameBytes(Case known) throws IOException {
        Path model = FOLDER.resolve(known.name + ".json");
        List<String> args = new ArrayList<>(List.of("train", "--format", "json", "--quiet", "--out", model.toString()));
        for (String word : known.line("train").split(" ")) {
            Path file = FOLDER.resolve(word);
            args.add(Files.exists(file) ? file.toString() : word);
        }
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        String hash = hash(model);
        String measured = measured(new ObjectMapper().readTree(run.out()));
        if (UPDATE) {
            Map<String, String> fresh = new TreeMap<>(Comparator.comparing(WORDS::indexOf));
            fresh.putAll(known.lines);
            fresh.put(HASH, hash);
            fresh.merge("measured", measured, (before, now) -> Machine.fuses() ? now : before);
            FRESH.put(known.name, fresh);
            return;
        }
        String before = known.line("measured");
        assertThat(hash)
                .as("bytes of %s%nby train %s%nmeasured %s%nbefore   %s", model, known.line("train"), measured, before)
                .isEqualTo(known.line(HASH));
        assertMeasured(measured, before);
    }

    private static String measured(JsonNode report) {
        return Stream.of("/train/measure", "/train/surrogateRisk", "/valid/measure", "/valid/surrogateRisk")
                .map(report::at)
                .map(value -> value.isNumber() ? value.asText() : "-")
                .collect(Collectors.joining(" "));
    }

    /** Recorded with fused multiply-add; without it, descent on a loss with kinks ends elsewhere. */
    private static void assertMeasured(String measured, String before) {
        double precision = Machine.fuses() ? 1e-9 : 1e-3;
        String[] now = measured.split(" ");
        String[] then = before.split(" ");
        assertThat(now).hasSameSizeAs(then);
        for (int i = 0; i < now.length; i++) {
            if (!then[i].equals("-")) {
                double value = Double.parseDouble(then[i]);
                assertThat(Double.parseDouble(now[i]))
                        .as("measured %s, and before %s", measured, before)
                        .isCloseTo(value, within(precision * Math.max(1, Math.abs(value))));
            }
        }
    }

    private static String hash(Path model) throws IOException {
        String text = Files.readString(model);
        for (String part :
                List.of("(?s)  \"guarantee\" : \\{.*?\n  },\n", "    \"program\" : .*\n", "  \"sha256\" : .*\n")) {
            assertThat(Pattern.compile(part).matcher(text).results()).as(part).hasSize(1);
            text = text.replaceFirst(part, "");
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
