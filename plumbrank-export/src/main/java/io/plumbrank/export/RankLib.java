package io.plumbrank.export;

import io.plumbrank.export.Exported.Companion;
import io.plumbrank.imports.TreeModels;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * RankLib's text: trees as its LambdaMART, linear models as its linear regression. It goes left where x ≤ t, so t is the next float
 * below ours. Its features count from 1: those of LETOR text keep their numbers, named ones go by their place.
 */
public record RankLib() implements ExportFormat {
    private static final String FEATURES = "-features.tsv";

    @Override
    public String name() {
        return "ranklib";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        model.requireOneScore(name());
        MissingValues missing;
        String text;
        List<String> notes = new ArrayList<>();
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            notes.addAll(XgboostFile.rounded(ensemble));
            missing = MissingValues.of(model);
            text = trees(ensemble, feature -> number(feature, model));
            if (ensemble.baseScores()[0] != 0) {
                notes.add("RankLib has no base score; it is the leaf of the first tree");
            }
        } else if (model.scorer() instanceof LinearScorer linear) {
            missing = MissingValues.of(model);
            text = linear(linear, model);
        } else {
            throw model.neitherLinearNorTrees(name());
        }
        notes.addAll(missing.notes(model, "the table of features"));
        return new Exported(
                text.getBytes(StandardCharsets.UTF_8),
                List.of(Companion.of(
                        FEATURES, missing.table(model, feature -> Integer.toString(number(feature, model))))),
                notes);
    }

    /** The number of a feature there. */
    private static int number(int feature, Exportable model) {
        int number = model.hasNames() ? feature + 1 : feature;
        if (number == 0) {
            throw model.refused("feature 0", "features from 1 on for RankLib: number them from 1 and train again");
        }
        return number;
    }

    /** The text of an ensemble, which OpenSearch's plugin reads too. */
    static String trees(TreeEnsemble ensemble, IntUnaryOperator number) {
        List<TreeEnsemble.Member> members = new ArrayList<>();
        if (ensemble.baseScores()[0] != 0) {
            members.add(new TreeEnsemble.Member(0, 1, XgboostFile.leaf(ensemble.baseScores()[0])));
        }
        members.addAll(ensemble.members());
        int leaves = members.stream()
                .mapToInt(member -> (member.tree().nodes() + 1) / 2)
                .max()
                .orElse(1);
        StringBuilder text = new StringBuilder("## LambdaMART\n## No. of trees = ")
                .append(members.size())
                .append("\n## No. of leaves = ")
                .append(leaves)
                .append(
                        "\n## No. of threshold candidates = 256\n## Learning rate = 1.0\n## Stop early = 0\n\n<ensemble>\n");
        for (int t = 0; t < members.size(); t++) {
            text.append("\t<tree id=\"")
                    .append(t + 1)
                    .append("\" weight=\"")
                    .append(members.get(t).weight())
                    .append("\">\n");
            node(members.get(t).tree(), 0, "<split>", 2, number, text);
            text.append("\t</tree>\n");
        }
        return text.append("</ensemble>\n").toString();
    }

    private static void node(
            RegressionTree tree, int node, String opening, int indent, IntUnaryOperator number, StringBuilder text) {
        String tabs = "\t".repeat(indent);
        text.append(tabs).append(opening).append('\n');
        if (tree.isLeaf(node)) {
            text.append(tabs).append("\t<output> ").append(tree.number(node)).append(" </output>\n");
        } else {
            text.append(tabs)
                    .append("\t<feature> ")
                    .append(number.applyAsInt(tree.feature(node)))
                    .append(" </feature>\n");
            text.append(tabs)
                    .append("\t<threshold> ")
                    .append(notAbove(tree.number(node)))
                    .append(" </threshold>\n");
            node(tree, tree.left(node), "<split pos=\"left\">", indent + 1, number, text);
            node(tree, tree.left(node) + 1, "<split pos=\"right\">", indent + 1, number, text);
        }
        text.append(tabs).append("</split>\n");
    }

    /** The largest float below a threshold: x &lt; t is x ≤ this. */
    static float notAbove(float threshold) {
        return Math.nextDown(threshold + 0f);
    }

    private static String linear(LinearScorer linear, Exportable model) {
        double[] weights = linear.weights()[0];
        float[] reference = linear.reference();
        double bias = linear.intercepts()[0];
        StringBuilder terms = new StringBuilder();
        for (int feature : model.usedFeatures()) {
            bias -= weights[feature] * reference[feature];
            terms.append(' ').append(number(feature, model)).append(':').append(weights[feature]);
        }
        return "## Linear Regression\n## Lambda = 1.0E-10\n0:" + bias + terms + "\n";
    }

    @Override
    public Replay replay(Exported files, Exportable model) {
        Map<String, Float> standIns = MissingValues.parseTable(files.companion(FEATURES));
        int shift = model.hasNames() ? 1 : 0;
        String text = new String(files.content(), StandardCharsets.UTF_8);
        if (text.startsWith("## Linear")) {
            return linearReplay(text, standIns, shift);
        }
        Replay trees = trees(files.content(), model.inputs() + shift);
        float[] row = new float[model.inputs() + shift];
        return (x, u) -> {
            for (int j = 0; j < x.length; j++) {
                row[j + shift] = Float.isNaN(x[j]) ? standIns.getOrDefault(Integer.toString(j + shift), 0f) : x[j];
            }
            trees.scoreInto(row, u);
        };
    }

    /** Trees by the reader of models that RankLib trained, summed as RankLib does; nothing is missing. */
    static Replay trees(byte[] content, int inputs) {
        TreeEnsemble trees = TreeModels.parse(content, "ranklib");
        TreeEnsemble wide = trees.withInputs(Math.max(inputs, trees.inputs()));
        return (row, u) -> {
            float sum = 0;
            for (TreeEnsemble.Member member : wide.members()) {
                int node = 0;
                RegressionTree tree = member.tree();
                while (!tree.isLeaf(node)) {
                    node = tree.left(node) + (row[tree.feature(node)] < tree.number(node) ? 0 : 1);
                }
                sum += tree.number(node) * member.weight();
            }
            u[0] = sum;
        };
    }

    private static Replay linearReplay(String text, Map<String, Float> standIns, int shift) {
        String[] terms = text.lines()
                .filter(line -> !line.startsWith("##"))
                .findFirst()
                .orElseThrow()
                .split(" ", -1);
        return (x, u) -> {
            u[0] = 0;
            for (String term : terms) {
                String[] words = term.split(":", -1);
                int number = Integer.parseInt(words[0]);
                double weight = Double.parseDouble(words[1]);
                float value = number == 0 ? 1 : x[number - shift];
                u[0] += weight * (Float.isNaN(value) ? standIns.getOrDefault(words[0], 0f) : value);
            }
        };
    }
}
