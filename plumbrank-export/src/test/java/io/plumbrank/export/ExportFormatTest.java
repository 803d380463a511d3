package io.plumbrank.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import outside.ScoreOfZero;

class ExportFormatTest {
    private static final Path CLASSES = Path.of("target/classes");

    @Test
    void formatsComeInTheOrderOfTheManualAndThoseFromOutsideLast() {
        assertThat(ExportFormat.all())
                .extracting(ExportFormat::name)
                .containsExactly(
                        "xgboost-json",
                        "xgboost-ubj",
                        "xgboost-dump",
                        "opensearch",
                        "opensearch-ranklib",
                        "solr",
                        "ranklib",
                        "vespa",
                        "onnx",
                        "java",
                        "a-score-of-zero");
    }

    @Test
    void aFormatFromOutsideIsFoundByItsName() {
        assertThat(ExportFormat.parse(" A-Score-of-Zero ")).isInstanceOf(ScoreOfZero.class);
    }

    @Test
    void anUnknownNameIsRefusedWithTheNearest() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ExportFormat.parse("onxx"))
                .withMessageStartingWith("unknown format 'onxx', did you mean 'onnx'? (possible: ");
    }

    @Test
    void theModulePathAndTheClassPathFindTheSameServices() throws IOException {
        try (InputStream in = Files.newInputStream(CLASSES.resolve("module-info.class"))) {
            assertThat(ModuleDescriptor.read(in).provides())
                    .isNotEmpty()
                    .allSatisfy(provided -> assertThat(provided.providers())
                            .isEqualTo(Files.readAllLines(CLASSES.resolve("META-INF/services/" + provided.service()))));
        }
    }
}
