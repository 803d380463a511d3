package io.plumbrank.measure.settings;

/**
 * Which grades count as relevant: those at or above a threshold, or strictly above it. A negative grade and a missing
 * judgement (NaN) never do.
 *
 * @param threshold finite, not negative
 * @param strict whether the threshold itself is not relevant
 */
public record Relevance(double threshold, boolean strict) {

    /** Checks the threshold. */
    public Relevance {
        if (!(threshold >= 0) || Double.isInfinite(threshold)) {
            throw new IllegalArgumentException("the relevance threshold must be at least 0, got " + threshold);
        }
        threshold += 0.0; // −0.0 and 0.0 are one threshold
    }

    /** Relevant is {@code grade >= threshold}: trec_eval with 1, our default. */
    public static Relevance atLeast(double threshold) {
        return new Relevance(threshold, false);
    }

    /** Relevant is {@code grade > threshold}: LightGBM with 0.5, RankLib with 0. */
    public static Relevance above(double threshold) {
        return new Relevance(threshold, true);
    }

    /** Whether a grade is relevant. */
    public boolean test(double grade) {
        return strict ? grade > threshold : grade >= threshold;
    }

    /** The value in measure text: {@code 1}, or {@code >0.5}. */
    public String text() {
        return (strict ? ">" : "") + Numbers.text(threshold);
    }

    /** How many of {@code grades[from, to)} are relevant. */
    public int count(double[] grades, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            if (test(grades[i])) {
                count++;
            }
        }
        return count;
    }
}
