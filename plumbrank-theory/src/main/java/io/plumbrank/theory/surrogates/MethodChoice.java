package io.plumbrank.theory.surrogates;

import io.plumbrank.theory.OwnSurrogate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which surrogate and decoder to check, as people write it.
 *
 * @param surrogate such as {@code squared}, {@code logistic(eta=2)}, {@code ranknet}, {@code bregman(kullback-leibler)},
 *     {@code phi=log(1+exp(-z))}, or {@code pairs} for map and pd
 * @param decoder such as {@code sort} or {@code exact}; null for the surrogate's own
 * @param margin c in ϕ(s_i − s_j − c), for the losses of observed pairs
 * @param own a surrogate of the user's own, which the text names; null for those that have a name here
 */
public record MethodChoice(
        String surrogate,
        @Nullable String decoder,
        double margin,
        @Nullable OwnSurrogate own) {
    /** One of the surrogates that have a name. */
    public MethodChoice(String surrogate, @Nullable String decoder, double margin) {
        this(surrogate, decoder, margin, null);
    }

    /** A surrogate of the user's own, and sorting. */
    public static MethodChoice ofOwn(String name, OwnSurrogate own) {
        return new MethodChoice(name, null, 0, own);
    }

    public boolean isOwn() {
        return own != null;
    }

    OwnSurrogate requireOwn() {
        return Objects.requireNonNull(own, "own");
    }

    /** With its own decoder and without a margin. */
    public static MethodChoice of(String surrogate) {
        return new MethodChoice(surrogate, null, 0);
    }

    /** By pairs. */
    public static MethodChoice pairs(String decoder) {
        return new MethodChoice("pairs", decoder, 0);
    }

    /** Whether the surrogate is a ϕ of the user's own. */
    public boolean isFormula() {
        return own == null && PairLoss.isFormula(surrogate);
    }

    public boolean isPairs() {
        return own == null && surrogate.strip().equalsIgnoreCase("pairs");
    }
}
