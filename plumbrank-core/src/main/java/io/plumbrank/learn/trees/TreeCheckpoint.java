package io.plumbrank.learn.trees;

import io.plumbrank.learn.Checkpoints;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.SealedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a run of boosting has done so far, in one {@link SealedFile} that is replaced whole: the {@link TreeChecksum} of the task,
 * rounds, measures, and what the engine keeps. Nothing is parsed before the sum agrees.
 */
public final class TreeCheckpoint {
    private static final String FORMAT = "plumbrank-trees-checkpoint-3";
    /** What files of older formats begin with: a zip, the line before the present one, and a string with its length. */
    private static final List<String> OLDER =
            List.of("PK\u0003\u0004", "plumbrank-trees-checkpoint-2\n", "\u0000 plumbrank-own-trees-checkpoint-1");

    private final Path file;
    private final int every;
    private final boolean resume;
    private final TreeProblem task;
    private final TreeParameters parameters;
    private final String engine;
    private final String taskChecksum;

    private TreeCheckpoint(Checkpoints where, TreeProblem task, TreeParameters parameters, String engine) {
        file = where.directory().resolve(Checkpoints.FILE);
        every = where.every();
        resume = where.resume();
        this.task = task;
        this.parameters = parameters;
        this.engine = engine;
        taskChecksum = TreeChecksum.of(task, parameters);
    }

    /**
     * A moment of boosting.
     *
     * @param rounds that are done
     * @param measures of each round, empty where nothing validates
     * @param risks of each round, as many
     * @param parts what the engine keeps, in its own form
     */
    public record State(int rounds, List<Double> measures, List<Double> risks, List<byte[]> parts) {}

    /** Takes what an engine kept apart, and refuses what cannot be its own. */
    @FunctionalInterface
    public interface Parts {
        /** @throws IOException if they are not the parts of so many rounds of this task */
        void require(State state) throws IOException;
    }

    /** That of a task which has checkpoints, by an engine of this name. */
    public static TreeCheckpoint of(TreeProblem task, TreeParameters parameters, String engine) {
        return new TreeCheckpoint(Objects.requireNonNull(task.checkpoints()), task, parameters, engine);
    }

    public int every() {
        return every;
    }

    private String format() {
        return FORMAT + " " + engine;
    }

    /** Replaces the file. */
    public void write(State state) {
        try {
            ByteArrayOutputStream content = new ByteArrayOutputStream();
            DataOutputStream data = new DataOutputStream(content);
            data.writeUTF(taskChecksum);
            data.writeInt(parameters.patience());
            data.writeInt(state.rounds());
            write(state.measures(), data);
            write(state.risks(), data);
            data.writeInt(state.parts().size());
            for (byte[] part : state.parts()) {
                data.writeInt(part.length);
                data.write(part);
            }
            SealedFile.write(file, format(), content.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(file + ": " + e.getMessage(), e);
        }
    }

    private static void write(List<Double> values, DataOutputStream data) throws IOException {
        data.writeInt(values.size());
        for (double value : values) {
            data.writeDouble(value);
        }
    }

    /**
     * The state to go on from; empty where there is none or a new run was asked for.
     *
     * @throws InputException if the checkpoint is damaged, of another task or engine, or has more rounds than there are to be
     */
    public Optional<State> read(Parts parts) {
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
        requireFormat(bytes);
        try (DataInputStream data =
                new DataInputStream(new ByteArrayInputStream(SealedFile.content(bytes, format())))) {
            State state = state(data);
            parts.require(state);
            return Optional.of(state);
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a damaged checkpoint (" + e.getMessage() + ")",
                    "a whole one: remove the file, and train from the start",
                    e);
        }
    }

    private void requireFormat(byte[] bytes) {
        String start = new String(bytes, 0, Math.min(bytes.length, 64), StandardCharsets.ISO_8859_1);
        if (OLDER.stream().anyMatch(start::startsWith)) {
            throw fault(
                    "a checkpoint of an older plumbrank",
                    "one of this version: remove the file, and train from the start");
        }
        if (TreeEngine.NAMES.stream()
                .anyMatch(other -> !other.equals(engine) && start.startsWith(FORMAT + " " + other + "\n"))) {
            throw fault(
                    "a checkpoint of the other engine of trees",
                    "one of '" + engine + "': take the other engine, or remove the file and train from the start");
        }
    }

    private InputException fault(String found, String expected) {
        return new InputException(file.toString(), 0, found, expected);
    }

    private State state(DataInputStream data) throws IOException {
        if (!data.readUTF().equals(taskChecksum)) {
            throw fault(
                    "the checkpoint of a run with other data, measure, surrogate, parameters or seed",
                    "that of this run: remove the file, or train without resuming");
        }
        int patience = data.readInt();
        if (patience != parameters.patience()) {
            throw fault(
                    "a checkpoint with early_stopping_rounds=" + patience,
                    "one with early_stopping_rounds=" + parameters.patience()
                            + ": ask for the same, or train without resuming");
        }
        int rounds = data.readInt();
        if (rounds < 1) {
            throw new IOException("no number of rounds");
        }
        if (rounds > parameters.rounds()) {
            throw fault(
                    "a checkpoint after " + rounds + " rounds",
                    "one after at most num_round=" + parameters.rounds() + ": ask for more, or train without resuming");
        }
        List<Double> measures = perRound(data, "measures", rounds);
        List<Double> risks = perRound(data, "risks", rounds);
        List<byte[]> parts = new ArrayList<>();
        for (int left = count(data, Integer.BYTES); left > 0; left--) {
            parts.add(data.readNBytes(count(data, 1)));
        }
        if (data.available() > 0) {
            throw new IOException("bytes after its end");
        }
        return new State(rounds, measures, risks, parts);
    }

    private List<Double> perRound(DataInputStream data, String name, int rounds) throws IOException {
        List<Double> values = new ArrayList<>();
        for (int left = count(data, Double.BYTES); left > 0; left--) {
            values.add(data.readDouble());
        }
        if (values.size() != (task.validation() == null ? 0 : rounds)) {
            throw new IOException(values.size() + " " + name + " after " + rounds + " rounds");
        }
        return values;
    }

    /** A count of things of at least so many bytes each, for which there is room in what is left. */
    private static int count(DataInputStream data, int bytes) throws IOException {
        int count = data.readInt();
        if (count < 0 || count > data.available() / bytes) {
            throw new IOException("a count of " + count);
        }
        return count;
    }
}
