package io.plumbrank.measure.settings;

/** What precision and average precision at a cut-off k are divided by. */
public enum Denominator implements Word {
    /** Precision by k, average precision by all relevant items: trec_eval; our default. */
    FULL,
    /**
     * The most that can be reached. Precision by min(k, retrieved): RankLib, XGBoost. Average precision by min(relevant,
     * k): XGBoost, LightGBM, Spark.
     */
    CAPPED
}
