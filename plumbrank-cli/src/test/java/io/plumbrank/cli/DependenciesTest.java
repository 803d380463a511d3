package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.util.internal.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What others wrote and we run: the jars are those that were looked at, by their SHA-256, and NOTICE names each that is
 * handed on. {@code -Ddependencies.update=true} takes the sums of the jars that are there.
 */
class DependenciesTest {
    private static final Path SUMS = Path.of("config/dependencies.sha256");
    private static final Path NOTICE = Path.of("NOTICE");

    /** Native code for a machine, of which each machine has one jar. */
    private static final Pattern NATIVE = Pattern.compile("ortools-(linux|darwin|win32)-.*");

    /** Jars that tests alone need, by the beginning of their names. */
    private static final List<String> TOOLS = List.of(
            "apiguardian", "archunit", "assertj", "byte-buddy", "junit", "opentest4j", "org.jacoco", "surefire");

    private static Map<String, String> sums() throws IOException {
        Map<String, String> sums = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path jar = Path.of(entry);
            String name = jar.getFileName().toString();
            if (name.endsWith(".jar") && !name.startsWith("plumbrank-") && !name.startsWith("surefire")) {
                sums.put(name, Sha256.hex(Files.readAllBytes(jar)));
            }
        }
        return sums;
    }

    private static Map<String, String> listed() throws IOException {
        Map<String, String> listed = new TreeMap<>();
        for (String line : Files.readAllLines(SUMS)) {
            String[] words = line.split(" {2}");
            assertThat(listed.put(words[1], words[0])).as(line).isNull();
        }
        return listed;
    }

    /** @return the name of a jar without its version */
    private static String plain(String jar) {
        return jar.replaceFirst("-\\d[^-]*\\.jar$", "");
    }

    @Test
    void everyJarHasTheSumThatIsWrittenDown() throws IOException {
        Map<String, String> here = sums();
        assertThat(here).hasSizeGreaterThan(20);
        Map<String, String> listed = listed();
        if (Boolean.getBoolean("dependencies.update")) {
            listed.keySet().removeIf(jar -> !NATIVE.matcher(jar).matches());
            listed.putAll(here);
            Files.write(
                    SUMS,
                    listed.entrySet().stream()
                            .map(sum -> sum.getValue() + "  " + sum.getKey())
                            .toList());
            return;
        }
        Map<String, String> ofThisMachine = new TreeMap<>(listed);
        ofThisMachine.keySet().removeIf(jar -> NATIVE.matcher(jar).matches() && !here.containsKey(jar));
        assertThat(here)
                .as("if a version was changed on purpose, look at the new jars and run with -Ddependencies.update=true")
                .isEqualTo(ofThisMachine);
    }

    @Test
    void everyJarThatIsHandedOnIsInTheNotice() throws IOException {
        List<String> handedOn = new ArrayList<>();
        for (String jar : listed().keySet()) {
            if (TOOLS.stream().noneMatch(jar::startsWith)) {
                handedOn.add(plain(jar));
            }
        }
        List<String> named = Files.readAllLines(NOTICE).stream()
                .dropWhile(line -> !line.startsWith("jar "))
                .skip(1)
                .map(line -> line.split(" {2,}"))
                .filter(words -> words.length == 3)
                .map(words -> words[0])
                .collect(Collectors.toList());
        assertThat(named).containsExactlyInAnyOrderElementsOf(handedOn);
    }
}
