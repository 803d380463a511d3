package io.plumbrank.train;

import io.plumbrank.learn.Checkpoints;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where a search keeps its trials.
 *
 * @param directory where the file is; made if it is not there
 * @param resume whether to go on from the trials that are there, if there are any
 */
public record Kept(Path directory, boolean resume) {
    /** The name of the file in the directory. */
    public static final String FILE = "search.checkpoint";

    /** The directory beside where the model will be. */
    public static Kept beside(Path model, boolean resume) {
        return new Kept(Checkpoints.beside(model, resume).directory(), resume);
    }

    Path file() {
        return directory.resolve(FILE);
    }

    /**
     * Deletes what was kept, and the directory unless somebody else has files there.
     *
     * @return whether the directory is gone
     */
    public boolean delete() throws IOException {
        Files.deleteIfExists(file());
        try {
            Files.deleteIfExists(directory);
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
    }
}
