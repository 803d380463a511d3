package io.plumbrank.surrogate;

import java.util.List;
import java.util.Locale;

/** The surrogates that have a name on the command line and in model files. */
public enum SurrogateName {
    /** {@link Squared}. */
    SQUARED(false),
    /** {@link Logistic}. */
    LOGISTIC(true, "eta", "shift"),
    /** {@link Exponential}. */
    EXPONENTIAL(true, "eta", "shift"),
    /** {@link SquaredHinge}. */
    SQUARED_HINGE(true, "eta", "shift", "t"),
    /** {@link SmoothHinge}. */
    SMOOTH_HINGE(true, "eta", "shift", "alpha"),
    /** {@link PairwiseSquared}. */
    PAIRWISE_SQUARED(false),
    /** {@link PairwiseLogistic}. */
    PAIRWISE_LOGISTIC(true, "eta", "shift"),
    /** {@link PairwiseExponential}. */
    PAIRWISE_EXPONENTIAL(true, "eta", "shift"),
    /** {@link LinearValue}. */
    LINEAR_VALUE(false, "rho", "nu", "largest"),
    /** {@link RankSvm}, to compare with. */
    RANKSVM(false, "weight"),
    /** {@link RankNet}, to compare with. */
    RANKNET(false, "weight"),
    /** {@link RankBoost}, to compare with. */
    RANKBOOST(false, "weight"),
    /** {@link ListNet}, to compare with. */
    LISTNET(false),
    /** {@link ListMle}, to compare with. */
    LISTMLE(false);

    private final boolean bounded;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final List<String> keys;

    SurrogateName(boolean bounded, String... keys) {
        this.bounded = bounded;
        this.keys = List.of(keys);
    }

    /** The word, such as {@code squared-hinge}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether it has a parameter η, and so must know the largest utility of any label. */
    public boolean isBounded() {
        return bounded;
    }

    /** Whether it is a sum over pairs, which training divides by the number of items. */
    public boolean isPairwise() {
        return switch (this) {
            case PAIRWISE_SQUARED, PAIRWISE_LOGISTIC, PAIRWISE_EXPONENTIAL, RANKSVM, RANKNET, RANKBOOST -> true;
            default -> false;
        };
    }

    /** Whether it makes pairs of its own of unequal utilities, as if these were grades, so that pairs that were observed mean nothing. */
    public boolean makesPairs() {
        return switch (this) {
            case RANKSVM, RANKNET, RANKBOOST -> true;
            default -> false;
        };
    }

    /** The keys of its parameters. */
    List<String> keys() {
        return keys;
    }

    @Override
    public String toString() {
        return text();
    }
}
