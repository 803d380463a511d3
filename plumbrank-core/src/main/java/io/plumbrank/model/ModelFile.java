package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.util.AtomicOutput;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Models as files: one JSON document with a format version, the target, the scorer, the guarantee and the provenance. Numbers
 * are written so that they read back to the same bits. A file is written whole or not at all.
 */
public final class ModelFile {
    /** Files of this version and of all before it are read. */
    static final int VERSION = 1;

    private static final String FORMAT = "plumbrank-model";

    private ModelFile() {}

    /**
     * Writes a model; an older file of that name is replaced when the new one is whole.
     *
     * @throws UncheckedIOException if the file cannot be written
     */
    public static void write(Model model, Path file) {
        try (AtomicOutput out = AtomicOutput.create(file)) {
            JsonGenerator json = new JsonFactory().createGenerator(out.stream());
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("format", FORMAT);
            json.writeNumberField("formatVersion", VERSION);
            if (model instanceof ClassModel classes) {
                json.writeStringField("kind", "class");
                ClassModelJson.write(classes, json);
            } else if (model instanceof RankerModel ranker) {
                json.writeStringField("kind", "ranker");
                RankerModelJson.write(ranker, json);
            } else if (model instanceof LabelRankingModel labels) {
                json.writeStringField("kind", "label-ranking");
                LabelRankingModelJson.write(labels, json);
            } else if (model instanceof PairRankerModel ranker) {
                json.writeStringField("kind", "pair-ranker");
                PairRankerModelJson.write(ranker, json);
            }
            json.writeEndObject();
            json.close();
            out.stream().write('\n');
            out.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a model.
     *
     * @throws InputException if the file is damaged, is no model, or comes from a newer program
     */
    public static Model read(Path file) {
        String name = file.toString();
        if (Files.isDirectory(file)) {
            throw new InputException(name, 0, "a directory", "a model file");
        }
        JsonNode root;
        try {
            root = new ObjectMapper()
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .readTree(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            throw new InputException(name, 0, "no such file", "a model file: check the path", e);
        } catch (JsonProcessingException e) {
            long line =
                    e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr());
            throw new InputException(
                    name, line, "text that is no whole JSON document", "a model file: train or copy it again", e);
        } catch (IOException e) {
            throw new InputException(name, 0, "an input/output error (" + e.getMessage() + ")", "a model file", e);
        }
        if (root == null || root.isMissingNode()) {
            throw new InputException(name, 1, "an empty file", "a file that plumbrank train wrote");
        }
        if (!FORMAT.equals(root.path("format").asText())) {
            throw new InputException(name, 0, "JSON that is no model", "a file that plumbrank train wrote");
        }
        int version = root.path("formatVersion").asInt(0);
        if (version < 1 || version > VERSION) {
            String found = "a model of format version "
                    + root.path("formatVersion").asText("unknown") + " by "
                    + root.path("provenance").path("program").asText("an unknown program");
            throw new InputException(
                    name, 0, found, "version 1 to " + VERSION + ": use a newer plumbrank, or train again");
        }
        try {
            JsonReader reader = new JsonReader(root);
            String kind = reader.text("kind");
            return switch (kind) {
                case "class" -> ClassModelJson.read(reader);
                case "ranker" -> RankerModelJson.read(reader);
                case "label-ranking" -> LabelRankingModelJson.read(reader);
                case "pair-ranker" -> PairRankerModelJson.read(reader);
                default -> throw new IllegalArgumentException("unknown kind '" + kind + "'");
            };
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    name, 0, "a damaged model (" + e.getMessage() + ")", "a whole file: train or copy it again", e);
        }
    }
}
