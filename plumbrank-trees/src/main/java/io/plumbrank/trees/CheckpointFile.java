package io.plumbrank.trees;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.plumbrank.learn.trees.GroupDerivatives;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import io.plumbrank.util.AtomicOutput;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * What is done so far, in one file that is replaced whole: a zip of the boosters as XGBoost saves them, and the rounds,
 * measures and the checksum of the task, so that nobody goes on with other data. What the surrogate and the measure are is told by
 * their values at some scores.
 */
final class CheckpointFile {
    private static final String FORMAT = "plumbrank-trees-checkpoint-1";
    private static final String STATE = "state.json";
    private static final int CHUNK = 1 << 13;

    private final Path file;
    private final int every;
    private final boolean resume;
    private final int outputs;
    private final String taskChecksum;

    private CheckpointFile(TreeProblem.Checkpoints where, int outputs, String taskChecksum) {
        file = where.directory().resolve(TreeProblem.Checkpoints.FILE);
        every = where.every();
        resume = where.resume();
        this.outputs = outputs;
        this.taskChecksum = taskChecksum;
    }

    /**
     * A moment of boosting.
     *
     * @param boosters one per output, as XGBoost saves them
     */
    record State(int rounds, List<Double> measures, List<Double> risks, List<byte[]> boosters) {}

    static CheckpointFile of(TreeProblem task, Parameters parameters) {
        TreeProblem.Checkpoints where = Objects.requireNonNull(task.checkpoints());
        return new CheckpointFile(where, task.outputs(), checksum(task, parameters));
    }

    int every() {
        return every;
    }

    void write(State state) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("format", FORMAT);
        json.put("rounds", state.rounds());
        json.put("task", taskChecksum);
        ArrayNode measures = json.putArray("measures");
        state.measures().forEach(measures::add);
        ArrayNode risks = json.putArray("risks");
        state.risks().forEach(risks::add);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (AtomicOutput out = AtomicOutput.create(file)) {
                ZipOutputStream zip = new ZipOutputStream(out.stream());
                put(zip, STATE, json.toString().getBytes(StandardCharsets.UTF_8));
                for (int output = 0; output < outputs; output++) {
                    put(zip, booster(output), state.boosters().get(output));
                }
                zip.finish();
                out.commit();
            }
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
     * @param mostRounds how many there are to be
     * @throws InputException if the checkpoint is damaged, of another task, or has more rounds
     */
    Optional<State> read(int mostRounds) {
        if (!resume || !Files.exists(file)) {
            return Optional.empty();
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            JsonNode json = new ObjectMapper().readTree(bytes(zip, STATE));
            if (!json.path("format").asText().equals(FORMAT)) {
                throw new IOException("no format '" + FORMAT + "'");
            }
            if (!json.path("task").asText().equals(taskChecksum)) {
                throw new InputException(
                        file.toString(),
                        0,
                        "the checkpoint of a run with other data, measure, surrogate, parameters or seed",
                        "that of this run: remove the file, or train without resuming");
            }
            List<Double> measures = new ArrayList<>();
            // NaN is written as a text
            json.path("measures").forEach(measure -> measures.add(measure.asDouble(Double.NaN)));
            List<Double> risks = new ArrayList<>();
            json.path("risks").forEach(risk -> risks.add(risk.asDouble(Double.NaN)));
            while (risks.size() < measures.size()) {
                risks.add(Double.NaN); // a file of before there were risks
            }
            List<byte[]> boosters = new ArrayList<>();
            for (int output = 0; output < outputs; output++) {
                boosters.add(bytes(zip, booster(output)));
            }
            int rounds = json.path("rounds").asInt();
            if (rounds > mostRounds) {
                throw new InputException(
                        file.toString(),
                        0,
                        "a checkpoint after " + rounds + " rounds",
                        "one after at most num_round=" + mostRounds + ": ask for more, or train without resuming");
            }
            return Optional.of(new State(rounds, measures, risks, boosters));
        } catch (IOException e) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a damaged checkpoint (" + e.getMessage() + ")",
                    "a whole one: remove the file, and train from the start",
                    e);
        }
    }

    private static byte[] bytes(ZipFile zip, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new IOException("no entry " + name);
        }
        try (InputStream in = zip.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }

    private static String checksum(TreeProblem task, Parameters parameters) {
        CRC32C sum = new CRC32C();
        update(sum, (parameters.ofTrees() + " " + task.how().seed()).getBytes(StandardCharsets.UTF_8));
        update(sum, task.rows());
        update(sum, task.targets());
        update(sum, task.weights());
        TreeProblem.Surrogate surrogate = task.surrogate();
        if (surrogate != null) {
            update(sum, surrogate, task.targets());
        }
        TreeProblem.Validation validation = task.validation();
        if (validation != null) {
            update(sum, validation.rows());
            double[] scores = probe(validation.rows().rows() * task.outputs());
            update(sum, new double[] {validation.measure(scores)});
        }
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    /** Scores by which to tell functions apart that say nothing of themselves. */
    private static double[] probe(int count) {
        return new SplittableRandom(1).doubles(count).toArray();
    }

    private static void update(CRC32C sum, TreeProblem.Surrogate surrogate, double[] targets) {
        GroupDerivatives function = surrogate.gradients().get();
        double[] scores = probe(targets.length);
        int row = 0;
        for (int group : surrogate.groups()) {
            double[] gradient = new double[group];
            double[] curvature = new double[group];
            function.into(
                    Arrays.copyOfRange(scores, row, row + group),
                    Arrays.copyOfRange(targets, row, row + group),
                    group,
                    gradient,
                    curvature);
            update(sum, gradient);
            update(sum, curvature);
            row += group;
        }
    }

    private static void update(CRC32C sum, byte[] bytes) {
        sum.update(bytes, 0, bytes.length);
    }

    private static void update(CRC32C sum, TreeRows rows) {
        int values = rows.rows() * rows.inputs();
        ByteBuffer buffer = ByteBuffer.allocate(4 * CHUNK);
        sum.update(rows.inputs());
        for (int from = 0; from < values; from += CHUNK) {
            int count = Math.min(CHUNK, values - from);
            buffer.clear().asFloatBuffer().put(rows.x(), from, count);
            sum.update(buffer.limit(4 * count));
        }
    }

    private static void update(CRC32C sum, double[] values) {
        ByteBuffer buffer = ByteBuffer.allocate(8 * CHUNK);
        for (int from = 0; from < values.length; from += CHUNK) {
            int count = Math.min(CHUNK, values.length - from);
            buffer.clear().asDoubleBuffer().put(values, from, count);
            sum.update(buffer.limit(8 * count));
        }
    }
}
