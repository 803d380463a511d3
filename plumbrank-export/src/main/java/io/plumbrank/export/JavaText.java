package io.plumbrank.export;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.arithmetic.MultiplyAdd;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.trees.Blend;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.target.LinearDecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the Java source of a scorer: its numbers as text, and the arithmetic of {@code scoreInto}. */
final class JavaText {
    /** A text constant may be 65,535 bytes long. */
    private static final int CHUNK = 60_000;

    private final StringBuilder text = new StringBuilder();

    private void lines(String lines) {
        text.append(lines.indent(4));
    }

    void begin(String type, Exportable model) {
        text.append("import java.util.ArrayList;\nimport java.util.List;\n\n");
        text.append("/**\n * Scores as the model does that plumbrank exported");
        for (Map.Entry<String, String> fact : model.facts().entrySet()) {
            text.append("; ").append(fact.getKey()).append(": ").append(commented(fact.getValue()));
        }
        text.append(".\n *\n * <p>Features, NaN for missing: ");
        List<String> features = new ArrayList<>();
        for (int feature : model.usedFeatures()) {
            features.add("x[" + feature + "]" + (model.hasNames() ? " " + commented(model.engineName(feature)) : ""));
        }
        text.append(String.join(", ", features))
                .append(".\n */\npublic final class ")
                .append(type)
                .append(" {\n");
        lines(String.format(Locale.ROOT, """
                /** How many features rows have. */
                public static final int INPUTS = %d;

                /** How many scores they get. */
                public static final int OUTPUTS = %d;
                """, model.inputs(), model.outputs()));
    }

    /** Text that ends no comment and begins no Unicode escape. */
    private static String commented(String text) {
        return text.replace("*/", "* /")
                .replace("\\", "/")
                .replaceAll("\\s", " ")
                .replace("<", "&lt;");
    }

    /** Words as a constant {@code String[]}, cut into chunks. */
    private void words(String name, Iterable<String> words) {
        text.append("    private static final String[] ").append(name).append(" = {");
        StringBuilder chunk = new StringBuilder();
        for (String word : words) {
            if (chunk.length() + word.length() > CHUNK) {
                chunk(chunk);
            }
            chunk.append(chunk.length() == 0 ? "" : " ").append(word);
        }
        chunk(chunk);
        text.append("\n    };\n\n");
    }

    private void chunk(StringBuilder chunk) {
        text.append("\n        \"").append(chunk).append("\",");
        chunk.setLength(0);
    }

    private void doubles(String name, double[] values) {
        words(name + "_TEXT", Arrays.stream(values).mapToObj(Double::toString).toList());
        lines("private static final double[] " + name + " = numbers(" + name + "_TEXT);\n");
    }

    private void reader() {
        lines("""
                private static List<String> words(String[] chunks) {
                    List<String> words = new ArrayList<>();
                    for (String chunk : chunks) {
                        for (String word : chunk.split(" ")) {
                            if (!word.isEmpty()) {
                                words.add(word);
                            }
                        }
                    }
                    return words;
                }

                private static double[] numbers(String[] chunks) {
                    return words(chunks).stream().mapToDouble(Double::parseDouble).toArray();
                }
                """);
    }

    /** a·b + c as it is computed here. */
    private static String multiplyAdd(String a, String b, String c) {
        return MultiplyAdd.isFused() ? "Math.fma(" + a + ", " + b + ", " + c + ")" : a + " * " + b + " + " + c;
    }

    /** Writes a function; false where it is none of those that can be. */
    boolean scorer(Scorer scorer) {
        if (scorer instanceof TreeEnsemble ensemble) {
            trees(ensemble);
        } else if (scorer instanceof LinearScorer linear) {
            linear(linear);
        } else if (scorer instanceof MappedScorer mapped && mapped.map() instanceof FourierFeatures fourier) {
            fourier(fourier, mapped);
        } else {
            return scorer instanceof Blend blend && blend(blend);
        }
        return true;
    }

    /** A class for each part, and their weighted sum. */
    private boolean blend(Blend blend) {
        reader();
        StringBuilder calls = new StringBuilder();
        StringBuilder sum = new StringBuilder("0.0");
        for (int k = 0; k < blend.parts().size(); k++) {
            Blend.Part part = blend.parts().get(k);
            text.append("\n    private static final class Part").append(k).append(" {\n");
            if (part.step() != 1 || !scorer(part.scorer())) {
                return false;
            }
            text.append("    }\n\n");
            calls.append(String.format(Locale.ROOT, "    Part%d.scoreInto(x, own[%d]);%n", k, k));
            sum.append(" + ").append(part.weight()).append(" * own[").append(k).append("][o]");
        }
        lines("/** Writes the scores of a row. */\npublic static void scoreInto(float[] x, double[] u) {\n"
                + "    double[][] own = new double[" + blend.parts().size() + "][OUTPUTS];\n" + calls
                + "    for (int o = 0; o < OUTPUTS; o++) {\n        u[o] = " + sum + ";\n    }\n}\n");
        return true;
    }

    private void linear(LinearScorer linear) {
        reader();
        doubles("REFERENCE", widened(linear.reference()));
        doubles("INTERCEPTS", linear.intercepts());
        doubles("WEIGHTS", flat(linear.weights()));
        lines(String.format(
                Locale.ROOT,
                """
                /** Writes the scores of a row. */
                public static void scoreInto(float[] x, double[] u) {
                    for (int o = 0; o < OUTPUTS; o++) {
                        double sum = INTERCEPTS[o];
                        for (int j = 0; j < INPUTS; j++) {
                            double shifted = x[j] - REFERENCE[j];
                            sum = %s;
                        }
                        u[o] = sum;
                    }
                }
                """,
                multiplyAdd("(Double.isNaN(shifted) ? 0 : shifted)", "WEIGHTS[o * INPUTS + j]", "sum")));
    }

    private void fourier(FourierFeatures fourier, MappedScorer scorer) {
        reader();
        doubles("REFERENCE", widened(fourier.reference().values()));
        doubles("FREQUENCIES", flat(fourier.frequencies()));
        doubles("PHASES", fourier.phases());
        doubles("INTERCEPTS", scorer.intercepts());
        doubles("WEIGHTS", flat(scorer.weights()));
        lines(String.format(
                Locale.ROOT,
                """
                /** Writes the scores of a row. */
                public static void scoreInto(float[] x, double[] u) {
                    double[] z = PHASES.clone();
                    for (int j = 0; j < REFERENCE.length; j++) {
                        double distance = x[j] - REFERENCE[j];
                        double shifted = Double.isNaN(distance) ? 0 : distance;
                        for (int k = 0; k < z.length; k++) {
                            z[k] = %s;
                        }
                    }
                    double amplitude = Math.sqrt(2.0 / z.length);
                    for (int k = 0; k < z.length; k++) {
                        z[k] = amplitude * cosine(z[k]);
                    }
                    for (int o = 0; o < OUTPUTS; o++) {
                        double sum = INTERCEPTS[o];
                        for (int k = 0; k < z.length; k++) {
                            sum = %s;
                        }
                        u[o] = sum;
                    }
                }

                /** The cosine as a polynomial, for the same bits on every machine. */
                private static double cosine(double x) {
                    double turns = Math.rint(x * (1 / (2 * Math.PI)));
                    double half = 0.5 * ((x - turns * (2 * Math.PI)) - turns * 0x1.1a62633145c07p-52);
                    double t = Math.min(half * half, Math.PI * Math.PI / 4);
                    double c = -1.0 / 6402373705728000.0;
                    c = c * t + 1.0 / 20922789888000.0;
                    c = c * t - 1.0 / 87178291200.0;
                    c = c * t + 1.0 / 479001600;
                    c = c * t - 1.0 / 3628800;
                    c = c * t + 1.0 / 40320;
                    c = c * t - 1.0 / 720;
                    c = c * t + 1.0 / 24;
                    c = c * t - 1.0 / 2;
                    c = c * t + 1;
                    return 2 * c * c - 1;
                }
                """,
                multiplyAdd("shifted", "FREQUENCIES[j * z.length + k]", "z[k]"),
                multiplyAdd("z[k]", "WEIGHTS[o * z.length + k]", "sum")));
    }

    private void trees(TreeEnsemble ensemble) {
        reader();
        doubles("BASES", widened(ensemble.baseScores()));
        lines("""
                /**
                 * Trees one after another, their nodes breadth first: '@0*1.0' begins a tree of output 0 and weight 1, '3<0.5'
                 * goes left if x[3] < 0.5, a missing value too if '?' follows, and '=0.25' is a leaf.
                 */""");
        List<String> words = new ArrayList<>();
        for (TreeEnsemble.Member member : ensemble.members()) {
            words.add("@" + member.output() + "*" + member.weight());
            RegressionTree tree = member.tree();
            for (int node = 0; node < tree.nodes(); node++) {
                words.add(
                        tree.isLeaf(node)
                                ? "=" + tree.number(node)
                                : tree.feature(node) + "<" + tree.number(node)
                                        + (tree.missingGoesLeft(node) ? "?" : ""));
            }
        }
        words("TREES", words);
        lines("""
                private static final int NODES;
                /** The left child of each node, itself for a leaf. */
                private static final int[] LEFT;
                /** Twice the feature of a split, and 1 more where missing values go right. */
                private static final int[] COLUMNS;
                /** The largest key that goes left. */
                private static final int[] KEYS;
                /** The value that a leaf adds. */
                private static final double[] VALUES;
                /** The first node, depth and output of each tree. */
                private static final int[] ROOTS;
                private static final int[] DEPTHS;
                private static final int[] TARGETS;

                static {
                    List<String> words = words(TREES);
                    int trees = (int) words.stream().filter(word -> word.startsWith("@")).count();
                    NODES = words.size() - trees;
                    LEFT = new int[NODES];
                    COLUMNS = new int[NODES];
                    KEYS = new int[NODES];
                    VALUES = new double[NODES];
                    ROOTS = new int[trees];
                    DEPTHS = new int[trees];
                    TARGETS = new int[trees];
                    int[] levels = new int[NODES];
                    int node = 0;
                    int tree = -1;
                    int splits = 0;
                    float weight = 1;
                    for (String word : words) {
                        if (word.startsWith("@")) {
                            tree++;
                            splits = 0;
                            ROOTS[tree] = node;
                            TARGETS[tree] = Integer.parseInt(word.substring(1, word.indexOf('*')));
                            weight = Float.parseFloat(word.substring(word.indexOf('*') + 1));
                            continue;
                        }
                        if (word.startsWith("=")) {
                            LEFT[node] = node;
                            KEYS[node] = Integer.MAX_VALUE;
                            VALUES[node] = (double) Float.parseFloat(word.substring(1)) * weight;
                        } else {
                            boolean missingLeft = word.endsWith("?");
                            int sign = word.indexOf('<');
                            int end = word.length() - (missingLeft ? 1 : 0);
                            LEFT[node] = ROOTS[tree] + 2 * splits++ + 1;
                            COLUMNS[node] = 2 * Integer.parseInt(word.substring(0, sign)) + (missingLeft ? 0 : 1);
                            KEYS[node] = key(Float.parseFloat(word.substring(sign + 1, end))) - 1;
                            levels[LEFT[node]] = levels[node] + 1;
                            levels[LEFT[node] + 1] = levels[node] + 1;
                        }
                        DEPTHS[tree] = Math.max(DEPTHS[tree], levels[node]);
                        node++;
                    }
                }

                /** An integer that orders floats, with both zeros equal. */
                private static int key(float value) {
                    int bits = Float.floatToRawIntBits(value + 0f);
                    return bits ^ ((bits >> 31) & 0x7fff_ffff);
                }

                /** Writes the scores of a row: a step down a tree is arithmetic, without a branch to guess wrong. */
                public static void scoreInto(float[] x, double[] u) {
                    int[] keys = new int[2 * INPUTS];
                    for (int j = 0; j < INPUTS; j++) {
                        boolean missing = Float.isNaN(x[j]);
                        int key = key(x[j]);
                        keys[2 * j] = missing ? Integer.MIN_VALUE : key;
                        keys[2 * j + 1] = missing ? Integer.MAX_VALUE - 1 : key;
                    }
                    for (int o = 0; o < OUTPUTS; o++) {
                        u[o] = BASES[o];
                    }
                    // four trees abreast, whose steps do not wait for each other; a leaf leads to itself
                    int tree = 0;
                    for (; tree + 4 <= ROOTS.length; tree += 4) {
                        int a = ROOTS[tree];
                        int b = ROOTS[tree + 1];
                        int c = ROOTS[tree + 2];
                        int d = ROOTS[tree + 3];
                        int depth = Math.max(
                                Math.max(DEPTHS[tree], DEPTHS[tree + 1]), Math.max(DEPTHS[tree + 2], DEPTHS[tree + 3]));
                        for (int level = 0; level < depth; level++) {
                            a = LEFT[a] + (int) ((KEYS[a] - (long) keys[COLUMNS[a]]) >>> 63);
                            b = LEFT[b] + (int) ((KEYS[b] - (long) keys[COLUMNS[b]]) >>> 63);
                            c = LEFT[c] + (int) ((KEYS[c] - (long) keys[COLUMNS[c]]) >>> 63);
                            d = LEFT[d] + (int) ((KEYS[d] - (long) keys[COLUMNS[d]]) >>> 63);
                        }
                        u[TARGETS[tree]] = (float) (u[TARGETS[tree]] + VALUES[a]);
                        u[TARGETS[tree + 1]] = (float) (u[TARGETS[tree + 1]] + VALUES[b]);
                        u[TARGETS[tree + 2]] = (float) (u[TARGETS[tree + 2]] + VALUES[c]);
                        u[TARGETS[tree + 3]] = (float) (u[TARGETS[tree + 3]] + VALUES[d]);
                    }
                    for (; tree < ROOTS.length; tree++) {
                        int node = ROOTS[tree];
                        for (int level = DEPTHS[tree]; level > 0; level--) {
                            node = LEFT[node] + (int) ((KEYS[node] - (long) keys[COLUMNS[node]]) >>> 63);
                        }
                        u[TARGETS[tree]] = (float) (u[TARGETS[tree]] + VALUES[node]);
                    }
                }
                """);
    }

    void end(Exportable model) {
        if (model.outputs() == 1) {
            lines("""

                    /** The score of a row. */
                    public static double score(float[] x) {
                        double[] u = new double[1];
                        scoreInto(x, u);
                        return u[0];
                    }
                    """);
        }
        model.decision().ifPresent(this::decision);
        text.append("\n    private ").append(className()).append("() {}\n}\n");
    }

    private String className() {
        int from = text.indexOf("public final class ") + "public final class ".length();
        return text.substring(from, text.indexOf(" ", from));
    }

    private void decision(LinearDecision decision) {
        text.append("\n    private static final String[] LABELS = {");
        for (String label : decision.labels()) {
            text.append("\n        \"").append(escaped(label)).append("\",");
        }
        text.append("\n    };\n\n");
        doubles("BETAS", flat(decision.beta()));
        doubles("SHIFTS", decision.shifts());
        lines("""

                /** The number of the prediction that is cheapest for a row. */
                public static int decide(float[] x) {
                    double[] u = new double[OUTPUTS];
                    scoreInto(x, u);
                    int best = 0;
                    double least = Double.POSITIVE_INFINITY;
                    for (int t = 0; t < SHIFTS.length; t++) {
                        double cost = SHIFTS[t];
                        for (int o = 0; o < OUTPUTS; o++) {
                            cost += u[o] * BETAS[t * OUTPUTS + o];
                        }
                        if (cost < least) {
                            least = cost;
                            best = t;
                        }
                    }
                    return best;
                }

                /** Its name. */
                public static String predict(float[] x) {
                    return LABELS[decide(x)];
                }
                """);
    }

    /** A Unicode escape is read before the quotes are, so control characters and quotes take octal ones. */
    private static String escaped(String label) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                text.append(String.format(Locale.ROOT, "\\%03o", (int) c));
            } else {
                text.append(c > '~' ? String.format(Locale.ROOT, "\\u%04x", (int) c) : c);
            }
        }
        return text.toString();
    }

    private static double[] widened(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    private static double[] flat(double[][] rows) {
        return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
    }

    int length() {
        return text.length();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
