package io.plumbrank.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.learn.trees.RegressionTree;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParityTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aRankingChangesIfAnyPairDoes(long seed) {
        Random random = new Random(seed);
        for (int trial = 0; trial < 500; trial++) {
            int items = random.nextInt(7);
            double[] ours = new double[items];
            double[] theirs = new double[items];
            for (int i = 0; i < items; i++) {
                ours[i] = random.nextInt(4) == 0 ? Double.NaN : random.nextInt(5);
                theirs[i] = random.nextInt(5) == 0 ? random.nextInt(5) : ours[i] + random.nextInt(2) * 1e-9;
            }
            assertThat(Parity.isChanged(ours, theirs)).isEqualTo(anyPairChanges(ours, theirs));
        }
    }

    private static boolean anyPairChanges(double[] ours, double[] theirs) {
        double largest = 1;
        for (double score : ours) {
            largest = Double.isNaN(score) ? largest : Math.max(largest, Math.abs(score));
        }
        for (int i = 0; i < ours.length; i++) {
            for (int j = 0; j < ours.length; j++) {
                if (ours[i] > ours[j] + Parity.TOLERANCE * largest && !(theirs[i] > theirs[j])) {
                    return true;
                }
            }
        }
        return false;
    }

    /** x[1] &lt; 0.5, missing to the left, −1 on the left and 1 on the right, on a base of 0.25. */
    private static Exportable stump() {
        RegressionTree tree = RegressionTree.of(
                new int[] {1, RegressionTree.LEAF, RegressionTree.LEAF},
                new float[] {0.5f, -1, 1},
                new boolean[] {true, false, false});
        return Exportable.of(
                TreeEnsemble.of(2, new float[] {0.25f}, List.of(new TreeEnsemble.Member(0, 1, tree))), "stump.json");
    }

    /** A slip of one float in the written threshold must not stay hidden. */
    @ParameterizedTest
    @ValueSource(strings = {"xgboost-json", "xgboost-dump", "vespa", "opensearch"})
    void theGeneratedRowsShowAThresholdThatIsOneFloatOff(String name) {
        Exportable model = stump();
        ExportFormat format = ExportFormat.parse(name);
        Exported files = format.write(model, "ranker.json");
        assertThat(parity(format, files, model).holds()).isTrue();
        for (float slip : new float[] {Math.nextDown(0.5f), Math.nextUp(0.5f)}) {
            String text = new String(files.content(), StandardCharsets.UTF_8);
            assertThat(text).contains("0.5");
            byte[] changed = text.replace("0.5", Double.toString(slip)).getBytes(StandardCharsets.UTF_8);
            Exported wrong = new Exported(changed, files.companions(), files.notes());
            assertThat(parity(format, wrong, model).holds()).isFalse();
        }
    }

    @Test
    void theGeneratedRowsShowMissingValuesThatGoTheOtherWay() {
        Exportable model = stump();
        ExportFormat format = ExportFormat.parse("xgboost-json");
        Exported files = format.write(model, "ranker.json");
        String text = new String(files.content(), StandardCharsets.UTF_8);
        assertThat(text).contains("\"default_left\":[1,0,0]");
        byte[] changed =
                text.replace("\"default_left\":[1", "\"default_left\":[0").getBytes(StandardCharsets.UTF_8);
        assertThat(parity(format, Exported.of(changed, List.of()), model).holds())
                .isFalse();
    }

    private static Parity parity(ExportFormat format, Exported files, Exportable model) {
        return Parity.of(model, format.replay(files, model), ParityRows.of(model, 1));
    }

    @Test
    void aStandInGoesWhereMissingValuesGo() {
        MissingValues missing = MissingValues.of(stump());
        assertThat(missing.standIn(1)).isLessThan(0.5f).isZero();
    }
}
