package io.plumbrank.learn.boost;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeCheckpoint;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The trees of a checkpoint, in the order in which they were grown. */
final class SavedTrees {
    /** A feature, three numbers and a flag. */
    private static final int NODE_BYTES = 4 * Integer.BYTES + 1;

    private final Cuts cuts;
    private final int outputs;
    private final int width;
    private final List<Member> members = new ArrayList<>();

    /** @param width outputs of a tree */
    SavedTrees(Cuts cuts, int outputs, int width) {
        this.cuts = cuts;
        this.outputs = outputs;
        this.width = width;
    }

    static byte[] bytes(Member member) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(bytes);
        RegressionTree tree = member.tree();
        try {
            data.writeInt(member.output());
            data.writeInt(tree.nodes());
            for (int node = 0; node < tree.nodes(); node++) {
                data.writeInt(tree.feature(node));
                data.writeFloat(tree.number(node));
                data.writeFloat(tree.gain(node));
                data.writeFloat(tree.cover(node));
                data.writeBoolean(tree.missingGoesLeft(node));
            }
            for (float value : tree.outputs() == 1 ? new float[0] : tree.leaves()) {
                data.writeFloat(value);
            }
            for (int node = 0; tree.hasSets() && node < tree.nodes(); node++) {
                int[] set = tree.splitFeatures(node);
                data.writeInt(set.length);
                for (int feature : set) {
                    data.writeInt(feature);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Takes the trees of so many rounds, each with splits at our cuts. */
    void take(TreeCheckpoint.State state) throws IOException {
        if (state.parts().size() != (long) state.rounds() * (outputs / width)) {
            throw new IOException(state.parts().size() + " trees after " + state.rounds() + " rounds");
        }
        members.clear();
        for (byte[] part : state.parts()) {
            int first = members.size() * width % outputs;
            Member member = member(part);
            if (member.output() != first || member.tree().outputs() != width) {
                throw new IOException("a tree of the wrong outputs");
            }
            for (int node = 0; node < member.tree().nodes(); node++) {
                if (!member.tree().isLeaf(node)) {
                    cuts.bin(member.tree().feature(node), member.tree().number(node));
                }
            }
            members.add(member);
        }
    }

    List<Member> members() {
        return members;
    }

    private Member member(byte[] part) throws IOException {
        DataInputStream data = new DataInputStream(new ByteArrayInputStream(part));
        int output = data.readInt();
        int nodes = data.readInt();
        int leaves = width == 1 ? 0 : (nodes + 1) / 2;
        long rest = (long) nodes * NODE_BYTES + (long) leaves * width * Float.BYTES;
        if (nodes < 1 || data.available() < rest) {
            throw new IOException("a tree of " + nodes + " nodes in " + part.length + " bytes");
        }
        int[] features = new int[nodes];
        float[] numbers = new float[nodes];
        float[] gains = new float[nodes];
        float[] covers = new float[nodes];
        boolean[] missingLeft = new boolean[nodes];
        for (int node = 0; node < nodes; node++) {
            features[node] = data.readInt();
            numbers[node] = data.readFloat();
            gains[node] = data.readFloat();
            covers[node] = data.readFloat();
            missingLeft[node] = data.readBoolean();
            if (features[node] >= cuts.features()) {
                throw new IOException("a split on feature " + features[node] + " of " + cuts.features());
            }
        }
        RegressionTree tree = RegressionTree.of(features, numbers, missingLeft, gains, covers);
        float[] values = new float[leaves * width];
        for (int i = 0; i < values.length; i++) {
            values[i] = data.readFloat();
        }
        RegressionTree whole = width == 1 ? tree : tree.withLeaves(values);
        return new Member(output, 1, data.available() == 0 ? whole : whole.withSets(sets(data, nodes)));
    }

    private int[][] sets(DataInputStream data, int nodes) throws IOException {
        int[][] sets = new int[nodes][];
        for (int node = 0; node < nodes; node++) {
            int size = data.readInt();
            if (size < 0 || size > data.available() / Integer.BYTES) {
                throw new IOException("a set of " + size + " features");
            }
            int[] set = new int[size];
            for (int i = 0; i < size; i++) {
                set[i] = data.readInt();
                if (set[i] >= cuts.features()) {
                    throw new IOException("a split on feature " + set[i] + " of " + cuts.features());
                }
            }
            sets[node] = size == 1 ? new int[0] : set;
        }
        if (data.available() > 0) {
            throw new IOException("bytes behind a tree");
        }
        return sets;
    }
}
