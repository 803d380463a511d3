package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeChecksum;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.util.AtomicOutput;
import io.plumbrank.util.InputException;
import io.plumbrank.util.SealedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is done so far, in one file that is replaced whole: a {@link SealedFile} of rounds, measures and trees, and the
 * {@link TreeChecksum}.
 */
final class BoostingCheckpoint {
    private static final String FORMAT = "plumbrank-own-trees-checkpoint-1";
    /** No count is believed beyond it, so that a damaged file asks for no memory that it cannot fill. */
    private static final int LARGEST = 1 << 26;

    private final Path file;
    private final int every;
    private final boolean resume;
    private final TreeProblem task;
    private final TreeParameters parameters;
    private final String checksum;

    private BoostingCheckpoint(TreeProblem.Checkpoints where, TreeProblem task, TreeParameters parameters) {
        file = where.directory().resolve(TreeProblem.Checkpoints.FILE);
        every = where.every();
        resume = where.resume();
        this.task = task;
        this.parameters = parameters;
        checksum = TreeChecksum.of(task, parameters);
    }

    /** A moment of boosting. */
    record State(int rounds, List<Double> measures, List<Double> risks, List<Member> members) {}

    static BoostingCheckpoint of(TreeProblem task, TreeParameters parameters) {
        return new BoostingCheckpoint(Objects.requireNonNull(task.checkpoints()), task, parameters);
    }

    int every() {
        return every;
    }

    void write(State state) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (DataOutputStream data = new DataOutputStream(content)) {
            data.writeUTF(checksum);
            data.writeInt(parameters.patience());
            data.writeInt(state.rounds());
            write(state.measures(), data);
            write(state.risks(), data);
            data.writeInt(state.members().size());
            for (Member member : state.members()) {
                write(member, data);
            }
        } catch (IOException e) {
            throw AtomicOutput.fault(file, e);
        }
        SealedFile.write(file, FORMAT, content.toByteArray());
    }

    private static void write(List<Double> values, DataOutputStream data) throws IOException {
        data.writeInt(values.size());
        for (double value : values) {
            data.writeDouble(value);
        }
    }

    private static void write(Member member, DataOutputStream data) throws IOException {
        RegressionTree tree = member.tree();
        data.writeInt(member.output());
        data.writeInt(tree.nodes());
        data.writeInt(tree.outputs());
        for (int node = 0; node < tree.nodes(); node++) {
            data.writeInt(tree.feature(node));
            data.writeFloat(tree.number(node));
            data.writeBoolean(tree.missingGoesLeft(node));
            data.writeFloat(tree.gain(node));
            data.writeFloat(tree.cover(node));
        }
        for (float value : tree.leaves()) {
            data.writeFloat(value);
        }
    }

    /**
     * The state to go on from; null where there is none or a new run was asked for.
     *
     * @throws InputException if the checkpoint is damaged, of another task, or has more rounds than there are to be
     */
    @Nullable
    State read() {
        if (!resume || !Files.exists(file)) {
            return null;
        }
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            throw new InputException(
                    file.toString(), 0, "a file that cannot be read (" + e.getMessage() + ")", "a checkpoint", e);
        }
        try (DataInputStream data = new DataInputStream(new ByteArrayInputStream(SealedFile.content(bytes, FORMAT)))) {
            return state(data);
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a damaged checkpoint, or one of the other engine (" + e.getMessage() + ")",
                    "a whole one: remove the file, and train from the start",
                    e);
        }
    }

    private State state(DataInputStream data) throws IOException {
        if (!data.readUTF().equals(checksum)) {
            throw new InputException(
                    file.toString(),
                    0,
                    "the checkpoint of a run with other data, measure, surrogate, parameters or seed",
                    "that of this run: remove the file, or train without resuming");
        }
        int patience = data.readInt();
        if (patience != parameters.patience()) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a checkpoint with early_stopping_rounds=" + patience,
                    "one with early_stopping_rounds=" + parameters.patience()
                            + ": ask for the same, or train without resuming");
        }
        int rounds = data.readInt();
        if (rounds > parameters.rounds()) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a checkpoint after " + rounds + " rounds",
                    "one after at most num_round=" + parameters.rounds() + ": ask for more, or train without resuming");
        }
        List<Double> measures = doubles(data);
        List<Double> risks = doubles(data);
        int validated = task.validation() == null ? 0 : rounds;
        if (rounds < 1 || measures.size() != validated || risks.size() != validated) {
            throw new IOException(
                    measures.size() + " measures and " + risks.size() + " risks after " + rounds + " rounds");
        }
        List<Member> members = new ArrayList<>();
        for (int left = count(data); left > 0; left--) {
            members.add(member(data));
        }
        if (data.read() >= 0) {
            throw new IOException("bytes after its end");
        }
        return new State(rounds, measures, risks, members);
    }

    private static List<Double> doubles(DataInputStream data) throws IOException {
        List<Double> values = new ArrayList<>();
        for (int left = count(data); left > 0; left--) {
            values.add(data.readDouble());
        }
        return values;
    }

    private static int count(DataInputStream data) throws IOException {
        int count = data.readInt();
        if (count < 0 || count > LARGEST) {
            throw new IOException("a count of " + count);
        }
        return count;
    }

    private static Member member(DataInputStream data) throws IOException {
        int output = data.readInt();
        int nodes = count(data);
        int outputs = count(data);
        List<Integer> features = new ArrayList<>();
        List<Float> columns = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            features.add(data.readInt());
            columns.add(data.readFloat());
            columns.add(data.readBoolean() ? 1f : 0f);
            columns.add(data.readFloat());
            columns.add(data.readFloat());
        }
        boolean[] missingLeft = new boolean[nodes];
        for (int node = 0; node < nodes; node++) {
            missingLeft[node] = columns.get(4 * node + 1) != 0;
        }
        RegressionTree tree = RegressionTree.of(
                features.stream().mapToInt(feature -> feature).toArray(),
                column(columns, nodes, 0),
                missingLeft,
                column(columns, nodes, 2),
                column(columns, nodes, 3));
        List<Float> leaves = new ArrayList<>();
        for (long left = (nodes + 1) / 2 * (long) outputs; left > 0; left--) {
            leaves.add(data.readFloat());
        }
        float[] values = new float[leaves.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = leaves.get(i);
        }
        return new Member(output, 1, outputs == 1 ? tree : tree.withLeaves(values));
    }

    private static float[] column(List<Float> columns, int nodes, int which) {
        float[] values = new float[nodes];
        for (int node = 0; node < nodes; node++) {
            values[node] = columns.get(4 * node + which);
        }
        return values;
    }
}
