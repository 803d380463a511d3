package io.plumbrank;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.model.ModelFile;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a program with the jars that docs/library.md names, and no other. */
class LibraryPageTest {
    private static final Pattern JAR = Pattern.compile("`([a-z-]+)`");

    @TempDir
    Path folder;

    /** The jars in the rows of the page's table. */
    private static List<String> named() throws IOException {
        return Files.readAllLines(Path.of("../docs/library.md")).stream()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> JAR.matcher(line).results().map(found -> found.group(1)))
                .toList();
    }

    private static URL jar(String name) throws MalformedURLException {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().matches(Pattern.quote(name) + "-[0-9].*\\.jar"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no jar " + name))
                .toUri()
                .toURL();
    }

    @Test
    void theNamedJarsAreEnoughToTrainAndToPredict() throws Exception {
        assertThat(named()).hasSizeGreaterThan(5);
        List<URL> urls = new ArrayList<>();
        for (Class<?> type : List.of(Plumbrank.class, LibraryProgram.class)) {
            urls.add(type.getProtectionDomain().getCodeSource().getLocation());
        }
        for (String name : named()) {
            urls.add(jar(name));
        }
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder rows = new StringBuilder("label,query,a,b\n");
        for (int row = 0; row < 120; row++) {
            double a = random.nextDouble();
            rows.append(String.format(
                    Locale.ROOT, "%d,%d,%.3f,%.3f%n", Math.round(2 * a), row / 6, a, random.nextDouble()));
        }
        Path data = Files.writeString(folder.resolve("train.csv"), rows);
        Path model = folder.resolve("model.json");
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        try (URLClassLoader alone = new URLClassLoader(urls.toArray(URL[]::new), platform)) {
            alone.loadClass(LibraryProgram.class.getName())
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[] {data.toString(), model.toString()});
        }
        assertThat(ModelFile.read(model).provenance().choice()).isPresent();
    }
}
