package io.plumbrank.target;

import java.io.Serializable;

/**
 * Bounds on what labels are encoded to: least ≤ α_yi ≤ largest for every label y and item i. Surrogates with a parameter η
 * need them, since η must be at least the largest utility of any label, not only of the expectation: else the loss of such
 * a label is not convex (CUG13, Table 2, leaves this open).
 *
 * @param least at most 0
 * @param largest at least 0
 */
public record UtilityRange(double least, double largest) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Of labels that are encoded to zeros; the start of a walk over data with {@link #including}. */
    public static final UtilityRange ZERO = new UtilityRange(0, 0);

    public UtilityRange {
        if (!(least <= 0 && largest >= 0) || Double.isInfinite(least) || Double.isInfinite(largest)) {
            throw new IllegalArgumentException(
                    "a range of utilities is finite and contains 0, got " + least + " … " + largest);
        }
        least += 0.0; // −0.0 and 0.0 are one bound
    }

    /** The smallest range that holds this one and the first {@code items} utilities. */
    public UtilityRange including(double[] utilities, int items) {
        double low = least;
        double high = largest;
        for (int i = 0; i < items; i++) {
            low = Math.min(low, utilities[i]);
            high = Math.max(high, utilities[i]);
        }
        return new UtilityRange(low, high);
    }

    public UtilityRange including(UtilityRange other) {
        return new UtilityRange(Math.min(least, other.least), Math.max(largest, other.largest));
    }
}
