package io.plumbrank.measure.settings;

import io.plumbrank.measure.settings.Key.Word;

/** The weight y_ij of "item i above item j" in pairwise disagreement. */
public enum PairWeight implements Word {
    /** 1 for every pair with grade_i &gt; grade_j. */
    UNIT,
    /** grade_i − grade_j for grade_i &gt; grade_j (DMJ10, section 5). */
    DIFFERENCE,
    /** What the preferences that were observed weigh, whatever the grades are. */
    OBSERVED
}
