package io.plumbrank.theory;

import org.jspecify.annotations.Nullable;

/**
 * Which surrogate and decoder to check, as people write it.
 *
 * @param surrogate such as {@code squared}, {@code logistic(eta=2)}, {@code ranknet}, {@code bregman(kullback-leibler)},
 *     {@code phi=log(1+exp(-z))}, or {@code pairs} for map and pd
 * @param decoder such as {@code sort} or {@code exact}; null for the surrogate's own
 * @param margin c in ϕ(s_i − s_j − c), for the losses of observed pairs
 */
public record MethodChoice(String surrogate, @Nullable String decoder, double margin) {
    /** With its own decoder and without a margin. */
    public static MethodChoice of(String surrogate) {
        return new MethodChoice(surrogate, null, 0);
    }

    /** By pairs. */
    static MethodChoice pairs(String decoder) {
        return new MethodChoice("pairs", decoder, 0);
    }

    /** Whether the surrogate is a ϕ of the user's own. */
    boolean isFormula() {
        return FormulaLoss.isFormula(surrogate);
    }

    boolean isPairs() {
        return surrogate.strip().equalsIgnoreCase("pairs");
    }
}
