package io.plumbrank.target;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a target, its surrogate and its decoder promise together, and what they do not.
 *
 * @param calibration whether minimising the surrogate leads to the minimum of the target loss
 * @param theorem the result that says so, such as {@code RAT13, Theorem 3}
 * @param condition what the distribution must obey, in words that complete "if …"; null unless the calibration is
 *     {@link Calibration#UNDER_CONDITION}
 * @param bound how fast the target's regret follows the surrogate's; null where none is known or where it depends on the
 *     instance
 * @param over what the best is taken over, in words that complete "over …"
 * @param notPromised whole sentences on what a reader might expect and does not get
 */
public record Guarantee(
        Calibration calibration,
        String theorem,
        @Nullable String condition,
        @Nullable RegretBound bound,
        String over,
        List<String> notPromised) {

    /** Whether driving the surrogate risk to its minimum drives the target risk to its minimum. */
    public enum Calibration {
        /** For every distribution of the labels. */
        ALWAYS,
        /** For the distributions that obey the condition. */
        UNDER_CONDITION,
        /** There are distributions, not excluded by any named condition, for which it fails. */
        NO;

        /** The word that files and the command line use. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Guarantee {
        if ((condition != null) != (calibration == Calibration.UNDER_CONDITION)) {
            throw new IllegalArgumentException("calibration '" + calibration + "' with the condition: " + condition);
        }
        notPromised = List.copyOf(notPromised);
    }

    /** The same with another bound and other sentences on what is not promised. */
    public Guarantee with(@Nullable RegretBound bound, List<String> notPromised) {
        return new Guarantee(calibration, theorem, condition, bound, over, notPromised);
    }

    /** The same where one more thing must hold; what is not calibrated does not become so. */
    public Guarantee under(String further) {
        return switch (calibration) {
            case ALWAYS -> new Guarantee(Calibration.UNDER_CONDITION, theorem, further, bound, over, notPromised);
            case UNDER_CONDITION ->
                new Guarantee(calibration, theorem, condition + ", and if " + further, bound, over, notPromised);
            case NO -> this;
        };
    }

    /**
     * What holds for instances of all of some sizes: the promise for the largest, with the weakest of the bounds, since a regret
     * over instances of several sizes is a mean of theirs.
     *
     * @param sizes at least one; those that occur
     * @param ofSize the promise for instances of one size
     */
    public static Guarantee overSizes(List<Integer> sizes, IntFunction<Guarantee> ofSize) {
        int largest = Collections.max(sizes);
        Guarantee guarantee = ofSize.apply(largest);
        RegretBound weakest = guarantee.bound();
        for (int size : sizes) {
            RegretBound bound = size == largest ? weakest : ofSize.apply(size).bound();
            if (weakest == null || bound == null) {
                return guarantee.with(null, guarantee.notPromised());
            }
            weakest = bound.constant() > weakest.constant() ? bound : weakest;
        }
        return guarantee.with(weakest, guarantee.notPromised());
    }

    /** The guarantee in plain sentences, the promise first, then the bound, then what is not promised. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        String meaning = "a perfect fit of the surrogate predicts with the smallest expected loss";
        sentences.add(
                switch (calibration) {
                    case ALWAYS ->
                        "Calibrated for every distribution of the labels (" + theorem + "): " + meaning + ".";
                    case UNDER_CONDITION -> "Calibrated (" + theorem + ") if " + condition + ": " + meaning + ".";
                    case NO ->
                        "Not calibrated (" + theorem
                                + "): a perfect fit of the surrogate may still not predict with the smallest expected loss.";
                });
        sentences.add("The smallest expected loss is over " + over + ".");
        if (bound != null) {
            sentences.add(
                    "Regret bound: " + bound.words() + (bound.where().isEmpty() ? "" : ", " + bound.where()) + ".");
        }
        for (String sentence : notPromised) {
            sentences.add("Not promised: " + sentence);
        }
        return sentences;
    }
}
