package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeChecksum;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import io.plumbrank.learn.trees.TreeParameters;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.util.AtomicOutput;
import io.plumbrank.util.InputException;
import java.io.BufferedInputStream;
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
import org.jspecify.annotations.Nullable;

/** What is done so far, in one file that is replaced whole: rounds, measures and trees, and the {@link TreeChecksum}. */
final class BoostingCheckpoint {
    private static final String FORMAT = "plumbrank-own-trees-checkpoint-1";
    /** No count is believed beyond it, so that a damaged file asks for no memory that it cannot fill. */
    private static final int LARGEST = 1 << 26;

    private final Path file;
    private final int every;
    private final boolean resume;
    private final String checksum;

    private BoostingCheckpoint(TreeProblem.Checkpoints where, String checksum) {
        file = where.directory().resolve(TreeProblem.Checkpoints.FILE);
        every = where.every();
        resume = where.resume();
        this.checksum = checksum;
    }

    /** A moment of boosting. */
    record State(int rounds, List<Double> measures, List<Double> risks, List<Member> members) {}

    static BoostingCheckpoint of(TreeProblem task, TreeParameters parameters) {
        return new BoostingCheckpoint(Objects.requireNonNull(task.checkpoints()), TreeChecksum.of(task, parameters));
    }

    int every() {
        return every;
    }

    void write(State state) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (AtomicOutput out = AtomicOutput.create(file)) {
                DataOutputStream data = new DataOutputStream(out.stream());
                data.writeUTF(FORMAT);
                data.writeUTF(checksum);
                data.writeInt(state.rounds());
                write(state.measures(), data);
                write(state.risks(), data);
                data.writeInt(state.members().size());
                for (Member member : state.members()) {
                    write(member, data);
                }
                data.flush();
                out.commit();
            }
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
     * @param mostRounds how many there are to be
     * @throws InputException if the checkpoint is damaged, of another task, or has more rounds
     */
    @Nullable
    State read(int mostRounds) {
        if (!resume || !Files.exists(file)) {
            return null;
        }
        try (DataInputStream data = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            requireFormat(data);
            if (!data.readUTF().equals(checksum)) {
                throw new InputException(
                        file.toString(),
                        0,
                        "the checkpoint of a run with other data, measure, surrogate, parameters or seed",
                        "that of this run: remove the file, or train without resuming");
            }
            int rounds = data.readInt();
            if (rounds > mostRounds) {
                throw new InputException(
                        file.toString(),
                        0,
                        "a checkpoint after " + rounds + " rounds",
                        "one after at most num_round=" + mostRounds + ": ask for more, or train without resuming");
            }
            List<Double> measures = doubles(data);
            List<Double> risks = doubles(data);
            List<Member> members = new ArrayList<>();
            for (int left = count(data); left > 0; left--) {
                members.add(member(data));
            }
            if (data.read() >= 0) {
                throw new IOException("bytes after its end");
            }
            return new State(rounds, measures, risks, members);
        } catch (IOException | IllegalArgumentException e) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a damaged checkpoint (" + e.getMessage() + ")",
                    "a whole one: remove the file, and train from the start",
                    e);
        }
    }

    private void requireFormat(DataInputStream data) throws IOException {
        byte[] start = data.readNBytes(2);
        byte[] found = start.length < 2
                ? start
                : data.readNBytes(Math.min(FORMAT.length(), (start[0] & 0xff) << Byte.SIZE | (start[1] & 0xff)));
        if (!FORMAT.equals(new String(found, StandardCharsets.UTF_8))) {
            throw new IOException("no format '" + FORMAT + "'; the other engine's are not read");
        }
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
