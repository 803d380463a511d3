package io.plumbrank.trees;

import io.plumbrank.learn.trees.TreesUnavailableException;
import java.util.logging.Level;
import java.util.logging.Logger;
import ml.dmlc.xgboost4j.java.DMatrix;
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
                new DMatrix(new float[] {0}, 1, 1, Float.NaN).dispose();
                return null;
            } catch (LinkageError | RuntimeException | XGBoostError e) {
                return e;
            } finally {
                LOGGER.setLevel(level);
            }
        }
    }

    private static Throwable rootCause(Throwable fault) {
        Throwable cause = fault;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    /**
     * Loads it.
     *
     * @throws TreesUnavailableException if it does not load
     */
    static void require() {
        if (Holder.FAULT != null) {
            String said = String.valueOf(rootCause(Holder.FAULT).getMessage())
                    .lines()
                    .findFirst()
                    .orElse("");
            throw new TreesUnavailableException(
                    "XGBoost's native library does not load on " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch") + " (" + said + "; on Linux it needs libgomp1)",
                    Holder.FAULT);
        }
    }
}
