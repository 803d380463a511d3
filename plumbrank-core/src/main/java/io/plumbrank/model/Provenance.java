package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Where a model comes from.
 *
 * @param data the file that it was trained on, as the user named it
 * @param checksum of that file
 * @param rows how many rows it had
 * @param featureNames the features in order; empty where they go by their numbers
 * @param seed of all that was random
 * @param program name and version of what trained it
 * @param labels the file that the labels come from; null where it is the same
 * @param parameters of boosted trees as they were given, by XGBoost's names; empty for other models
 */
public record Provenance(
        String data,
        String checksum,
        long rows,
        List<String> featureNames,
        long seed,
        String program,
        @Nullable LabelFile labels,
        Map<String, String> parameters) {
    public Provenance {
        featureNames = List.copyOf(featureNames);
        parameters = Map.copyOf(parameters);
    }

    /** Where data and labels are one file. */
    public Provenance(String data, String checksum, long rows, List<String> featureNames, long seed, String program) {
        this(data, checksum, rows, featureNames, seed, program, null, Map.of());
    }

    /** The same of boosted trees. */
    Provenance withParameters(Map<String, String> given) {
        return new Provenance(data, checksum, rows, featureNames, seed, program, labels, given);
    }

    /**
     * A file of labels.
     *
     * @param file as the user named it
     * @param checksum of that file
     */
    public record LabelFile(String file, String checksum) {}

    /** Of a model that was trained on so many rows of data. */
    static Provenance of(QuerySource train, long rows, long seed, String program) throws IOException {
        Path labels = train.labelFile().orElse(null);
        return new Provenance(
                train.file().toString(),
                checksum(train.file()),
                rows,
                train.featureNames(),
                seed,
                program,
                labels == null ? null : new LabelFile(labels.toString(), checksum(labels)),
                Map.of());
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
