package io.plumbrank.measure;

/** The weight y_ij of a pair of items in pairwise disagreement, for grade_i &gt; grade_j. */
public enum PairWeight {
    /** 1 for every pair of unequal grades. */
    UNIT("unit"),
    /** grade_i − grade_j (DMJ10, section 5). */
    DIFFERENCE("difference");

    private final String text;

    PairWeight(String text) {
        this.text = text;
    }

    /** The word in measure text. */
    public String text() {
        return text;
    }
}
