package io.plumbrank.server;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.model.Model;
import io.plumbrank.model.Predictor;
import io.plumbrank.model.Ranker;
import io.plumbrank.model.RankingPredictor;
import io.plumbrank.model.RowPredictor;
import io.plumbrank.target.Guarantee;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A model as it is served. Immutable: a new file makes a new one, and requests that began with the old one end with it.
 *
 * @param name what clients call it
 * @param version the check sum of its file
 * @param predictor what predicts
 * @param layout where it wants features
 * @param loaded when the file was read
 */
record ServedModel(String name, String version, Predictor predictor, FeatureLayout layout, Instant loaded) {
    /**
     * Reads a model.
     *
     * @param base what the features of a model of XGBoost count from; null where nobody said
     * @throws InputException if the file is damaged, no model, or changed while it was read
     */
    static ServedModel read(ModelSource source, @Nullable Integer base) {
        if (Files.exists(source.file()) && !Files.isRegularFile(source.file())) {
            // a pipe would be waited for
            throw new InputException(source.file().toString(), 0, "no regular file", "a model");
        }
        FileStamp before = FileStamp.of(source.file());
        Predictor read = Predictor.read(source.file());
        String version = checksum(source.file());
        if (!before.equals(FileStamp.of(source.file()))) {
            throw new InputException(
                    source.file().toString(),
                    0,
                    "a file that changed while it was read",
                    "one that is renamed into place");
        }
        Model model = read.model().orElse(null);
        if (model != null) {
            return new ServedModel(source.name(), version, read, FeatureLayout.of(read, model), Instant.now());
        }
        Ranker imported = read.as(Ranker.class)
                .orElseThrow(() -> new InputException(
                        source.file().toString(),
                        0,
                        read.words() + " of another tool",
                        "a ranker, or a model of ours"));
        boolean open = imported.hasOpenBase();
        Ranker ranker = !open ? imported : base == null ? imported.inColumns() : imported.countedFrom(base);
        FeatureLayout layout =
                open && base == null ? FeatureLayout.inColumns(ranker) : FeatureLayout.numbered(ranker, !open);
        return new ServedModel(source.name(), version, ranker, layout, Instant.now());
    }

    private static String checksum(Path file) {
        CRC32C crc = new CRC32C();
        try (InputStream in = new CheckedInputStream(Files.newInputStream(file), crc)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    boolean ranksItems() {
        return predictor.as(Ranker.class).isPresent();
    }

    /** Null where another tool trained it. */
    @Nullable
    Guarantee guarantee() {
        return predictor.model().map(Model::guarantee).orElse(null);
    }

    /** The guarantee for queries of some sizes; null where another tool trained it. */
    @Nullable
    Guarantee guarantee(Collection<Integer> sizes) {
        return predictor.model().map(model -> model.guarantee(sizes)).orElse(null);
    }

    /** Its card, into an object that is open. */
    void describe(JsonGenerator json) throws IOException {
        json.writeStringField("name", name);
        json.writeStringField("version", version);
        json.writeStringField("kind", predictor.kind());
        json.writeBooleanField("imported", predictor.model().isEmpty());
        json.writeStringField("loaded", loaded.toString());
        json.writeStringField(
                "measure",
                predictor
                        .as(RankingPredictor.class)
                        .flatMap(RankingPredictor::measure)
                        .map(Object::toString)
                        .orElseGet(() -> predictor
                                .model()
                                .map(model -> model.task().measureName())
                                .orElse(null)));
        json.writeObjectFieldStart("features");
        json.writeNumberField("arrayLength", layout.arrayLength());
        if (layout.names().isEmpty()) {
            json.writeBooleanField("byNumber", layout.numbered());
            json.writeNumberField("first", layout.first());
            json.writeNumberField("last", layout.width() - 1);
        } else {
            JsonArrays.texts("names", layout.names(), json);
        }
        json.writeEndObject();
        Map<String, List<String>> vocabulary =
                predictor.as(RowPredictor.class).map(RowPredictor::vocabulary).orElse(Map.of());
        for (Map.Entry<String, List<String>> names : vocabulary.entrySet()) {
            JsonArrays.texts(names.getKey(), names.getValue(), json);
        }
        Guarantee guarantee = guarantee();
        JsonAnswer.guarantee(json, guarantee);
        if (guarantee != null) {
            JsonArrays.texts("inWords", guarantee.sentences(), json);
        }
    }
}
