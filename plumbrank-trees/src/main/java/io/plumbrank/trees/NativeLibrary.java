package io.plumbrank.trees;

import io.plumbrank.learn.trees.TreesUnavailableException;
import io.plumbrank.util.internal.UnpackedLibraries;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.jspecify.annotations.Nullable;

/** XGBoost's native library, loaded at most once, on first need. */
final class NativeLibrary {
    private NativeLibrary() {}

    private static final class Holder {
        /** XGBoost logs the stack trace of what we are about to say in a line. */
        private static final Logger LOGGER = Logger.getLogger("ml.dmlc.xgboost4j");

        @SuppressWarnings("StaticAssignmentOfThrowable") // loading fails once, and every call has that one cause
        static final @Nullable Throwable FAULT = load();

        private static @Nullable Throwable load() {
            Level level = LOGGER.getLevel();
            LOGGER.setLevel(Level.OFF);
            try {
                fitTwoRows();
                return null;
            } catch (LinkageError | RuntimeException | XGBoostError e) {
                return e;
            } finally {
                LOGGER.setLevel(level);
                UnpackedLibraries.tidy("libxgboost4j");
            }
        }
    }

    /** One tree that tells two rows apart: that the library loads does not mean that it works. */
    private static void fitTwoRows() throws XGBoostError {
        DMatrix rows = new DMatrix(new float[] {0, 1}, 2, 1, Float.NaN);
        try {
            rows.setLabel(new float[] {0, 1});
            Map<String, Object> settings = Map.of(
                    "tree_method", "hist", "nthread", 1, "verbosity", 0, "min_child_weight", 0, "base_score", 0.5);
            Booster booster = XGBoost.train(rows, settings, 1, Map.of(), null, null);
            float[][] scores = booster.predict(rows, true);
            booster.dispose();
            if (!(scores[0][0] < scores[1][0])) {
                throw new IllegalStateException("it does not fit two rows");
            }
        } finally {
            rows.dispose();
        }
    }

    private static Throwable rootCause(Throwable fault) {
        Throwable cause = fault;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /** @throws TreesUnavailableException if it does not load */
    static void require() {
        if (Holder.FAULT != null) {
            String said = String.valueOf(rootCause(Holder.FAULT).getMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new TreesUnavailableException(
                    "XGBoost's native library does not load on " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch") + " (" + said
                            + "; on Linux it needs libgomp1, and the temporary folder "
                            + System.getProperty("java.io.tmpdir") + " must exist, have room and may hold programs)",
                    Holder.FAULT);
        }
    }
}
