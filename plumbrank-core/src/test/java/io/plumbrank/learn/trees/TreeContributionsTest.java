package io.plumbrank.learn.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TreeContributionsTest {
    private static final int INPUTS = 5;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 40);
    }

    private static float[] row(SplittableRandom random) {
        float[] x = new float[INPUTS];
        for (int j = 0; j < INPUTS; j++) {
            x[j] = random.nextInt(5) == 0 ? Float.NaN : (float) random.nextDouble(-2, 2);
        }
        return x;
    }

    /** What a coalition is worth: known features decide, at the others both sides count as their training rows. */
    private static double worth(RegressionTree tree, int node, float[] x, int coalition, int output) {
        if (tree.isLeaf(node)) {
            return tree.value(node, output);
        }
        int left = tree.left(node);
        int feature = tree.feature(node);
        if ((coalition >> feature & 1) == 1) {
            boolean goesLeft = Float.isNaN(x[feature]) ? tree.missingGoesLeft(node) : x[feature] < tree.number(node);
            return worth(tree, goesLeft ? left : left + 1, x, coalition, output);
        }
        double leftCover = tree.cover(left);
        double rightCover = tree.cover(left + 1);
        double share = leftCover + rightCover == 0 ? 0.5 : leftCover / (leftCover + rightCover);
        return share * worth(tree, left, x, coalition, output)
                + (1 - share) * worth(tree, left + 1, x, coalition, output);
    }

    private static double factorial(int n) {
        return n <= 1 ? 1 : n * factorial(n - 1);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theyAreTheShapleyValuesOverAllCoalitions(long seed) {
        TreeEnsemble ensemble = RandomTrees.ensemble(seed, INPUTS, 2, 6, 6);
        float[] x = row(new SplittableRandom(seed));
        double[] actual = new double[2 * (INPUTS + 1)];
        TreeContributions.of(ensemble).contributionsInto(x, actual);
        double[] expected = new double[actual.length];
        for (int o = 0; o < 2; o++) {
            expected[o * (INPUTS + 1) + INPUTS] = ensemble.baseScores()[o];
        }
        for (TreeEnsemble.Member member : ensemble.members()) {
            for (int o = 0; o < member.tree().outputs(); o++) {
                int at = (member.output() + o) * (INPUTS + 1);
                expected[at + INPUTS] += member.weight() * worth(member.tree(), 0, x, 0, o);
                for (int j = 0; j < INPUTS; j++) {
                    for (int coalition = 0; coalition < 1 << INPUTS; coalition++) {
                        if ((coalition >> j & 1) == 0) {
                            int size = Integer.bitCount(coalition);
                            double weight = factorial(size) * factorial(INPUTS - size - 1) / factorial(INPUTS);
                            double gained = worth(member.tree(), 0, x, coalition | 1 << j, o)
                                    - worth(member.tree(), 0, x, coalition, o);
                            expected[at + j] += member.weight() * weight * gained;
                        }
                    }
                }
            }
        }
        assertThat(actual).containsExactly(expected, within(1e-10));
    }

    @Test
    void importanceIsASumOverSplits() {
        RegressionTree tree = RegressionTree.of(
                new int[] {2, -1, 0, -1, -1}, new float[5], new boolean[5], new float[] {7, 0, 3, 0, 0}, new float[] {
                    10, 4, 6, 5, 1
                });
        TreeEnsemble.Member member = new TreeEnsemble.Member(0, 1, tree);
        Importance importance = Importance.of(TreeEnsemble.of(3, new float[1], List.of(member, member)));
        assertThat(importance.gains()).containsExactly(6, 0, 14);
        assertThat(importance.covers()).containsExactly(12, 0, 20);
        assertThat(importance.splits()).containsExactly(2, 0, 2);
    }

    @Test
    void withoutCoversThereAreNoContributions() {
        RegressionTree tree = RegressionTree.of(new int[] {0, -1, -1}, new float[3], new boolean[3]);
        TreeEnsemble ensemble = TreeEnsemble.of(1, new float[1], List.of(new TreeEnsemble.Member(0, 1, tree)));
        assertThatThrownBy(() -> TreeContributions.of(ensemble))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("contributions need the training weight of every node");
        Importance importance = Importance.of(ensemble);
        assertThat(importance.gains()).containsExactly(Double.NaN);
        assertThat(importance.splits()).containsExactly(1);
    }
}
