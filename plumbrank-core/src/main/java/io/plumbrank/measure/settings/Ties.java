package io.plumbrank.measure.settings;

import io.plumbrank.measure.settings.Key.Word;

/** What becomes of items with equal scores. */
public enum Ties implements Word {
    /** The exact mean of the measure over all rankings that are consistent with the scores (CUG13, section 2). */
    AVERAGE,
    /** trec_eval: by document number, descending as bytes. */
    DOCNO_DESC,
    /** LightGBM, RankLib, XGBoost: the order of the input. */
    STABLE,
    /** The measure's own correction: tau-b for Kendall, mid-ranks for Spearman. Only they have it. */
    CORRECTED,
    /** scikit-learn's average precision: a tied group is one step, taken at its last position. Only AP has it. */
    THRESHOLD
}
