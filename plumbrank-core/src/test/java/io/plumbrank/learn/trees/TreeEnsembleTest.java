package io.plumbrank.learn.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.ScorerContract;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreeEnsembleTest extends ScorerContract {
    private static final boolean[] DIRECTIONS = {true, false, false};

    @Override
    protected TreeEnsemble scorer(long seed, int inputs, int outputs) {
        return RandomTrees.ensemble(seed, inputs, outputs, 40, 7);
    }

    @Override
    protected Scorer rebuilt(Scorer scorer) {
        TreeEnsemble ensemble = (TreeEnsemble) scorer;
        List<TreeEnsemble.Member> members = ensemble.members().stream()
                .map(member -> new TreeEnsemble.Member(member.output(), member.weight(), rebuilt(member.tree())))
                .toList();
        return TreeEnsemble.of(ensemble.inputs(), ensemble.baseScores(), members);
    }

    private static RegressionTree rebuilt(RegressionTree tree) {
        RegressionTree scalar =
                RegressionTree.of(tree.features(), tree.numbers(), tree.missingLeft(), tree.gains(), tree.covers());
        return tree.outputs() == 1 ? scalar : scalar.withLeaves(tree.leaves());
    }

    /** As the class docs say it, one node after another. */
    private static float textbook(RegressionTree tree, float[] x, int output) {
        int node = 0;
        while (!tree.isLeaf(node)) {
            float value = x[tree.feature(node)];
            boolean left = Float.isNaN(value) ? tree.missingGoesLeft(node) : value < tree.number(node);
            node = left ? tree.left(node) : tree.left(node) + 1;
        }
        int leavesBefore = 0;
        for (int before = 0; before < node; before++) {
            leavesBefore += tree.isLeaf(before) ? 1 : 0;
        }
        return tree.leaves()[leavesBefore * tree.outputs() + output];
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void theScoreIsTheFloatSumOfTheLeavesInTheOrderOfTheTrees(long seed) {
        int rows = 75;
        TreeEnsemble ensemble = RandomTrees.ensemble(seed, 9, 3, 60, (int) (2 * seed));
        float[] x = rows(seed, rows, 9);
        // on thresholds, at both zeros and at both ends
        float threshold = ensemble.members().get(7).tree().number(0);
        float[] special = {threshold, Math.nextUp(threshold), 0f, -0f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY
        };
        for (int i = 0; i < x.length; i += 5) {
            x[i] = special[i % special.length];
        }
        double[] u = new double[rows * 3];
        ensemble.scoreInto(x, rows, u);
        for (int row = 0; row < rows; row++) {
            float[] expected = ensemble.baseScores();
            for (TreeEnsemble.Member member : ensemble.members()) {
                for (int o = 0; o < member.tree().outputs(); o++) {
                    double leaf = (double) member.weight()
                            * textbook(member.tree(), Arrays.copyOfRange(x, row * 9, (row + 1) * 9), o);
                    expected[member.output() + o] = (float) (expected[member.output() + o] + leaf);
                }
            }
            for (int o = 0; o < 3; o++) {
                assertThat(u[row * 3 + o]).isEqualTo(expected[o]);
            }
        }
    }

    @Test
    void zerosOfBothSignsAreOneThreshold() {
        for (float zero : new float[] {0f, -0f}) {
            RegressionTree tree = RegressionTree.of(new int[] {0, -1, -1}, new float[] {zero, 1, 2}, DIRECTIONS);
            TreeEnsemble ensemble = TreeEnsemble.of(1, new float[1], List.of(new TreeEnsemble.Member(0, 1, tree)));
            double[] u = new double[4];
            ensemble.scoreInto(new float[] {0f, -0f, -Float.MIN_VALUE, Float.NaN}, 4, u);
            assertThat(u).containsExactly(2, 2, 1, 1);
        }
    }

    @Test
    void whatIsNoTreeIsRefused() {
        assertThatThrownBy(() -> RegressionTree.of(new int[] {0, -1}, new float[2], new boolean[2]))
                .hasMessage("1 splits make 3 nodes, got 2");
        assertThatThrownBy(() -> RegressionTree.of(new int[] {-1, 0, -1}, new float[3], new boolean[3]))
                .hasMessage("node 1 of a tree has no parent");
        assertThatThrownBy(() -> RegressionTree.of(new int[0], new float[0], new boolean[0]))
                .hasMessage("a tree needs a node");
        assertThatThrownBy(() -> RegressionTree.of(new int[] {-1}, new float[] {Float.NaN}, new boolean[1]))
                .hasMessage("leaves must be finite and thresholds not NaN, got NaN");
        assertThatThrownBy(() -> RegressionTree.of(new int[] {-1}, new float[1], new boolean[2]))
                .hasMessage("2 directions for 1 nodes");
        RegressionTree tree = RegressionTree.of(new int[] {4, -1, -1}, new float[3], DIRECTIONS);
        assertThatThrownBy(() -> TreeEnsemble.of(4, new float[1], List.of(new TreeEnsemble.Member(0, 1, tree))))
                .hasMessage("a split on feature 5, but 4 features");
        assertThatThrownBy(() -> TreeEnsemble.of(9, new float[1], List.of(new TreeEnsemble.Member(1, 1, tree))))
                .hasMessage("a tree of output 1, but 1 outputs");
        assertThatThrownBy(() -> new TreeEnsemble.Member(0, Float.NaN, tree))
                .hasMessage("the weight of a tree must be finite, got NaN");
    }

    @Test
    void moreInputsChangeNoScore() {
        TreeEnsemble ensemble = RandomTrees.ensemble(3, 5, 1, 20, 4);
        TreeEnsemble wider = ensemble.withInputs(8);
        float[] x = rows(1, 1, 8);
        double[] expected = new double[1];
        double[] actual = new double[1];
        ensemble.scoreInto(Arrays.copyOf(x, 5), expected);
        wider.scoreInto(x, actual);
        assertThat(actual).isEqualTo(expected);
    }
}
