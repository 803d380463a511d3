package io.plumbrank.imports;

import io.plumbrank.data.Absent;
import io.plumbrank.kind.items.ScoreRanker;
import io.plumbrank.learn.splits.CodeTest;
import io.plumbrank.learn.splits.RowTest;
import io.plumbrank.learn.splits.ZeroTest;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.SetTrees;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.Trees;
import io.plumbrank.model.KnownFeatures.ImportedFeatures;
import io.plumbrank.model.ModelImport;
import io.plumbrank.model.Predictor;
import io.plumbrank.util.InputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * LightGBM's text, versions v3 and v4: numerical and categorical splits, all missing types, boosting gbdt, dart, goss and rf. Scores are
 * those before the objective's transformation, over all rounds, to the bit: sums of doubles in the order of the trees, means for rf. Features
 * are finite floats here, so x ≤ t is x &lt; the next float above t. What a row of text leaves out is 0, as there.
 */
public final class LightgbmModel implements ModelImport {
    private static final Set<String> VERSIONS = Set.of("v3", "v4");
    private static final String WHOLE = "a whole file: save or copy the model again";
    private static final int CATEGORICAL = 1;
    private static final int DEFAULT_LEFT = 2;
    private static final int ZERO_IS_MISSING = 1;
    private static final int NAN_IS_MISSING = 2;

    @Override
    public Optional<Predictor> read(byte[] content, String name) {
        String start = new String(content, 0, Math.min(content.length, 6), StandardCharsets.ISO_8859_1);
        if (!start.startsWith("tree\n") && !start.equals("tree\r\n")) {
            return Optional.empty();
        }
        return Optional.of(new Reader(new String(content, StandardCharsets.UTF_8), name).ranker());
    }

    /** The lines of a file, block after block. */
    private static final class Reader {
        private final String name;
        private final List<String> lines;
        private int next = 1;
        /** The line at which the fields of this block begin, for messages. */
        private int start = 1;

        private Map<String, String> fields = Map.of();
        private Map<String, Integer> places = Map.of();
        private int inputs;
        private final Map<RowTest, Integer> tests = new LinkedHashMap<>();

        Reader(String text, String name) {
            this.name = name;
            lines = text.lines().toList();
        }

        Predictor ranker() {
            nextBlock();
            String version = text("version");
            if (!VERSIONS.contains(version)) {
                throw fault("version", "version=" + version, "version=v3 or v4: save the model with LightGBM 3 or 4");
            }
            if (number("num_tree_per_iteration") != 1) {
                throw fault(
                        "num_tree_per_iteration",
                        "a model of " + text("num_tree_per_iteration") + " outputs",
                        "one score per item: train a ranker or a regression");
            }
            boolean mean = fields.containsKey("average_output");
            inputs = Math.addExact(number("max_feature_idx"), 1);
            List<String> names = words("feature_names");
            boolean numbered =
                    IntStream.range(0, names.size()).allMatch(j -> names.get(j).equals("Column_" + j));
            int sizes = words("tree_sizes").size();
            List<RegressionTree> trees = new ArrayList<>();
            while (!lineIs("end of trees")) {
                nextBlock();
                trees.add(tree());
            }
            if (sizes != trees.size()) {
                throw new InputException(
                        name, next + 1L, trees.size() + " trees, where the file tells " + sizes, WHOLE);
            }
            Trees scorer;
            try {
                TreeEnsemble ensemble =
                        TreeEnsemble.ofDoubles(inputs + tests.size(), trees, mean ? Math.max(1, trees.size()) : 1);
                scorer = tests.isEmpty() ? ensemble : new SetTrees(inputs, List.copyOf(tests.keySet()), ensemble);
            } catch (IllegalArgumentException e) {
                throw damaged(start, e);
            }
            return new ScoreRanker(
                    scorer,
                    ImportedFeatures.unsaid(numbered || names.size() != inputs ? List.of() : names, Absent.ZERO));
        }

        /** Whether the next line that is not empty is this; the end of the file is a fault. */
        private boolean lineIs(String text) {
            while (next < lines.size() && lines.get(next).isBlank()) {
                next++;
            }
            if (next >= lines.size()) {
                throw new InputException(name, lines.size(), "the end of the file within the trees", WHOLE);
            }
            return lines.get(next).strip().equals(text);
        }

        /** Reads the fields up to the next empty line. */
        private void nextBlock() {
            start = next + 1;
            fields = new LinkedHashMap<>();
            places = new LinkedHashMap<>();
            for (; next < lines.size() && !lines.get(next).isBlank(); next++) {
                String line = lines.get(next).strip();
                int sign = line.indexOf('=');
                String field = sign < 0 ? line : line.substring(0, sign);
                if (fields.put(field, sign < 0 ? "" : line.substring(sign + 1)) != null) {
                    throw new InputException(name, next + 1L, "'" + field + "' for the second time", WHOLE);
                }
                places.put(field, next + 1);
            }
            if (next >= lines.size()) {
                throw new InputException(name, lines.size(), "the end of the file within the trees", WHOLE);
            }
        }

        private RegressionTree tree() {
            if (!fields.containsKey("Tree")) {
                throw new InputException(name, start, InputException.quote(lines.get(start - 1)), "Tree=, or " + WHOLE);
            }
            if (fields.containsKey("is_linear") && number("is_linear") != 0) {
                throw fault("is_linear", "a tree with linear leaves", "constant ones: train with linear_tree=false");
            }
            int leaves = number("num_leaves");
            if (leaves < 1) {
                throw fault("num_leaves", leaves + " leaves", "at least one");
            }
            int splits = leaves - 1;
            double[] values = numbers("leaf_value", leaves);
            int[] left = splits == 0 ? new int[0] : wholes("left_child", splits);
            int[] right = splits == 0 ? new int[0] : wholes("right_child", splits);
            try {
                int[] order = TreeLinks.breadthFirst(
                        splits + leaves, node -> child(node, left, splits), node -> child(node, right, splits));
                return splits == 0 ? leaf(values) : tree(order, splits, values);
            } catch (IllegalArgumentException e) {
                throw damaged(start, e);
            }
        }

        /** The children of splits, which come first; a leaf is the complement of its number there. */
        private static int child(int node, int[] children, int splits) {
            return node >= splits ? -1 : children[node] >= 0 ? children[node] : splits + ~children[node];
        }

        private static RegressionTree leaf(double[] values) {
            return RegressionTree.of(
                            new int[] {RegressionTree.LEAF}, new float[1], new boolean[1], new float[1], new float[1])
                    .withDoubles(values);
        }

        private RegressionTree tree(int[] order, int splits, double[] values) {
            int[] features = wholes("split_feature", splits);
            double[] thresholds = numbers("threshold", splits);
            int[] types = wholes("decision_type", splits);
            boolean counted = fields.containsKey("internal_count") && fields.containsKey("leaf_count");
            double[] splitCovers = counted ? numbers("internal_count", splits) : new double[0];
            double[] leafCovers = counted ? numbers("leaf_count", values.length) : new double[0];
            double[] splitGains = fields.containsKey("split_gain") ? numbers("split_gain", splits) : new double[splits];
            int[] tested = new int[order.length];
            float[] numbers = new float[order.length];
            boolean[] missingLeft = new boolean[order.length];
            double[] leaves = new double[order.length];
            float[] gains = new float[counted ? order.length : 0];
            float[] covers = new float[gains.length];
            for (int node = 0; node < order.length; node++) {
                int old = order[node];
                boolean leaf = old >= splits;
                if (counted) {
                    gains[node] = leaf ? 0 : (float) splitGains[old];
                    covers[node] = (float) (leaf ? leafCovers[old - splits] : splitCovers[old]);
                }
                if (leaf) {
                    tested[node] = RegressionTree.LEAF;
                    leaves[node] = values[old - splits];
                    continue;
                }
                if (features[old] < 0 || features[old] >= inputs) {
                    throw new IllegalArgumentException("a split on feature " + features[old]);
                }
                int missing = (types[old] >> 2) & 3;
                if ((types[old] & CATEGORICAL) != 0) {
                    tested[node] = test(new CodeTest(features[old], codes((int) thresholds[old])));
                    numbers[node] = 0.5f;
                } else {
                    tested[node] = missing == ZERO_IS_MISSING ? test(new ZeroTest(features[old])) : features[old];
                    numbers[node] = above(thresholds[old]);
                    missingLeft[node] = (missing == ZERO_IS_MISSING || missing == NAN_IS_MISSING)
                            ? (types[old] & DEFAULT_LEFT) != 0
                            : 0 <= thresholds[old];
                }
            }
            return RegressionTree.of(tested, numbers, missingLeft, gains, covers)
                    .withDoubles(leaves);
        }

        /** The feature of the trees that stands for a test. */
        private int test(RowTest test) {
            return inputs + tests.computeIfAbsent(test, added -> tests.size());
        }

        /** The codes of a set, of which the file has the bits. */
        private int[] codes(int set) {
            int sets = number("num_cat");
            int[] ends = wholes("cat_boundaries", Math.addExact(sets, 1));
            List<String> words = words("cat_threshold");
            if (set < 0 || set >= sets || ends[set] < 0 || ends[set + 1] < ends[set] || ends[set + 1] > words.size()) {
                throw new IllegalArgumentException("a set of categories " + set + " that does not exist");
            }
            int[] codes = new int[0];
            for (int word = ends[set]; word < ends[set + 1]; word++) {
                long bits = Long.parseLong(words.get(word));
                int first = 32 * (word - ends[set]);
                int[] own = IntStream.range(0, 32)
                        .filter(bit -> (bits >> bit & 1) != 0)
                        .map(bit -> first + bit)
                        .toArray();
                int known = codes.length;
                codes = Arrays.copyOf(codes, known + own.length);
                System.arraycopy(own, 0, codes, known, own.length);
            }
            return codes;
        }

        /** The float t with x &lt; t for the same floats x as x ≤ threshold, where the smallest x are 0 there. */
        private static float above(double threshold) {
            if (Math.abs(threshold) <= ZeroTest.ZERO) {
                return threshold < 0 ? -ZeroTest.ZERO : Math.nextUp(ZeroTest.ZERO);
            }
            float nearest = (float) threshold;
            return nearest <= threshold ? Math.nextUp(nearest) : nearest;
        }

        private String text(String field) {
            String text = fields.get(field);
            if (text == null) {
                throw new InputException(name, start, "no line '" + field + "='", WHOLE);
            }
            return text;
        }

        private List<String> words(String field) {
            String text = text(field).strip();
            return text.isEmpty() ? List.of() : List.of(text.split("\\s+", -1));
        }

        private int number(String field) {
            return wholes(field, 1)[0];
        }

        private int[] wholes(String field, int count) {
            List<String> words = words(field, count);
            int[] numbers = new int[count];
            for (int i = 0; i < count; i++) {
                try {
                    numbers[i] = Integer.parseInt(words.get(i));
                } catch (NumberFormatException e) {
                    throw notNumber(field, words.get(i), e);
                }
            }
            return numbers;
        }

        private double[] numbers(String field, int count) {
            List<String> words = words(field, count);
            double[] numbers = new double[count];
            for (int i = 0; i < count; i++) {
                try {
                    numbers[i] = parsed(words.get(i));
                } catch (NumberFormatException e) {
                    throw notNumber(field, words.get(i), e);
                }
            }
            return numbers;
        }

        private static double parsed(String word) {
            return switch (word) {
                case "inf" -> Double.POSITIVE_INFINITY;
                case "-inf" -> Double.NEGATIVE_INFINITY;
                default -> Double.parseDouble(word);
            };
        }

        private List<String> words(String field, int count) {
            List<String> words = words(field);
            if (words.size() != count) {
                throw fault(field, words.size() + " numbers in '" + field + "'", count + ", or " + WHOLE);
            }
            return words;
        }

        private InputException notNumber(String field, String word, NumberFormatException e) {
            return new InputException(
                    name,
                    places.getOrDefault(field, start),
                    InputException.quote(word) + " in '" + field + "'",
                    "a number",
                    e);
        }

        private InputException fault(String field, String found, String expected) {
            return new InputException(name, places.getOrDefault(field, start), found, expected);
        }

        private InputException damaged(int line, IllegalArgumentException e) {
            return new InputException(name, line, "a damaged model (" + e.getMessage() + ")", WHOLE, e);
        }
    }
}
