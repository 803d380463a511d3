package io.plumbrank.trees;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plumbrank.learn.trees.TreeChecksum;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeModels;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.util.InputException;
import io.plumbrank.util.SealedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * What is done so far, in one file that is replaced whole: a {@link SealedFile} of a zip of the boosters as XGBoost saves them, and of the rounds, the measures and the {@link TreeChecksum} of the
 * task.
 *
 * <p>XGBoost's reader trusts what it is given, up to the end of the process: nothing is handed to it before the sum agrees
 * and our own reader has found the trees that there must be.
 */
final class CheckpointFile {
    private static final String FORMAT = "plumbrank-trees-checkpoint-2";
    private static final String STATE = "state.json";
    /** What a file of the first format begins with. */
    private static final byte[] ZIP = {'P', 'K', 3, 4};

    private final Path file;
    private final int every;
    private final boolean resume;
    private final TreeProblem task;
    private final TreeParameters parameters;
    private final String taskChecksum;

    private CheckpointFile(TreeProblem.Checkpoints where, TreeProblem task, TreeParameters parameters) {
        file = where.directory().resolve(TreeProblem.Checkpoints.FILE);
        every = where.every();
        resume = where.resume();
        this.task = task;
        this.parameters = parameters;
        taskChecksum = TreeChecksum.of(task, parameters);
    }

    /**
     * A moment of boosting.
     *
     * @param boosters one per output, as XGBoost saves them
     */
    record State(int rounds, List<Double> measures, List<Double> risks, List<byte[]> boosters) {}

    static CheckpointFile of(TreeProblem task, TreeParameters parameters) {
        return new CheckpointFile(Objects.requireNonNull(task.checkpoints()), task, parameters);
    }

    int every() {
        return every;
    }

    void write(State state) {
        ObjectNode json = new JsonMapper().createObjectNode();
        json.put("rounds", state.rounds());
        json.put("patience", parameters.patience());
        json.put("task", taskChecksum);
        ArrayNode measures = json.putArray("measures");
        state.measures().forEach(measures::add);
        ArrayNode risks = json.putArray("risks");
        state.risks().forEach(risks::add);
        try {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            try (ZipOutputStream zip = new ZipOutputStream(content)) {
                put(zip, STATE, json.toString().getBytes(StandardCharsets.UTF_8));
                for (int output = 0; output < task.outputs(); output++) {
                    put(zip, booster(output), state.boosters().get(output));
                }
            }
            SealedFile.write(file, FORMAT, content.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    private static void put(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    private static String booster(int output) {
        return "booster-" + output + ".ubj";
    }

    /**
     * The state to go on from; empty where there is none or a new run was asked for.
     *
     * @throws InputException if the checkpoint is damaged, of another task, or has more rounds than there are to be
     */
    Optional<State> read() {
        if (!resume || !Files.exists(file)) {
            return Optional.empty();
        }
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new InputException(
                    file.toString(), 0, "a file that cannot be read (" + e.getMessage() + ")", "a checkpoint", e);
        }
        if (Arrays.mismatch(bytes, ZIP) == ZIP.length) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a checkpoint of an older plumbrank",
                    "one of this version: remove the file, and train from the start");
        }
        try {
            return Optional.of(state(entries(SealedFile.content(bytes, FORMAT))));
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a damaged checkpoint (" + e.getMessage() + ")",
                    "a whole one: remove the file, and train from the start",
                    e);
        }
    }

    private static Map<String, byte[]> entries(byte[] content) throws IOException {
        Map<String, byte[]> entries = new HashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(content))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private State state(Map<String, byte[]> entries) throws IOException {
        JsonNode json = JsonMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build()
                .readTree(entry(entries, STATE));
        if (!json.path("task").asText().equals(taskChecksum)) {
            throw new InputException(
                    file.toString(),
                    0,
                    "the checkpoint of a run with other data, measure, surrogate, parameters or seed",
                    "that of this run: remove the file, or train without resuming");
        }
        if (json.path("patience").asInt() != parameters.patience()) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a checkpoint with early_stopping_rounds="
                            + json.path("patience").asText(),
                    "one with early_stopping_rounds=" + parameters.patience()
                            + ": ask for the same, or train without resuming");
        }
        if (!json.path("rounds").isInt() || json.path("rounds").asInt() < 1) {
            throw new IOException("no number of rounds");
        }
        int rounds = json.path("rounds").asInt();
        if (rounds > parameters.rounds()) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a checkpoint after " + rounds + " rounds",
                    "one after at most num_round=" + parameters.rounds() + ": ask for more, or train without resuming");
        }
        List<Double> measures = perRound(json, "measures", rounds);
        List<Double> risks = perRound(json, "risks", rounds);
        List<byte[]> boosters = new ArrayList<>();
        for (int output = 0; output < task.outputs(); output++) {
            boosters.add(checked(entry(entries, booster(output)), rounds));
        }
        return new State(rounds, measures, risks, boosters);
    }

    /** One number per round, or none where nothing validates; NaN is written as a text. */
    private List<Double> perRound(JsonNode json, String name, int rounds) throws IOException {
        List<Double> values = new ArrayList<>();
        json.path(name).forEach(value -> values.add(value.asDouble(Double.NaN)));
        if (values.size() != (task.validation() == null ? 0 : rounds)) {
            throw new IOException(values.size() + " " + name + " after " + rounds + " rounds");
        }
        return values;
    }

    /** A booster as it came, where it has a tree per round and our features. */
    private byte[] checked(byte[] booster, int rounds) throws IOException {
        TreeEnsemble trees;
        try {
            trees = TreeModels.parse(booster, "booster");
        } catch (InputException e) {
            throw new IOException(e.found() + " as a booster", e);
        }
        if (trees.inputs() != task.rows().inputs()
                || trees.outputs() != 1
                || trees.members().size() != rounds) {
            throw new IOException("a booster of " + trees.members().size() + " trees on " + trees.inputs()
                    + " features, and not of " + rounds + " on " + task.rows().inputs());
        }
        return booster;
    }

    private static byte[] entry(Map<String, byte[]> entries, String name) throws IOException {
        byte[] content = entries.get(name);
        if (content == null) {
            throw new IOException("no entry " + name);
        }
        return content;
    }
}
