package io.plumbrank.measure;

/** What becomes of items with equal scores. */
public enum Ties {
    /** The exact mean of the measure over all rankings that are consistent with the scores (CUG13, section 2). */
    AVERAGE("average"),
    /** trec_eval: by document number, descending as bytes. */
    DOCNO_DESC("docno-desc"),
    /** LightGBM, RankLib, XGBoost: the order of the input. */
    STABLE("stable"),
    /** The measure's own correction: tau-b for Kendall, mid-ranks for Spearman. Only they have it. */
    CORRECTED("corrected"),
    /** scikit-learn's average precision: a tied group is one step, taken at its last position. Only AP has it. */
    THRESHOLD("threshold");

    private final String text;

    Ties(String text) {
        this.text = text;
    }

    /** The word in measure text. */
    public String text() {
        return text;
    }
}
