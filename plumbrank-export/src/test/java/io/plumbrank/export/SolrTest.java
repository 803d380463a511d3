package io.plumbrank.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SolrTest {
    private static Exportable stumps(float... thresholds) {
        List<TreeEnsemble.Member> members = new ArrayList<>();
        for (int t = 0; t < thresholds.length; t++) {
            RegressionTree tree = RegressionTree.of(
                    new int[] {0, RegressionTree.LEAF, RegressionTree.LEAF},
                    new float[] {thresholds[t], 0, 1 << t},
                    new boolean[3]);
            members.add(new TreeEnsemble.Member(0, 1, tree));
        }
        return Exportable.of(TreeEnsemble.of(1, new float[1], members), "stumps.json");
    }

    /** Thresholds from 2^-60 to 2^20: which x go right is asked of the score, whose bits are the stumps. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyFloatNextToAThresholdGoesWhereItShould(long seed) {
        Random random = new Random(seed);
        float[] thresholds = new float[8];
        for (int t = 0; t < thresholds.length; t++) {
            thresholds[t] = Math.scalb((float) random.nextGaussian(), random.nextInt(80) - 60);
        }
        thresholds[0] = 0;
        Exportable model = stumps(thresholds);
        Exported files = new Solr().write(model, "solr.json");
        assertThat(files.notes()).noneMatch(note -> note.contains("cannot meet"));
        Replay replay = new Solr().replay(files, model);
        double[] u = new double[1];
        for (float threshold : thresholds) {
            float down = Math.nextDown(threshold);
            float up = Math.nextUp(threshold);
            for (float x : new float[] {down, Math.nextDown(down), threshold, up, Math.nextUp(up), -0f, 0f}) {
                replay.scoreInto(new float[] {x}, u);
                assertThat((int) u[0]).isEqualTo(goesRight(x, thresholds));
            }
        }
    }

    private static int goesRight(float x, float[] thresholds) {
        int bits = 0;
        for (int t = 0; t < thresholds.length; t++) {
            bits |= x < thresholds[t] ? 0 : 1 << t;
        }
        return bits;
    }

    /** From 1e-30 to 1e37 no power of two moves both thresholds to where Solr can meet them. */
    @ParameterizedTest
    @ValueSource(floats = {1e-30f, -1e-30f})
    void aThresholdThatCannotBeMetIsNamed(float threshold) {
        assertThat(new Solr().write(stumps(threshold, 1e37f), "solr.json").notes())
                .anyMatch(note -> note.contains("1 splits") && note.contains("f0 < " + threshold));
    }
}
