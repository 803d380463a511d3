package io.plumbrank.learn.boost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import io.plumbrank.learn.trees.TreeProblem;
import io.plumbrank.learn.trees.TreeRows;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ForestTest {
    private static final int ROWS = 600;
    private static final Map<String, String> UNPRUNED =
            Map.of("num_round", "40", "max_depth", "0", "min_child_weight", "1", "lambda", "0");

    private static TreeProblem problem(int outputs, int group) {
        SplittableRandom random = new SplittableRandom(1);
        float[] x = new float[ROWS * 3];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) random.nextDouble();
        }
        double[] targets = new double[ROWS * outputs];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = Math.sin(6 * x[i / outputs * 3 + i % outputs]) + random.nextDouble(-0.2, 0.2);
        }
        int[] groups = new int[ROWS / group];
        Arrays.fill(groups, group);
        return TreeProblem.of(TreeRows.of(x, 3), targets, outputs)
                .withGroups(groups)
                .withParameters(UNPRUNED);
    }

    private static double risk(double[] scores, double[] targets) {
        double sum = 0;
        for (int i = 0; i < scores.length; i++) {
            sum += Math.pow(scores[i] - targets[i], 2) / scores.length;
        }
        return sum;
    }

    /** What the trees that did not see a row say of it is what they would say of a fresh one. */
    @Test
    void theRiskOutOfBagIsTheRiskOnFreshRows() {
        TreeProblem problem = problem(2, 1);
        Forest forest = Forest.grow(problem);
        SplittableRandom random = new SplittableRandom(2);
        int fresh = 4000;
        float[] x = new float[fresh * 3];
        for (int i = 0; i < x.length; i++) {
            x[i] = (float) random.nextDouble();
        }
        double[] targets = new double[fresh * 2];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = Math.sin(6 * x[i / 2 * 3 + i % 2]) + random.nextDouble(-0.2, 0.2);
        }
        double[] scores = new double[targets.length];
        forest.ensemble().scoreInto(x, fresh, scores);
        double onFresh = risk(scores, targets);
        double outOfBag = risk(forest.outOfBag(), problem.targets());
        assertThat(outOfBag).isCloseTo(onFresh, within(0.2 * onFresh));
        double[] seen = new double[ROWS * 2];
        forest.ensemble().scoreInto(problem.rows().x(), ROWS, seen);
        assertThat(risk(seen, problem.targets())).isLessThan(0.6 * outOfBag);
    }

    /** A tree of a leaf per value gives back the mean of what it drew: the forest of one tree shows its bag. */
    @Test
    void groupsAreDrawnWholeAndAsManyAsThereAre() {
        int[] groups = new int[30];
        Arrays.fill(groups, 20);
        float[] x = new float[ROWS];
        double[] targets = new double[ROWS];
        for (int row = 0; row < ROWS; row++) {
            x[row] = row / 4;
            targets[row] = row / 4 % 7;
        }
        TreeProblem problem = TreeProblem.of(TreeRows.of(x, 1), targets, 1)
                .withGroups(groups)
                .withParameters(Map.of("num_round", "1", "max_depth", "0", "min_child_weight", "1", "lambda", "0"));
        Forest forest = Forest.grow(problem);
        RegressionTree tree = forest.ensemble().members().get(0).tree();
        assertThat(tree.cover(0)).isEqualTo(ROWS);
        double mean = forest.ensemble().baseScores()[0];
        double[] scores = new double[ROWS];
        forest.ensemble().scoreInto(x, ROWS, scores);
        int seen = 0;
        for (int group = 0; group < 30; group++) {
            boolean out = forest.outOfBag()[group * 20] != mean || forest.outOfBag()[group * 20 + 1] != mean;
            for (int row = group * 20; row < group * 20 + 20; row++) {
                assertThat(forest.outOfBag()[row]).isCloseTo(out ? scores[row] : mean, within(1e-6));
                if (!out) {
                    assertThat(scores[row]).isCloseTo(targets[row], within(1e-5));
                }
            }
            seen += out ? 0 : 1;
        }
        // 1 − 1/e of 30
        assertThat(seen).isBetween(14, 24);
    }

    /** 600 rows take 10 bits; a query of 400 that is drawn three times and 200 others take 11. */
    @Test
    void aLargeGroupThatIsDrawnOftenOverflowsNothing() {
        int[] groups = new int[11];
        Arrays.fill(groups, 20);
        groups[10] = 400;
        float[] x = new float[ROWS];
        double[] targets = new double[ROWS];
        for (int row = 0; row < ROWS; row++) {
            x[row] = row / 4;
            targets[row] = row / 4 % 7;
        }
        TreeProblem problem = TreeProblem.of(TreeRows.of(x, 1), targets, 1)
                .withGroups(groups)
                .withParameters(Map.of("num_round", "60", "max_depth", "0", "min_child_weight", "1", "lambda", "0"));
        TreeEnsemble forest = Forest.grow(problem).ensemble();
        assertThat(forest.members()).anyMatch(member -> member.tree().cover(0) > 1023);
        for (TreeEnsemble.Member member : forest.members()) {
            for (float leaf : member.tree().leaves()) {
                double target = leaf + forest.baseScores()[0];
                assertThat(target).isCloseTo(Math.rint(target), within(1e-5)).isBetween(-0.1, 6.1);
            }
        }
    }

    @Test
    void threadsChangeNoBit() {
        TreeProblem problem = problem(3, 4);
        Forest alone = Forest.grow(problem);
        Forest shared = Forest.grow(problem.withThreads(3));
        assertThat(shared.ensemble()).isEqualTo(alone.ensemble());
        assertThat(shared.outOfBag()).isEqualTo(alone.outOfBag());
        TreeEnsemble other = Forest.grow(problem.withSeed(9)).ensemble();
        assertThat(other).isNotEqualTo(alone.ensemble());
    }
}
