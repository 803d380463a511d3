package io.plumbrank.export;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;

/** Reads an ONNX file, field by field of the wire format, and works its graph out for one row at a time. */
final class OnnxReplay implements Replay {
    private static final int FLOAT = 1;
    private static final int DOUBLE = 11;

    private final List<Node> nodes;
    private final Map<String, double[]> constants;

    private OnnxReplay(List<Node> nodes, Map<String, double[]> constants) {
        this.nodes = nodes;
        this.constants = constants;
    }

    static OnnxReplay of(byte[] content) {
        Message graph = new Message(content).messages(7).get(0);
        Map<String, double[]> constants = new HashMap<>();
        for (Message tensor : graph.messages(5)) {
            constants.put(tensor.text(8), tensor.tensor());
        }
        return new OnnxReplay(graph.messages(1).stream().map(Node::of).toList(), constants);
    }

    @Override
    public void scoreInto(float[] x, double[] u) {
        double[] scores = Objects.requireNonNull(run(x).get("scores"));
        System.arraycopy(scores, 0, u, 0, u.length);
    }

    @Override
    public int decide(float[] x) {
        double[] decision = run(x).get("decision");
        return decision == null ? NO_DECISION : (int) decision[0];
    }

    private Map<String, double[]> run(float[] x) {
        Map<String, double[]> values = new HashMap<>(constants);
        double[] row = new double[x.length];
        for (int j = 0; j < row.length; j++) {
            row[j] = x[j];
        }
        values.put("features", row);
        for (Node node : nodes) {
            double[][] in = node.inputs.stream()
                    .map(name -> Objects.requireNonNull(values.get(name), name))
                    .toArray(double[][]::new);
            values.put(node.output, node.apply(in));
        }
        return values;
    }

    /** A node with its attributes. */
    private static final class Node {
        private final String type;
        private final List<String> inputs;
        private final String output;
        private final Map<String, Message> attributes;
        private final List<Forest> forest;

        private Node(String type, List<String> inputs, String output, Map<String, Message> attributes) {
            this.type = type;
            this.inputs = inputs;
            this.output = output;
            this.attributes = attributes;
            this.forest = type.equals("TreeEnsembleRegressor") ? List.of(new Forest(attributes)) : List.of();
        }

        static Node of(Message node) {
            Map<String, Message> attributes = new HashMap<>();
            node.messages(5).forEach(attribute -> attributes.put(attribute.text(1), attribute));
            return new Node(node.text(4), node.texts(1), node.text(2), attributes);
        }

        double[] apply(double[][] in) {
            return switch (type) {
                case "TreeEnsembleRegressor" -> forest.get(0).apply(in[0]);
                case "IsNaN" -> each(in[0], i -> Double.isNaN(in[0][i]) ? 1 : 0);
                case "Where" -> each(in[0], i -> in[0][i] != 0 ? in[1][i] : in[2][i]);
                case "Cast" ->
                    Objects.requireNonNull(attributes.get("to")).whole(3) == FLOAT
                            ? each(in[0], i -> (float) in[0][i])
                            : in[0];
                case "Sub" -> each(in[0], i -> in[0][i] - in[1][i]);
                case "Add" -> each(in[0], i -> in[0][i] + in[1][i]);
                case "Mul" -> each(in[0], i -> in[0][i] * in[1][in[1].length == 1 ? 0 : i]);
                case "Round" -> each(in[0], i -> Math.rint(in[0][i]));
                case "Cos" -> each(in[0], i -> (float) StrictMath.cos(in[0][i]));
                case "MatMul" -> product(in[0], in[1], new double[in[1].length / in[0].length], false);
                case "Gemm" ->
                    product(
                            in[0],
                            in[1],
                            in[2].clone(),
                            Objects.requireNonNull(attributes.get("transB")).whole(3) != 0);
                case "ArgMin" -> new double[] {argMin(in[0])};
                case "Gather" -> in[1];
                default -> throw new IllegalArgumentException("the operator " + type);
            };
        }

        private static double[] each(double[] like, IntToDoubleFunction value) {
            double[] out = new double[like.length];
            for (int i = 0; i < out.length; i++) {
                out[i] = value.applyAsDouble(i);
            }
            return out;
        }

        private static double[] product(double[] a, double[] b, double[] out, boolean transposed) {
            for (int o = 0; o < out.length; o++) {
                double sum = 0;
                for (int k = 0; k < a.length; k++) {
                    sum += a[k] * (transposed ? b[o * a.length + k] : b[k * out.length + o]);
                }
                out[o] += sum;
            }
            return out;
        }

        private static int argMin(double[] values) {
            int best = 0;
            for (int i = 1; i < values.length; i++) {
                if (values[i] < values[best]) {
                    best = i;
                }
            }
            return best;
        }
    }

    /** The trees of one operator. */
    private static final class Forest {
        private final long[] features;
        private final float[] values;
        private final long[] yes;
        private final long[] no;
        private final long[] missingYes;
        private final List<String> modes;
        private final int[] roots;
        private final int[] leafTargets;
        private final float[] leafWeights;
        private final float[] bases;

        Forest(Map<String, Message> attributes) {
            long[] trees = get(attributes, "nodes_treeids").wholes(8);
            long[] ids = get(attributes, "nodes_nodeids").wholes(8);
            features = get(attributes, "nodes_featureids").wholes(8);
            values = get(attributes, "nodes_values").floats(7);
            modes = get(attributes, "nodes_modes").texts(9);
            missingYes = get(attributes, "nodes_missing_value_tracks_true").wholes(8);
            bases = get(attributes, "base_values").floats(7);
            Map<Long, Integer> places = new HashMap<>();
            List<Integer> starts = new ArrayList<>();
            for (int i = 0; i < ids.length; i++) {
                places.put(key(trees[i], ids[i]), i);
                if (ids[i] == 0) {
                    starts.add(i);
                }
            }
            roots = starts.stream().mapToInt(Integer::intValue).toArray();
            yes = children(trees, get(attributes, "nodes_truenodeids").wholes(8), places);
            no = children(trees, get(attributes, "nodes_falsenodeids").wholes(8), places);
            leafTargets = new int[ids.length];
            leafWeights = new float[ids.length];
            long[] targetTrees = get(attributes, "target_treeids").wholes(8);
            long[] targetNodes = get(attributes, "target_nodeids").wholes(8);
            long[] targets = get(attributes, "target_ids").wholes(8);
            float[] weights = get(attributes, "target_weights").floats(7);
            for (int i = 0; i < targets.length; i++) {
                int place = Objects.requireNonNull(places.get(key(targetTrees[i], targetNodes[i])));
                leafTargets[place] = (int) targets[i];
                leafWeights[place] = weights[i];
            }
        }

        private static Message get(Map<String, Message> attributes, String name) {
            return Objects.requireNonNull(attributes.get(name), name);
        }

        private static long key(long tree, long node) {
            return (tree << 32) | node;
        }

        private static long[] children(long[] trees, long[] children, Map<Long, Integer> places) {
            long[] out = new long[children.length];
            for (int i = 0; i < out.length; i++) {
                out[i] = Objects.requireNonNull(places.get(key(trees[i], children[i])));
            }
            return out;
        }

        double[] apply(double[] row) {
            float[] sums = new float[bases.length];
            for (int root : roots) {
                int node = root;
                while (modes.get(node).equals("BRANCH_LT")) {
                    float value = (float) row[(int) features[node]];
                    boolean left = value < values[node] || (Float.isNaN(value) && missingYes[node] != 0);
                    node = (int) (left ? yes[node] : no[node]);
                }
                sums[leafTargets[node]] += leafWeights[node];
            }
            double[] out = new double[sums.length];
            for (int o = 0; o < out.length; o++) {
                out[o] = sums[o] + bases[o];
            }
            return out;
        }
    }

    /** The fields of a message, by number, in the order of the file. */
    private static final class Message {
        private final Map<Integer, List<Object>> fields = new HashMap<>();

        Message(byte[] content) {
            ByteBuffer bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.hasRemaining()) {
                long key = varint(bytes);
                Object value = switch ((int) (key & 7)) {
                    case 0 -> varint(bytes);
                    case 2 -> {
                        byte[] part = new byte[(int) varint(bytes)];
                        bytes.get(part);
                        yield part;
                    }
                    case 5 -> bytes.getFloat();
                    default -> throw new IllegalArgumentException("the wire type " + (key & 7));
                };
                fields.computeIfAbsent((int) (key >>> 3), number -> new ArrayList<>())
                        .add(value);
            }
        }

        private static long varint(ByteBuffer bytes) {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes.get();
                value |= (next & 0x7fL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        private List<Object> all(int field) {
            return fields.getOrDefault(field, List.of());
        }

        List<Message> messages(int field) {
            return all(field).stream().map(value -> new Message((byte[]) value)).toList();
        }

        List<String> texts(int field) {
            return all(field).stream()
                    .map(value -> new String((byte[]) value, StandardCharsets.UTF_8))
                    .toList();
        }

        String text(int field) {
            return texts(field).get(0);
        }

        long whole(int field) {
            return (Long) all(field).get(0);
        }

        long[] wholes(int field) {
            ByteBuffer bytes = packed(field);
            List<Long> values = new ArrayList<>();
            while (bytes.hasRemaining()) {
                values.add(varint(bytes));
            }
            return values.stream().mapToLong(Long::longValue).toArray();
        }

        float[] floats(int field) {
            ByteBuffer bytes = packed(field);
            float[] values = new float[bytes.remaining() / Float.BYTES];
            bytes.asFloatBuffer().get(values);
            return values;
        }

        private ByteBuffer packed(int field) {
            byte[] part =
                    all(field).isEmpty() ? new byte[0] : (byte[]) all(field).get(0);
            return ByteBuffer.wrap(part).order(ByteOrder.LITTLE_ENDIAN);
        }

        double[] tensor() {
            long type = whole(2);
            ByteBuffer bytes = packed(9);
            if (type == DOUBLE) {
                double[] values = new double[bytes.remaining() / Double.BYTES];
                bytes.asDoubleBuffer().get(values);
                return values;
            }
            double[] values = new double[type == FLOAT ? bytes.remaining() / Float.BYTES : 0];
            for (int i = 0; i < values.length; i++) {
                values[i] = bytes.getFloat();
            }
            return values;
        }
    }
}
