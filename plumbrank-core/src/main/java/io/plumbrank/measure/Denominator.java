package io.plumbrank.measure;

/** What precision and average precision at a cut-off k are divided by. */
public enum Denominator {
    /** Precision by k, average precision by all relevant items: trec_eval; our default. */
    FULL("full"),
    /**
     * The most that can be reached. Precision by min(k, retrieved): RankLib, XGBoost. Average precision by min(relevant,
     * k): XGBoost, LightGBM, Spark.
     */
    CAPPED("capped");

    private final String text;

    Denominator(String text) {
        this.text = text;
    }

    /** The word in measure text. */
    public String text() {
        return text;
    }
}
