package io.plumbrank.export;

import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.target.LinearDecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * ONNX, opset 13 and {@code ai.onnx.ml} 3. The input is {@code features}, floats with NaN for missing, one row per item; outputs
 * are {@code scores} and, for a model of classes, {@code decision} and {@code prediction}, the number and the name of what is
 * cheapest.
 *
 * <p>Trees are one {@code TreeEnsembleRegressor}, which compares by &lt;, knows missing values, and adds floats in an order of its
 * own and the base score last. Linear models are a {@code Gemm} in double precision of x − reference, with 0 for missing; Fourier
 * features a {@code MatMul} and a {@code Cos} before it, the latter in single precision. Costs are a {@code Gemm} of the scores, and {@code ArgMin} decides. The metadata carry measure, theorem, condition and
 * program.
 */
public record Onnx() implements ExportFormat {
    private static final int FLOAT = 1;
    private static final int INT64 = 7;
    private static final int STRING = 8;
    private static final int DOUBLE = 11;
    private static final String ML = "ai.onnx.ml";

    @Override
    public String name() {
        return "onnx";
    }

    @Override
    public Exported write(Exportable model, String fileName) {
        Graph graph = new Graph();
        List<String> notes = new ArrayList<>();
        int type = DOUBLE;
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            graph.trees(ensemble);
            type = FLOAT;
            notes.addAll(XgboostFile.weighted(ensemble));
            notes.add(
                    "runtimes add trees in an order of their own, so scores differ from those here in the last digits of"
                            + " a float");
        } else if (model.scorer() instanceof LinearScorer linear) {
            graph.shifted(linear.reference());
            graph.gemm("shifted", linear.weights(), linear.intercepts(), "scores");
        } else if (model.scorer() instanceof MappedScorer mapped && mapped.map() instanceof FourierFeatures fourier) {
            graph.fourier(fourier, mapped);
        } else {
            throw model.refused(
                    model.words(),
                    "trees, a linear model or Fourier features for onnx: train for onnx" + model.elsewhere());
        }
        ProtoWriter body = graph.body
                .text(2, Exported.stem(fileName))
                .message(11, value("features", FLOAT, "rows", model.inputs()))
                .message(12, value("scores", type, "rows", model.outputs()));
        if (model.decision().isPresent()) {
            graph.decide(model.decision().get(), type);
            body.message(12, value("decision", INT64, "rows", 0)).message(12, value("prediction", STRING, "rows", 0));
        }
        ProtoWriter file = new ProtoWriter()
                .whole(1, 8)
                .text(2, "plumbrank")
                .message(7, body)
                .message(8, new ProtoWriter().text(1, "").whole(2, 13))
                .message(8, new ProtoWriter().text(1, ML).whole(2, 3));
        model.facts().forEach((key, value) -> property(key, value, file));
        if (model.hasNames()) {
            property("features", String.join("\n", model.featureNames()), file);
        }
        return Exported.of(file.toBytes(), notes);
    }

    private static void property(String key, String value, ProtoWriter file) {
        file.message(14, new ProtoWriter().text(1, "plumbrank." + key).text(2, value));
    }

    /** A tensor of rows; of no columns where {@code columns} is 0. */
    private static ProtoWriter value(String name, int type, String rows, int columns) {
        ProtoWriter shape = new ProtoWriter().message(1, new ProtoWriter().text(2, rows));
        if (columns > 0) {
            shape.message(1, new ProtoWriter().whole(1, columns));
        }
        ProtoWriter tensor = new ProtoWriter().whole(1, type).message(2, shape);
        return new ProtoWriter().text(1, name).message(2, new ProtoWriter().message(1, tensor));
    }

    /** The nodes and constants. */
    private static final class Graph {
        private final ProtoWriter body = new ProtoWriter();

        private void node(String type, String domain, List<String> inputs, String output, ProtoWriter... attributes) {
            ProtoWriter node = new ProtoWriter();
            inputs.forEach(input -> node.text(1, input));
            node.text(2, output).text(3, output).text(4, type);
            for (ProtoWriter attribute : attributes) {
                node.message(5, attribute);
            }
            body.message(1, node.text(7, domain));
        }

        private void constant(String name, float[] values, long... dims) {
            ProtoWriter tensor =
                    new ProtoWriter().wholes(1, dims).whole(2, FLOAT).text(8, name);
            body.message(5, tensor.bytes(9, ProtoWriter.littleEndian(values)));
        }

        private void constant(String name, double[] values, long... dims) {
            ProtoWriter tensor =
                    new ProtoWriter().wholes(1, dims).whole(2, DOUBLE).text(8, name);
            body.message(5, tensor.bytes(9, ProtoWriter.littleEndian(values)));
        }

        private static ProtoWriter attribute(String name, int type) {
            return new ProtoWriter().text(1, name).whole(20, type);
        }

        private static ProtoWriter whole(String name, long value) {
            return attribute(name, 2).whole(3, value);
        }

        private static ProtoWriter text(String name, String value) {
            return attribute(name, 3).text(4, value);
        }

        private static ProtoWriter numbers(String name, float[] values) {
            return attribute(name, 6).numbers(7, values);
        }

        private static ProtoWriter wholes(String name, long[] values) {
            return attribute(name, 7).wholes(8, values);
        }

        /** x − reference in doubles, 0 where x is missing. */
        private void shifted(float[] reference) {
            double[] wide = new double[reference.length];
            for (int j = 0; j < wide.length; j++) {
                wide[j] = reference[j];
            }
            constant("reference", reference, reference.length);
            constant("wideReference", wide, reference.length);
            node("IsNaN", "", List.of("features"), "missing");
            node("Where", "", List.of("missing", "reference", "features"), "present");
            node("Cast", "", List.of("present"), "wide", whole("to", DOUBLE));
            node("Sub", "", List.of("wide", "wideReference"), "shifted");
        }

        /** One row of weights per output. */
        private void gemm(String input, double[][] weights, double[] intercepts, String output) {
            double[] flat =
                    Arrays.stream(weights).flatMapToDouble(Arrays::stream).toArray();
            constant(output + "Weights", flat, weights.length, weights[0].length);
            constant(output + "Intercepts", intercepts, intercepts.length);
            node("Gemm", "", List.of(input, output + "Weights", output + "Intercepts"), output, whole("transB", 1));
        }

        private void fourier(FourierFeatures fourier, MappedScorer scorer) {
            FeatureReference reference = fourier.reference();
            int inputs = scorer.inputs();
            shifted(Arrays.copyOf(reference.values(), inputs));
            double[][] frequencies = fourier.frequencies();
            double[] flat = new double[inputs * fourier.count()];
            for (int j = 0; j < frequencies.length; j++) {
                System.arraycopy(frequencies[j], 0, flat, j * fourier.count(), fourier.count());
            }
            constant("frequencies", flat, inputs, fourier.count());
            constant("phases", fourier.phases(), fourier.count());
            node("MatMul", "", List.of("shifted", "frequencies"), "turns");
            node("Add", "", List.of("turns", "phases"), "angles");
            // less whole turns, in double precision, since runtimes have a cosine of floats only
            constant("perTurn", new double[] {1 / (2 * Math.PI)});
            constant("turn", new double[] {2 * Math.PI});
            node("Mul", "", List.of("angles", "perTurn"), "counted");
            node("Round", "", List.of("counted"), "whole");
            node("Mul", "", List.of("whole", "turn"), "wholeTurns");
            node("Sub", "", List.of("angles", "wholeTurns"), "reduced");
            node("Cast", "", List.of("reduced"), "narrow", whole("to", FLOAT));
            node("Cos", "", List.of("narrow"), "narrowCosines");
            node("Cast", "", List.of("narrowCosines"), "cosines", whole("to", DOUBLE));
            double amplitude = Math.sqrt(2.0 / fourier.count());
            double[][] weights = Arrays.stream(scorer.weights())
                    .map(row ->
                            Arrays.stream(row).map(weight -> weight * amplitude).toArray())
                    .toArray(double[][]::new);
            gemm("cosines", weights, scorer.intercepts(), "scores");
        }

        private void decide(LinearDecision decision, int type) {
            String input = "scores";
            if (type == FLOAT) {
                node("Cast", "", List.of("scores"), "wideScores", whole("to", DOUBLE));
                input = "wideScores";
            }
            gemm(input, decision.beta(), decision.shifts(), "costs");
            node("ArgMin", "", List.of("costs"), "decision", whole("axis", 1), whole("keepdims", 0));
            ProtoWriter labels = new ProtoWriter()
                    .wholes(1, new long[] {decision.labels().size()})
                    .whole(2, STRING)
                    .text(8, "labels");
            decision.labels().forEach(label -> labels.text(6, label));
            body.message(5, labels);
            node("Gather", "", List.of("labels", "decision"), "prediction");
        }

        private void trees(TreeEnsemble ensemble) {
            List<TreeEnsemble.Member> members = ensemble.members();
            int nodes =
                    members.stream().mapToInt(member -> member.tree().nodes()).sum();
            int leaves = members.stream()
                    .mapToInt(member -> (member.tree().nodes() + 1) / 2)
                    .sum();
            long[] treeIds = new long[nodes];
            long[] nodeIds = new long[nodes];
            long[] features = new long[nodes];
            long[] yes = new long[nodes];
            long[] no = new long[nodes];
            long[] missingYes = new long[nodes];
            float[] values = new float[nodes];
            ProtoWriter modes = attribute("nodes_modes", 8);
            long[] targetTrees = new long[leaves];
            long[] targetNodes = new long[leaves];
            long[] targets = new long[leaves];
            float[] weights = new float[leaves];
            int at = 0;
            int leaf = 0;
            for (int t = 0; t < members.size(); t++) {
                RegressionTree tree = members.get(t).tree();
                for (int node = 0; node < tree.nodes(); node++) {
                    treeIds[at] = t;
                    nodeIds[at] = node;
                    if (tree.isLeaf(node)) {
                        modes.text(9, "LEAF");
                        targetTrees[leaf] = t;
                        targetNodes[leaf] = node;
                        targets[leaf] = members.get(t).output();
                        weights[leaf++] = tree.number(node) * members.get(t).weight();
                    } else {
                        modes.text(9, "BRANCH_LT");
                        features[at] = tree.feature(node);
                        values[at] = tree.number(node);
                        yes[at] = tree.left(node);
                        no[at] = tree.left(node) + 1L;
                        missingYes[at] = tree.missingGoesLeft(node) ? 1 : 0;
                    }
                    at++;
                }
            }
            node(
                    "TreeEnsembleRegressor",
                    ML,
                    List.of("features"),
                    "scores",
                    whole("n_targets", ensemble.outputs()),
                    text("aggregate_function", "SUM"),
                    text("post_transform", "NONE"),
                    numbers("base_values", ensemble.baseScores()),
                    wholes("nodes_treeids", treeIds),
                    wholes("nodes_nodeids", nodeIds),
                    wholes("nodes_featureids", features),
                    modes,
                    numbers("nodes_values", values),
                    wholes("nodes_truenodeids", yes),
                    wholes("nodes_falsenodeids", no),
                    wholes("nodes_missing_value_tracks_true", missingYes),
                    wholes("target_treeids", targetTrees),
                    wholes("target_nodeids", targetNodes),
                    wholes("target_ids", targets),
                    numbers("target_weights", weights));
        }
    }

    @Override
    public Replay replay(Exported files, Exportable model) {
        return OnnxReplay.of(files.content());
    }
}
