package io.plumbrank.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.plumbrank.export.ExportFormat;
import io.plumbrank.export.Exportable;
import io.plumbrank.export.Exported;
import io.plumbrank.learn.Scorer;
import io.plumbrank.learn.trees.TreeEnsemble;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** XGBoost 3.0.4 loads what is exported. */
@Tag("full")
class XgboostExportTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({
        "xgboost-json, 1, 1",
        "xgboost-json, 2, 1",
        "xgboost-json, 3, 3",
        "xgboost-ubj, 1, 1",
        "xgboost-ubj, 2, 1",
        "xgboost-ubj, 3, 3"
    })
    void marginsOfTreesAreBitEqual(String format, long seed, int outputs) throws Exception {
        assertBitEqual(Samples.trees(seed, 40, outputs, Samples.Missing.BY_SPLIT), format, seed);
    }

    @ParameterizedTest
    @CsvSource({"xgboost-json, 4", "xgboost-ubj, 5"})
    void leavesWithVectorsBecomeTreesOfEachOutput(String format, long seed) throws Exception {
        assertBitEqual(Samples.vectorTrees(seed, 30, 4), format, seed);
    }

    private void assertBitEqual(TreeEnsemble trees, String format, long seed) throws Exception {
        int outputs = trees.outputs();
        Exportable model = Samples.exported(trees);
        List<float[]> rows = finite(Samples.rows(model, seed));
        float[][] margins = margins(model, format, rows);
        for (int i = 0; i < rows.size(); i++) {
            double[] ours = scores(trees, rows.get(i));
            for (int o = 0; o < outputs; o++) {
                assertThat(margins[i][o]).isEqualTo((float) ours[o]);
            }
        }
        assertThat(rows).hasSizeGreaterThan(100);
    }

    @ParameterizedTest
    @CsvSource({"xgboost-json, 1", "xgboost-ubj, 2"})
    void marginsOfLinearModelsDifferByRoundingToFloats(String format, long seed) throws Exception {
        Exportable model = Samples.exported(Samples.linear(seed, 1));
        // a missing value is 0 there
        List<float[]> rows = finite(Samples.rows(model, seed)).stream()
                .filter(row -> !has(row, value -> Float.isNaN(value)))
                .toList();
        float[][] margins = margins(model, format, rows);
        for (int i = 0; i < rows.size(); i++) {
            assertThat((double) margins[i][0]).isCloseTo(scores(model.scorer(), rows.get(i))[0], offset(1e-5));
        }
        assertThat(rows).hasSizeGreaterThan(100);
    }

    private float[][] margins(Exportable model, String format, List<float[]> rows) throws Exception {
        Path file = directory.resolve("model." + (format.endsWith("ubj") ? "ubj" : "json"));
        Exported exported =
                ExportFormat.parse(format).write(model, file.getFileName().toString());
        exported.writeTo(file);
        Booster booster = XGBoost.loadModel(file.toString());
        float[] flat = new float[rows.size() * Samples.INPUTS];
        for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(rows.get(i), 0, flat, i * Samples.INPUTS, Samples.INPUTS);
        }
        DMatrix data = new DMatrix(flat, rows.size(), Samples.INPUTS, Float.NaN);
        try {
            return booster.predict(data, true);
        } finally {
            data.dispose();
            booster.dispose();
        }
    }

    static double[] scores(Scorer scorer, float[] row) {
        double[] u = new double[scorer.outputs()];
        scorer.scoreInto(row, u);
        return u;
    }

    /** XGBoost takes no infinite values. */
    private static List<float[]> finite(List<float[]> rows) {
        return rows.stream()
                .filter(row -> !has(row, value -> Float.isInfinite(value)))
                .toList();
    }

    private static boolean has(float[] row, Predicate<Float> what) {
        for (float value : row) {
            if (what.test(value)) {
                return true;
            }
        }
        return false;
    }
}
