package io.plumbrank.theory.surrogates;

import java.util.function.Predicate;

/**
 * What fitting a surrogate perfectly leads to under one distribution p: the predictions to which u is decoded on some sequence
 * along which p·ψ(u) tends to its infimum. Calibration at p says that all of them are optimal (RAT13, Definition 1). Where a
 * minimiser has ties, or is no more than a limit, there are several; what breaks the ties is not the surrogate's merit.
 */
public interface Limit<T> {
    /** Whether some minimising sequence is decoded to this prediction. */
    boolean allows(T prediction);

    /** One minimiser u, with infinite entries where the infimum is not attained. */
    double[] minimiser();

    /** Whether the minimiser is known to be one: by a closed form, by enumeration, or by its gradient. */
    default boolean certified() {
        return true;
    }

    /** The limit that allows what a predicate does. */
    static <T> Limit<T> of(double[] minimiser, boolean certified, Predicate<? super T> allowed) {
        return new Limit<>() {
            @Override
            public boolean allows(T prediction) {
                return allowed.test(prediction);
            }

            @Override
            public double[] minimiser() {
                return minimiser.clone();
            }

            @Override
            public boolean certified() {
                return certified;
            }
        };
    }
}
