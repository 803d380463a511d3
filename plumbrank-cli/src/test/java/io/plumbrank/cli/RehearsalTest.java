package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
    @Test
    void everyCommandRunsButTheOneThatDoesNotExist(@TempDir Path folder) throws IOException {
        assertThat(Rehearsal.rehearse(folder))
                .containsOnly(Exit.DONE, Exit.BAD_INPUT)
                .containsOnlyOnce(Exit.BAD_INPUT);
    }
}
