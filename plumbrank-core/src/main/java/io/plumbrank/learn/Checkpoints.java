package io.plumbrank.learn;

import io.plumbrank.util.internal.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checkpoints. The file is replaced whole, so a killed run leaves the last one.
 *
 * @param directory where the checkpoint is; made if it is not there
 * @param every rounds from one to the next
 * @param resume whether to go on from the checkpoint that is there, if one is
 */
public record Checkpoints(Path directory, int every, boolean resume) {
    /** The name of the file in the directory. */
    public static final String FILE = "trees.checkpoint";

    /** Rounds from one checkpoint to the next, unless told otherwise. */
    public static final int EVERY = 50;

    /** Names have 255 bytes on most file systems. */
    private static final int LONG_NAME = 200;

    /** Those of a model while it is trained, beside where it will be; by a sum of its name where that is long. */
    public static Checkpoints beside(Path model, boolean resume) {
        byte[] name = String.valueOf(model.getFileName()).getBytes(StandardCharsets.UTF_8);
        String kept = name.length > LONG_NAME ? Sha256.hex(name) : String.valueOf(model.getFileName());
        return new Checkpoints(model.resolveSibling(kept + ".checkpoints"), EVERY, resume);
    }

    /** Deletes the checkpoint and its directory; false if the directory has other files. */
    public Path file() {
        return directory.resolve(FILE);
    }

    public boolean delete() throws IOException {
        Files.deleteIfExists(directory.resolve(FILE));
        try {
            Files.deleteIfExists(directory);
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
    }

    public Checkpoints {
        if (every < 1) {
            throw new IllegalArgumentException("a checkpoint every " + every + " rounds; at least 1");
        }
    }
}
