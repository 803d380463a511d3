package io.plumbrank;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests run on the class path, where nobody would miss a line of {@code module-info}. */
class ServicesTest {
    @Test
    void theModulePathAndTheClassPathFindTheSameServices() throws IOException, URISyntaxException {
        Path classes = Path.of(Plumbrank.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        TreeMap<String, List<String>> provided = new TreeMap<>();
        try (InputStream in = Files.newInputStream(classes.resolve("module-info.class"))) {
            ModuleDescriptor.read(in).provides().forEach(each -> provided.put(each.service(), each.providers()));
        }
        TreeMap<String, List<String>> listed = new TreeMap<>();
        try (Stream<Path> files = Files.list(classes.resolve("META-INF/services"))) {
            for (Path file : files.toList()) {
                listed.put(file.getFileName().toString(), Files.readAllLines(file));
            }
        }
        assertThat(listed).isEqualTo(provided).isNotEmpty();
    }
}
