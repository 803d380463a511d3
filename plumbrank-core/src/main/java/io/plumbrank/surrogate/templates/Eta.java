package io.plumbrank.surrogate.templates;

import io.plumbrank.target.UtilityRange;
import java.io.Serializable;

/**
 * η, the bound on utilities that several templates have for a parameter, and the shift that makes utilities non-negative where
 * a target's are not (pairwise disagreement). The templates see v + shift, which must lie in 0 … η for every label: else the
 * loss of that label is not convex. A shift that does not depend on the label changes no order and no regret.
 *
 * @param value η &gt; 0
 * @param shift at least 0
 */
public record Eta(double value, double shift) implements Serializable {
    private static final long serialVersionUID = 1;

    private static final double ROUNDING = 1e-9;

    public Eta {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("eta must be positive and finite, got " + value);
        }
        if (!(shift >= 0 && shift < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("shift must be finite and not negative, got " + shift);
        }
    }

    /** The least η and shift for utilities in a range; η = 1 where all are 0. */
    public static Eta of(UtilityRange range) {
        double width = range.largest() - range.least();
        return new Eta(width > 0 ? width : 1, 0.0 - range.least());
    }

    /** This η, once it is sure that it bounds the utilities of a range. */
    Eta covering(UtilityRange range) {
        if (range.least() + shift < 0 || range.largest() + shift > value) {
            throw new IllegalArgumentException("eta=" + Numbers.text(value) + " with shift=" + Numbers.text(shift)
                    + " is too small for utilities of labels in " + Numbers.text(range.least()) + " … "
                    + Numbers.text(range.largest()));
        }
        return this;
    }

    /** v + shift, held to 0 … η against rounding. */
    double place(double utility) {
        double placed = utility + shift;
        if (!(placed >= -ROUNDING * value && placed <= value * (1 + ROUNDING))) {
            throw new IllegalArgumentException("utility " + utility + " is outside " + (0.0 - shift) + " … "
                    + (value - shift) + ", for which eta was chosen");
        }
        return Math.max(0, Math.min(value, placed));
    }

    /** {@code eta=2,shift=1}. */
    String text() {
        return "eta=" + Numbers.text(value) + (shift > 0 ? ",shift=" + Numbers.text(shift) : "");
    }
}
