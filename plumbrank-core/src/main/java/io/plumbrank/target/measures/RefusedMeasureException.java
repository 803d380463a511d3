package io.plumbrank.target.measures;

import io.plumbrank.measure.MeasureSpec;

/**
 * A measure that can be evaluated but not be made a target that sorts by scores. The message is one line, says why, and names
 * the nearest measure that can.
 */
public final class RefusedMeasureException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String nearest;
    private final String because;

    RefusedMeasureException(MeasureSpec spec, String reason, String nearest, String because) {
        super("no surrogate of scores can promise '" + spec.typed() + "': " + reason + "; train for '" + nearest + "', "
                + because + ", and evaluate '" + spec.typed() + "' on the result");
        this.nearest = nearest;
        this.because = because;
    }

    /** What the two have in common, in words that begin with "which". */
    public String because() {
        return because;
    }

    /** The text of the nearest measure that can be a target. */
    public String nearest() {
        return nearest;
    }
}
