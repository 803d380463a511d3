package io.plumbrank.export;

/** Scores of rows by the arithmetic of another system. May be used by one thread at a time. */
public interface Replay {
    /** The result of {@link #decide} where the files only score. */
    int NO_DECISION = -1;

    /**
     * Writes the scores of a row.
     *
     * @param x the model's features, NaN for missing; what the system is to be sent in place of a missing value stands in the files
     * @param u one place per output
     */
    void scoreInto(float[] x, double[] u);

    /** The number of the prediction for a row. */
    default int decide(float[] x) {
        return NO_DECISION;
    }
}
