package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Absent;
import io.plumbrank.data.QuerySource;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.Settings;
import io.plumbrank.util.internal.FileSum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where a model comes from.
 *
 * @param data the file that it was trained on
 * @param labels the file that the labels come from; null where it is the same
 * @param rows how many rows it was fitted to
 * @param features what they are called, and what training saw of them
 * @param seed of all that was random
 * @param program name and version of what trained it
 * @param making how it was made
 */
public record Provenance(
        DataFile data,
        @Nullable DataFile labels,
        long rows,
        Features features,
        long seed,
        String program,
        Making making) {

    /** Without a summary of the features, as in files that were written before there was one. */
    public Provenance(
            DataFile data,
            @Nullable DataFile labels,
            long rows,
            List<String> featureNames,
            long seed,
            String program,
            Map<String, String> parameters) {
        this(data, labels, rows, new Features(featureNames, null), seed, program, new Making(parameters, null));
    }

    /** Of boosted trees, by XGBoost's names; empty for other models. */
    public Map<String, String> parameters() {
        return making.parameters;
    }

    /** What it was chosen out of, where several models were tried. */
    public Optional<ModelChoice> choice() {
        return Optional.ofNullable(making.choice);
    }

    /**
     * How a model was made.
     *
     * @param parameters of boosted trees, by XGBoost's names; empty for other models
     * @param choice what it was chosen out of; null where no other model was tried
     */
    public record Making(
            Map<String, String> parameters, @Nullable ModelChoice choice) {
        public Making {
            parameters = Map.copyOf(parameters);
        }
    }

    /** The features in order; empty where they go by their numbers. */
    public List<String> featureNames() {
        return features.names;
    }

    /**
     * The features of the training data.
     *
     * @param names in order; empty where they go by their numbers
     * @param seen what training saw of them; null where the file does not tell
     * @param absent what a feature is that a row does not have
     */
    public record Features(List<String> names, @Nullable FeatureSummary seen, Absent absent) {
        /** Where what is absent is missing. */
        public Features(List<String> names, @Nullable FeatureSummary seen) {
            this(names, seen, Absent.MISSING);
        }

        public Features {
            names = List.copyOf(names);
            if (!names.isEmpty() && seen != null && seen.last() >= names.size()) {
                throw new IllegalArgumentException(
                        "feature " + seen.last() + " was seen, and only " + names.size() + " have names");
            }
        }
    }

    /**
     * A file.
     *
     * @param file as the user named it
     * @param checksum {@code crc32c:} and eight hexadecimal digits of its bytes. Tells two versions of a file apart; it is no
     *     proof against those who mean to deceive. {@code rows:} and sixteen where rows are kept in blocks, whose order in the file
     *     does not count. {@code none} where there are no bytes to come back to: a pipe, or data in memory
     */
    public record DataFile(String file, String checksum) {
        /** A file as it is now. */
        public static DataFile of(Path file, int threads) {
            return new DataFile(
                    file.toString(),
                    Files.isRegularFile(file)
                            ? String.format(Locale.ROOT, "crc32c:%08x", FileSum.of(file, threads))
                            : "none");
        }
    }

    /** Of a model that was trained on so many rows of data. */
    public static Provenance of(QuerySource train, Features features, long rows, Settings settings, Making making) {
        Path labels = train.labelFile().orElse(null);
        return new Provenance(
                train.checksum()
                        .map(sum -> new DataFile(train.file().toString(), sum))
                        .orElseGet(() -> DataFile.of(train.file(), settings.threads())),
                labels == null ? null : DataFile.of(labels, settings.threads()),
                rows,
                features,
                settings.seed(),
                settings.program(),
                making);
    }

    void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("provenance");
        json.writeStringField("program", program);
        json.writeStringField("data", data.file);
        json.writeStringField("checksum", data.checksum);
        json.writeNumberField("rows", rows);
        json.writeNumberField("seed", seed);
        JsonArrays.texts("featureNames", features.names, json);
        if (features.absent != Absent.MISSING) {
            json.writeStringField("absent", features.absent.text());
        }
        if (features.seen != null) {
            features.seen.write(json);
        }
        if (labels != null) {
            json.writeObjectFieldStart("labels");
            json.writeStringField("file", labels.file);
            json.writeStringField("checksum", labels.checksum);
            json.writeEndObject();
        }
        if (!parameters().isEmpty()) {
            json.writeObjectFieldStart("parameters");
            for (Map.Entry<String, String> given : new TreeMap<>(parameters()).entrySet()) {
                json.writeStringField(given.getKey(), given.getValue());
            }
            json.writeEndObject();
        }
        if (making.choice != null) {
            making.choice.write(json);
        }
        json.writeEndObject();
    }

    static Provenance read(Fields json) {
        Fields labels = json.has("labels") ? json.object("labels") : null;
        return new Provenance(
                new DataFile(json.text("data"), json.text("checksum")),
                labels == null ? null : new DataFile(labels.text("file"), labels.text("checksum")),
                json.whole("rows", 0, Long.MAX_VALUE),
                new Features(
                        json.texts("featureNames"),
                        json.has("features") ? FeatureSummary.read(json.object("features")) : null,
                        json.has("absent") ? Absent.named(json.text("absent")) : Absent.MISSING),
                json.whole("seed"),
                json.text("program"),
                new Making(
                        json.has("parameters") ? json.object("parameters").allTexts() : Map.of(),
                        json.has("choice") ? ModelChoice.read(json.object("choice")) : null));
    }
}
