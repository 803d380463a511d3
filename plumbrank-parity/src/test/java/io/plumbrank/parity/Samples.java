package io.plumbrank.parity;

import io.plumbrank.export.Exportable;
import io.plumbrank.export.ParityRows;
import io.plumbrank.kind.classes.ClassTask;
import io.plumbrank.learn.RowScorer;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.features.FeatureReference;
import io.plumbrank.learn.features.LinearScorer;
import io.plumbrank.learn.features.MappedScorer;
import io.plumbrank.learn.maps.FourierFeatures;
import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.model.Model;
import io.plumbrank.model.Provenance;
import io.plumbrank.target.LossMatrix;
import io.plumbrank.target.classes.MatrixLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Models at random, with what tells systems apart: small, negative and zero thresholds, missing values, a base score. */
final class Samples {
    static final int INPUTS = 7;

    private Samples() {}

    /** Where missing values go. */
    enum Missing {
        /** To one side for each feature, as if they were a number. */
        BY_FEATURE,
        /** Anywhere. */
        BY_SPLIT
    }

    static TreeEnsemble trees(long seed, int count, int outputs, Missing missing) {
        Random random = new Random(seed);
        float[] bases = new float[outputs];
        for (int o = 0; o < outputs; o++) {
            bases[o] = (float) random.nextGaussian();
        }
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            members.add(new TreeEnsemble.Member(t % outputs, 1, tree(random, missing)));
        }
        return TreeEnsemble.of(INPUTS, bases, members);
    }

    /** Leaves of all outputs, and of the last of them. */
    static TreeEnsemble vectorTrees(long seed, int count, int outputs) {
        Random random = new Random(seed);
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < count; t++) {
            int first = t % 2 == 0 || outputs < 3 ? 0 : outputs - 2;
            RegressionTree tree = tree(random, Missing.BY_SPLIT);
            float[] leaves = new float[(tree.nodes() + 1) / 2 * (outputs - first)];
            for (int i = 0; i < leaves.length; i++) {
                leaves[i] = (float) random.nextGaussian();
            }
            members.add(new TreeEnsemble.Member(first, 1, tree.withLeaves(leaves)));
        }
        return TreeEnsemble.of(INPUTS, new float[outputs], members);
    }

    /** Feature 0 is never looked at, as in LETOR text. */
    private static RegressionTree tree(Random random, Missing missing) {
        int splits = random.nextInt(12);
        int nodes = 2 * splits + 1;
        int[] features = new int[nodes];
        float[] numbers = new float[nodes];
        boolean[] missingLeft = new boolean[nodes];
        int made = 0;
        for (int node = 0; node < nodes; node++) {
            boolean mustSplit = made < splits && node == 2 * made;
            boolean split = made < splits && (mustSplit || random.nextBoolean());
            if (split) {
                made++;
                features[node] = 1 + random.nextInt(INPUTS - 1);
                numbers[node] = switch (random.nextInt(6)) {
                    case 0 -> 0f;
                    case 1 -> (float) (random.nextGaussian() * 1e-4);
                    case 2 -> (float) (random.nextGaussian() * 1e-9);
                    case 3 -> random.nextInt(5);
                    default -> (float) (random.nextGaussian() * 10);
                };
                missingLeft[node] = missing == Missing.BY_FEATURE ? features[node] % 2 == 0 : random.nextBoolean();
            } else {
                features[node] = RegressionTree.LEAF;
                numbers[node] = (float) random.nextGaussian();
            }
        }
        return RegressionTree.of(features, numbers, missingLeft);
    }

    static LinearScorer linear(long seed, int outputs) {
        Random random = new Random(seed);
        float[] reference = new float[INPUTS];
        double[][] weights = new double[outputs][INPUTS];
        double[] intercepts = new double[outputs];
        for (int o = 0; o < outputs; o++) {
            intercepts[o] = random.nextGaussian();
            for (int j = 1; j < INPUTS; j++) {
                reference[j] = (float) random.nextGaussian();
                weights[o][j] = random.nextGaussian();
            }
        }
        return LinearScorer.of(reference, intercepts, weights);
    }

    static MappedScorer fourier(long seed, int outputs) {
        Random random = new Random(seed);
        float[] reference = new float[INPUTS];
        double[] scales = new double[INPUTS];
        for (int j = 1; j < INPUTS; j++) {
            reference[j] = (float) random.nextGaussian();
            scales[j] = 0.5 + random.nextDouble();
        }
        FourierFeatures features = new FourierFeatures(FeatureReference.of(reference, scales), 65, 2, seed);
        double[][] weights = new double[outputs][65];
        double[] intercepts = new double[outputs];
        for (int o = 0; o < outputs; o++) {
            intercepts[o] = random.nextGaussian();
            weights[o] = random.doubles(65, -1, 1).toArray();
        }
        return MappedScorer.of(features, INPUTS, intercepts, weights);
    }

    static Exportable exported(Scorer scorer) {
        return Exportable.of(scorer, "model.json");
    }

    /** A model of four classes and three predictions; the scorer must have its outputs. */
    static Exportable classes(IntFunction<Scorer> scorer) {
        MatrixLoss loss = loss();
        Model model = new Model(
                new ClassTask<>(loss),
                RowScorer.of(scorer.apply(loss.encodedSize())),
                1,
                new Provenance(
                        new Provenance.DataFile("train.csv", "none"),
                        null,
                        1,
                        IntStream.range(0, INPUTS).mapToObj(j -> "column " + j).toList(),
                        1,
                        "plumbrank test",
                        Map.of()));
        return Exportable.of(model.predictor(), "model.json");
    }

    static MatrixLoss loss() {
        return MatrixLoss.of(LossMatrix.of(
                new double[][] {{0, 1, 4}, {2, 0, 1}, {5, 1, 0}, {1, 1, 3}},
                List.of("a", "b", "c", "d"),
                List.of("stay", "\"go\" \\ wait", "räumen")));
    }

    /** The rows of a comparison, all lists together. */
    static List<float[]> rows(Exportable model, long seed) {
        List<float[]> rows = new ArrayList<>();
        ParityRows.of(model, seed).forEachList(rows::addAll);
        return rows;
    }
}
