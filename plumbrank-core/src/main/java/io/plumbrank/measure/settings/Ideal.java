package io.plumbrank.measure.settings;

/** Which judged items make up the perfect ranking, or the number of relevant items, that a value is divided by. */
public enum Ideal implements Word {
    /** All judged items: trec_eval; our default. */
    JUDGED,
    /** Only those that were retrieved, since the tool sees no others: XGBoost, LightGBM, RankLib. */
    RETRIEVED
}
