package io.plumbrank.export;

import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Rows on which a slip shows. For trees each split gets rows that reach it: one with the float below its threshold, one that is equal
 * to it and one where the feature is missing; besides, all features take zero, −0, infinite and extreme values in turn. Other models
 * get rows around their reference, with missing, zero and, where the model is linear, infinite values.
 */
public final class ParityRows implements Parity.Rows {
    /** Rows times trees that a comparison may take. */
    private static final long BUDGET = 20_000_000;

    private static final int LIST = 50;
    private static final int RANDOM_ROWS = 1000;
    private static final float[] SPECIAL = {
        Float.NaN,
        0f,
        -0f,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MAX_VALUE,
        -Float.MAX_VALUE,
        Float.MIN_VALUE
    };

    private final Exportable model;
    private final long seed;
    private final int stride;
    private final long splits;

    private ParityRows(Exportable model, long seed, int stride, long splits) {
        this.model = model;
        this.seed = seed;
        this.stride = stride;
        this.splits = splits;
    }

    /**
     * Rows for a model.
     *
     * @param seed of what is random in them
     */
    public static ParityRows of(Exportable model, long seed) {
        long splits = 0;
        int stride = 1;
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            for (TreeEnsemble.Member member : ensemble.members()) {
                splits += member.tree().nodes() / 2;
            }
            long affordable =
                    Math.max(LIST, BUDGET / 3 / Math.max(1, ensemble.members().size()));
            stride = (int) Math.max(1, (splits + affordable - 1) / affordable);
        }
        return new ParityRows(model, seed, stride, splits);
    }

    /** The splits that no row crosses, as a sentence; empty if every split is crossed. */
    public List<String> notes() {
        return stride == 1
                ? List.of()
                : List.of("of " + splits + " splits one in " + stride
                        + " was crossed; rows of your own are compared in full");
    }

    @Override
    public void forEachList(Consumer<List<float[]>> consumer) {
        Lists lists = new Lists(consumer);
        SplittableRandom random = new SplittableRandom(seed);
        if (model.scorer() instanceof TreeEnsemble ensemble) {
            crossings(ensemble, random, lists);
        } else {
            around(random, lists);
        }
        lists.end();
    }

    /** Lists of a fixed length, as of queries. */
    private static final class Lists {
        private final Consumer<List<float[]>> consumer;
        private List<float[]> list = new ArrayList<>();

        Lists(Consumer<List<float[]>> consumer) {
            this.consumer = consumer;
        }

        void add(float[] row) {
            list.add(row);
            if (list.size() == LIST) {
                end();
            }
        }

        void end() {
            if (!list.isEmpty()) {
                consumer.accept(list);
                list = new ArrayList<>();
            }
        }
    }

    private void crossings(TreeEnsemble ensemble, SplittableRandom random, Lists lists) {
        float[][] thresholds = thresholds(ensemble);
        for (float special : SPECIAL) {
            float[] row = new float[model.inputs()];
            Arrays.fill(row, special);
            lists.add(row);
        }
        long number = 0;
        for (TreeEnsemble.Member member : ensemble.members()) {
            RegressionTree tree = member.tree();
            int[] parents = new int[tree.nodes()];
            for (int node = 0; node < tree.nodes(); node++) {
                if (tree.isLeaf(node)) {
                    continue;
                }
                parents[tree.left(node)] = node;
                parents[tree.left(node) + 1] = node;
                if (number++ % stride == 0) {
                    float threshold = tree.number(node);
                    for (float value : new float[] {Math.nextDown(threshold + 0f), threshold, Float.NaN}) {
                        float[] row = randomRow(thresholds, random);
                        lead(tree, node, parents, row);
                        row[tree.feature(node)] = value;
                        lists.add(row);
                    }
                }
            }
        }
    }

    private static float[][] thresholds(TreeEnsemble ensemble) {
        List<List<Float>> values = new ArrayList<>();
        for (int feature = 0; feature < ensemble.inputs(); feature++) {
            values.add(new ArrayList<>(List.of(0f)));
        }
        for (TreeEnsemble.Member member : ensemble.members()) {
            RegressionTree tree = member.tree();
            for (int node = 0; node < tree.nodes(); node++) {
                if (!tree.isLeaf(node)) {
                    values.get(tree.feature(node)).add(tree.number(node));
                }
            }
        }
        float[][] thresholds = new float[values.size()][];
        for (int feature = 0; feature < thresholds.length; feature++) {
            thresholds[feature] = new float[values.get(feature).size()];
            for (int i = 0; i < thresholds[feature].length; i++) {
                thresholds[feature][i] = values.get(feature).get(i);
            }
        }
        return thresholds;
    }

    /** Every value is a threshold, beside one, or now and then special. */
    private static float[] randomRow(float[][] thresholds, SplittableRandom random) {
        float[] row = new float[thresholds.length];
        for (int feature = 0; feature < row.length; feature++) {
            float threshold = thresholds[feature][random.nextInt(thresholds[feature].length)];
            row[feature] = switch (random.nextInt(8)) {
                case 0 -> SPECIAL[random.nextInt(SPECIAL.length)];
                case 1, 2 -> Math.nextDown(threshold);
                case 3 -> Math.nextUp(threshold);
                default -> threshold;
            };
        }
        return row;
    }

    /** Sets what lies on the way from the root, the splits nearest to the node last, so that they hold where features repeat. */
    private static void lead(RegressionTree tree, int node, int[] parents, float[] row) {
        float[] low = new float[row.length];
        float[] high = new float[row.length];
        Arrays.fill(low, Float.NEGATIVE_INFINITY);
        Arrays.fill(high, Float.POSITIVE_INFINITY);
        for (int child = node; child != 0; child = parents[child]) {
            int parent = parents[child];
            int feature = tree.feature(parent);
            if (child == tree.left(parent)) {
                high[feature] = Math.min(high[feature], Math.nextDown(tree.number(parent) + 0f));
            } else {
                low[feature] = Math.max(low[feature], tree.number(parent));
            }
            float value = Float.isNaN(row[feature]) ? 0 : row[feature];
            row[feature] = Math.max(low[feature], Math.min(high[feature], value));
        }
    }

    private void around(SplittableRandom random, Lists lists) {
        float[] reference = new float[model.inputs()];
        double[] scales = new double[model.inputs()];
        Arrays.fill(scales, 1);
        boolean linear = model.scorer() instanceof LinearScorer;
        if (model.scorer() instanceof LinearScorer scorer) {
            reference = scorer.reference();
            for (int j = 0; j < scales.length; j++) {
                scales[j] = Math.max(1, Math.abs(reference[j]));
            }
        } else if (model.scorer() instanceof MappedScorer mapped && mapped.map() instanceof FourierFeatures fourier) {
            reference = Arrays.copyOf(fourier.reference().values(), model.inputs());
            for (int j = 0; j < scales.length; j++) {
                scales[j] = fourier.reference().scale(j);
            }
        }
        lists.add(new float[reference.length]);
        lists.add(reference.clone());
        float[] missing = new float[reference.length];
        Arrays.fill(missing, Float.NaN);
        lists.add(missing);
        for (int i = 0; i < RANDOM_ROWS; i++) {
            float[] row = new float[reference.length];
            for (int j = 0; j < row.length; j++) {
                row[j] = switch (random.nextInt(10)) {
                    case 0 -> Float.NaN;
                    case 1 -> random.nextBoolean() ? 0f : -0f;
                    case 2 -> reference[j];
                    default -> (float) (reference[j] + scales[j] * (4 * random.nextDouble() - 2));
                };
            }
            int[] used = model.usedFeatures();
            if (linear && model.decision().isEmpty() && used.length > 0 && i % 100 == 0) {
                // one per row, since two of them may make no number
                row[used[random.nextInt(used.length)]] =
                        random.nextBoolean() ? Float.POSITIVE_INFINITY : Float.NEGATIVE_INFINITY;
            }
            lists.add(row);
        }
    }
}
