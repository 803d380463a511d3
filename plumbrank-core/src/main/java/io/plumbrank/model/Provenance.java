package io.plumbrank.model;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Where a model comes from.
 *
 * @param data the file that it was trained on, as the user named it
 * @param checksum of that file
 * @param rows how many rows it had
 * @param featureNames the features in order; empty where they go by their numbers
 * @param seed of all that was random
 * @param program name and version of what trained it
 */
public record Provenance(
        String data, String checksum, long rows, List<String> featureNames, long seed, String program) {
    public Provenance {
        featureNames = List.copyOf(featureNames);
    }

    /**
     * {@code crc32c:} and eight hexadecimal digits of the bytes of a file. Tells two versions of a file apart; it is no proof
     * against those who mean to deceive. {@code none} where there are no bytes to come back to: a pipe, or data in memory.
     */
    public static String checksum(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return "none";
        }
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                crc.update(buffer, 0, count);
            }
        }
        return String.format(Locale.ROOT, "crc32c:%08x", crc.getValue());
    }
}
