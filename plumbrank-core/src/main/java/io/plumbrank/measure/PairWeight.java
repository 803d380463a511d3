package io.plumbrank.measure;

/** The weight y_ij of "item i above item j" in pairwise disagreement. */
public enum PairWeight {
    /** 1 for every pair with grade_i &gt; grade_j. */
    UNIT("unit"),
    /** grade_i − grade_j for grade_i &gt; grade_j (DMJ10, section 5). */
    DIFFERENCE("difference"),
    /** What the preferences that were observed weigh, whatever the grades are. */
    OBSERVED("observed");

    private final String text;

    PairWeight(String text) {
        this.text = text;
    }

    /** The word in measure text. */
    public String text() {
        return text;
    }
}
