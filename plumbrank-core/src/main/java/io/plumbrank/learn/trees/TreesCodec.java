package io.plumbrank.learn.trees;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.data.Query;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.learn.ScorerCodec;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One object per tree, its nodes as columns; {@code leaves} holds vectors leaf by leaf, {@code featureSets} the features of
 * each split, where there are any. */
public final class TreesCodec implements ScorerCodec<TreeEnsemble> {
    /** Stands for an infinite threshold, since JSON has no infinity; as a float it is infinite again. */
    private static final double BEYOND_FLOATS = 1e39;

    @Override
    public String name() {
        return "trees";
    }

    @Override
    public Class<TreeEnsemble> type() {
        return TreeEnsemble.class;
    }

    @Override
    public void write(TreeEnsemble ensemble, JsonGenerator json) throws IOException {
        writeTrees(ensemble, json);
    }

    @Override
    public TreeEnsemble read(Fields json) {
        return readTrees(json);
    }

    static void writeTrees(TreeEnsemble ensemble, JsonGenerator json) throws IOException {
        json.writeNumberField("inputs", ensemble.inputs());
        JsonArrays.floats("baseScores", ensemble.baseScores(), json);
        json.writeArrayFieldStart("trees");
        for (Member member : ensemble.members()) {
            RegressionTree tree = member.tree();
            json.writeStartObject();
            // a reader that knows no vectors misses the output, and does not take the numbers of leaves for scores
            if (tree.outputs() == 1) {
                json.writeNumberField("output", member.output());
            } else {
                json.writeNumberField("firstOutput", member.output());
            }
            json.writeNumberField("weight", member.weight());
            if (tree.hasSets()) {
                // a reader that knows no sets misses the features
                json.writeArrayFieldStart("featureSets");
                for (int node = 0; node < tree.nodes(); node++) {
                    int[] set = tree.splitFeatures(node);
                    json.writeArray(set, 0, set.length);
                }
                json.writeEndArray();
            } else {
                json.writeFieldName("features");
                json.writeArray(tree.features(), 0, tree.features().length);
            }
            json.writeArrayFieldStart("numbers");
            for (float number : tree.numbers()) {
                if (Float.isInfinite(number)) {
                    json.writeNumber(Math.copySign(BEYOND_FLOATS, number));
                } else {
                    json.writeNumber(number);
                }
            }
            json.writeEndArray();
            json.writeArrayFieldStart("missingLeft");
            for (boolean left : tree.missingLeft()) {
                json.writeNumber(left ? 1 : 0);
            }
            json.writeEndArray();
            JsonArrays.floats("gains", tree.gains(), json);
            JsonArrays.floats("covers", tree.covers(), json);
            if (tree.outputs() > 1) {
                JsonArrays.floats("leaves", tree.leaves(), json);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static int[][] sets(Fields tree) {
        double[][] rows = tree.rows("featureSets");
        return Arrays.stream(rows)
                .map(row -> Arrays.stream(row)
                        .mapToInt(number -> {
                            if (number != Math.rint(number) || number < 0 || number > Integer.MAX_VALUE) {
                                throw new IllegalArgumentException("'featureSets' has " + number + ", and no feature");
                            }
                            return (int) number;
                        })
                        .toArray())
                .toArray(int[][]::new);
    }

    static TreeEnsemble readTrees(Fields json) {
        List<Member> members = new ArrayList<>();
        for (Fields tree : json.objects("trees")) {
            double[] left = tree.numbers("missingLeft");
            boolean[] missingLeft = new boolean[left.length];
            for (int node = 0; node < missingLeft.length; node++) {
                if (left[node] != 0 && left[node] != 1) {
                    throw new IllegalArgumentException("'missingLeft' has " + left[node] + ", and not 0 or 1");
                }
                missingLeft[node] = left[node] == 1;
            }
            int[][] sets = tree.has("featureSets") ? sets(tree) : new int[0][];
            RegressionTree scalar = RegressionTree.of(
                    sets.length > 0
                            ? Arrays.stream(sets)
                                    .mapToInt(set -> set.length == 0 ? RegressionTree.LEAF : set[0])
                                    .toArray()
                            : tree.ints("features"),
                    tree.floats("numbers"),
                    missingLeft,
                    tree.floats("gains"),
                    tree.floats("covers"));
            scalar = sets.length > 0
                    ? scalar.withSets(Arrays.stream(sets)
                            .map(set -> set.length < 2 ? new int[0] : set)
                            .toArray(int[][]::new))
                    : scalar;
            boolean vectors = tree.has("leaves");
            members.add(new Member(
                    tree.size(vectors ? "firstOutput" : "output"),
                    (float) tree.number("weight"),
                    vectors ? scalar.withLeaves(tree.floats("leaves")) : scalar));
        }
        int inputs = (int) json.whole("inputs", 0, Query.MOST_FEATURES);
        return TreeEnsemble.of(inputs, json.floats("baseScores"), members);
    }
}
