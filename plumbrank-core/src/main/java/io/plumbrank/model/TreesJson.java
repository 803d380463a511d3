package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeEnsemble.Member;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The fields of a tree ensemble in a model file: one object a tree, its nodes as columns. */
final class TreesJson {
    private static final double BEYOND_FLOATS = 1e39;

    private TreesJson() {}

    static void write(TreeEnsemble ensemble, JsonGenerator json) throws IOException {
        json.writeNumberField("inputs", ensemble.inputs());
        ModelJson.floats("baseScores", ensemble.baseScores(), json);
        json.writeArrayFieldStart("trees");
        for (Member member : ensemble.members()) {
            RegressionTree tree = member.tree();
            json.writeStartObject();
            json.writeNumberField("output", member.output());
            json.writeNumberField("weight", member.weight());
            json.writeFieldName("features");
            int[] features = tree.features();
            json.writeArray(features, 0, features.length);
            writeNumbers(tree, json);
            json.writeArrayFieldStart("missingLeft");
            for (boolean left : tree.missingLeft()) {
                json.writeNumber(left ? 1 : 0);
            }
            json.writeEndArray();
            ModelJson.floats("gains", tree.gains(), json);
            ModelJson.floats("covers", tree.covers(), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** An infinite threshold as a number that no float holds, since JSON has no infinity; it becomes infinite again as a float. */
    private static void writeNumbers(RegressionTree tree, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("numbers");
        for (float number : tree.numbers()) {
            if (Float.isInfinite(number)) {
                json.writeNumber(Math.copySign(BEYOND_FLOATS, number));
            } else {
                json.writeNumber(number);
            }
        }
        json.writeEndArray();
    }

    static TreeEnsemble read(JsonReader json) {
        List<Member> members = new ArrayList<>();
        for (JsonReader tree : json.objects("trees")) {
            double[] features = tree.numbers("features");
            double[] left = tree.numbers("missingLeft");
            int[] splits = new int[features.length];
            boolean[] missingLeft = new boolean[left.length];
            for (int node = 0; node < splits.length; node++) {
                splits[node] = (int) features[node];
            }
            for (int node = 0; node < missingLeft.length; node++) {
                missingLeft[node] = left[node] != 0;
            }
            members.add(new Member(
                    tree.count("output"),
                    (float) tree.number("weight"),
                    RegressionTree.of(
                            splits, tree.floats("numbers"), missingLeft, tree.floats("gains"), tree.floats("covers"))));
        }
        return TreeEnsemble.of(json.count("inputs"), json.floats("baseScores"), members);
    }
}
