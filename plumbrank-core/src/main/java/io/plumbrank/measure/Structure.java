package io.plumbrank.measure;

/** How a measure depends on the ranking, which decides what a surrogate can promise for it. */
public enum Structure {
    /**
     * b(y) + Σ_k φ(k) u_{item at k}(y), as {@link PositionalMeasure} has it: DCG, NDCG, precision, recall, ERU, AUC, and what is
     * cut at the first place.
     */
    POSITIONAL,
    /** Such a one whose discount falls by the same step from place to place, and whose utilities are ranks: Spearman. */
    RANK_CORRELATION,
    /** Precisions at the relevant items: a sum over pairs of relevant items. */
    AVERAGE_PRECISION,
    /** The share of the weight of all pairs that the ranking contradicts. A loss: smaller is better. */
    PAIR_SHARE,
    /** Agreeing less disagreeing pairs over a root: Kendall. */
    PAIR_CORRELATION,
    /** What an item adds depends on the grades of all that stand above it: ERR. */
    CASCADE,
    /** All depends on the place of the first relevant item: reciprocal rank. */
    FIRST_RELEVANT,
    /** All depends on whether a relevant item is among the first: success. */
    ANY_RELEVANT,
    /** How many places count is part of the label: R-precision. */
    LABEL_DEPTH,
    /** Pairs count up to a number that is part of the label: bpref. */
    CAPPED_PAIRS,
    /** The same for every ranking; summed over queries, not averaged. */
    COUNT
}
