package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.plumbrank.data.Absent;
import io.plumbrank.data.text.TextFile;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.AtomicOutput;
import io.plumbrank.util.internal.JsonDocument;
import io.plumbrank.util.internal.JsonSum;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Models as files: one JSON document with a format version, the target, the scorer, the guarantee and the provenance. Numbers
 * are written so that they read back to the same bits. A file is written whole or not at all. The guarantee is written for
 * readers; on reading it is derived again.
 *
 * <p>A file names the SHA-256 of what it says ({@link JsonSum}), so that an edited or damaged one is told as such; files of older
 * programs do not. Whether or not it does, every field is checked for type, range and width, and none may be unknown.
 */
public final class ModelFile {
    /** Files of this version and of all before it are read. */
    static final int VERSION = 2;

    /** Of models whose absent features are missing, which older programs can read. */
    private static final int FIRST = 1;

    private static final String FORMAT = "plumbrank-model";

    private ModelFile() {}

    /**
     * Writes a model; an older file of that name is replaced when the new one is whole.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(Model model, Path file) {
        try (AtomicOutput out = AtomicOutput.create(file)) {
            writeWhole(model, out.stream());
            out.commit();
        } catch (IOException e) {
            throw AtomicOutput.fault(file, e);
        }
    }

    public static byte[] toBytes(Model model) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writeWhole(model, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * A model from the bytes of its file.
     *
     * @param name stands in for the file in messages
     * @throws InputException if they are damaged, are no model, or come from a newer program
     */
    public static Model ofBytes(byte[] content, String name) {
        return parse(content, name);
    }

    private static void writeWhole(Model model, OutputStream out) throws IOException {
        write(model, JsonSum.of(content(model)), out);
        out.write('\n');
    }

    private static byte[] content(Model model) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(model, "", bytes);
        return bytes.toByteArray();
    }

    private static void write(Model model, String sum, OutputStream out) throws IOException {
        JsonGenerator json = new JsonFactory().createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.useDefaultPrettyPrinter();
        json.writeStartObject();
        json.writeStringField("format", FORMAT);
        json.writeNumberField(
                "formatVersion", model.provenance().features().absent() == Absent.MISSING ? FIRST : VERSION);
        json.writeStringField("kind", TaskKind.of(model.task()).name());
        json.writeStringField(JsonSum.FIELD, sum);
        model.provenance().write(json);
        guarantee(model.guarantee(), json);
        TaskKind.of(model.task()).write(model.task(), model.lambda(), json);
        ScorerJson.write(model.scorer(), json);
        json.writeEndObject();
        json.close();
    }

    private static void guarantee(Guarantee guarantee, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("guarantee");
        json.writeStringField("calibrated", guarantee.calibration().toString());
        json.writeStringField("theorem", guarantee.theorem());
        json.writeStringField("condition", guarantee.condition());
        RegretBound bound = guarantee.bound();
        if (bound != null) {
            json.writeNumberField("regretConstant", bound.constant());
            json.writeNumberField("slack", bound.slack());
            if (!bound.dividedBy().isEmpty()) {
                json.writeStringField("regretDividedBy", bound.dividedBy());
            }
        }
        JsonArrays.texts("notPromised", guarantee.notPromised(), json);
        json.writeEndObject();
    }

    /**
     * Reads a model.
     *
     * @throws InputException if the file is damaged, is no model, or comes from a newer program
     */
    public static Model read(Path file) {
        return parse(bytes(file), file.toString());
    }

    /** The bytes of a file, which may be a pipe and give them only once, and may be packed. */
    static byte[] bytes(Path file) {
        String name = file.toString();
        if (Files.isDirectory(file)) {
            throw new InputException(name, 0, "a directory", "a model file");
        }
        try (InputStream in = TextFile.open(file)) {
            return in.readAllBytes();
        } catch (NoSuchFileException e) {
            throw new InputException(name, 0, "no such file", "a model file: check the path", e);
        } catch (IOException e) {
            throw new InputException(name, 0, "an input/output error (" + e.getMessage() + ")", "a model file", e);
        }
    }

    /** A model from the bytes of its file. */
    static Model parse(byte[] content, String name) {
        if (content.length == 0) {
            throw new InputException(name, 1, "an empty file", "a file that plumbrank train wrote");
        }
        JsonDocument.Summed document;
        try {
            document = JsonDocument.readSummed(content);
        } catch (JsonProcessingException e) {
            long line =
                    e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            String start = new String(content, 0, Math.min(content.length, 20), StandardCharsets.US_ASCII).strip();
            boolean json = start.startsWith("{");
            boolean twice = e.getOriginalMessage().startsWith("Duplicate field");
            throw new InputException(
                    name,
                    json ? line : 0,
                    twice ? "the same field twice" : json ? "incomplete or damaged JSON" : "a file that is not JSON",
                    json
                            ? "a whole model file: copy it again"
                            : "a model of plumbrank train, of XGBoost (JSON or UBJSON), of LightGBM (text) or of RankLib (text)",
                    e);
        } catch (IOException e) {
            throw new InputException(name, 0, "an input/output error (" + e.getMessage() + ")", "a model file", e);
        }
        if (!(document.value() instanceof Map<?, ?> map) || !FORMAT.equals(map.get("format"))) {
            throw new InputException(name, 0, "JSON that is no model", "a file that plumbrank train wrote");
        }
        try {
            Fields fields = Fields.root(document.value());
            fields.text("format");
            long version = fields.whole("formatVersion");
            if (version < 1 || version > VERSION) {
                throw new InputException(
                        name,
                        0,
                        "a model of format version " + version + " by "
                                + fields.object("provenance").text("program"),
                        "version 1 to " + VERSION + ": use a newer plumbrank, or train again");
            }
            if (fields.has(JsonSum.FIELD) && !fields.text(JsonSum.FIELD).equals(document.sum())) {
                throw new InputException(
                        name,
                        0,
                        "a model that was edited or damaged after training: its content does not have the SHA-256 that it names",
                        "the file as plumbrank train wrote it: train or copy it again");
            }
            fields.skip("guarantee");
            Model model = new Model(
                    TaskKind.named(fields.text("kind")).read(fields),
                    ScorerJson.read(fields),
                    fields.magnitude("lambda"),
                    Provenance.read(fields.object("provenance")));
            fields.requireNoOthers();
            return model;
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new InputException(
                    name, 0, "a damaged model (" + e.getMessage() + ")", "a whole file: train or copy it again", e);
        }
    }
}
