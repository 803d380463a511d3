package io.plumbrank;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Real data for checks beyond the ordinary build; it may not be in the repository, and is not needed to pass. */
public final class SharedData {
    private SharedData() {}

    /**
     * A file or folder of the shared data, or the test is skipped with a line that cannot be overlooked. The folder is
     * the system property or environment variable {@code PLUMBRANK_DATA}, else {@code ../shared/data} beside the checkout.
     */
    public static Path require(String relative) {
        String named = System.getProperty("PLUMBRANK_DATA", System.getenv("PLUMBRANK_DATA"));
        // tests of a module run in the module's folder
        Path folder = named != null ? Path.of(named) : Path.of("..", "..", "shared", "data");
        Path path = folder.resolve(relative);
        if (!Files.exists(path)) {
            System.err.println("SKIPPED: a check on shared data, " + path + " is not there (set PLUMBRANK_DATA)");
            Assumptions.abort("no shared data at " + path);
        }
        return path;
    }
}
