package io.plumbrank.target.rankings;

import io.plumbrank.measure.MeasureSpec;

/**
 * A measure that can be evaluated but not be made a target that sorts by scores. The message is one line, says why, and names
 * the nearest measure that can.
 */
public final class RefusedMeasureException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String nearest;

    RefusedMeasureException(MeasureSpec spec, String reason, String nearest, String because) {
        super("no surrogate can promise '" + spec.typed() + "': " + reason + "; train for '" + nearest + "', " + because
                + ", and evaluate '" + spec.typed() + "' on the result");
        this.nearest = nearest;
    }

    /** The text of the nearest measure that can be a target. */
    public String nearest() {
        return nearest;
    }
}
