package io.plumbrank.target.measures;

/**
 * What the weights of a label's pairs are multiplied by. The papers' pairwise disagreement adds up weights; the measures that
 * are reported divide by something that depends on the label, and since the label is random, the target must too.
 */
public enum PairScale {
    /** 1: ℓ_PD of RAT13 and DMJ10. */
    SUM,
    /** 1/W with W the weight of all pairs of the label: the measure {@code pd}. */
    SHARE,
    /** 2/√(W · r(r−1)/2) for unit weights: what {@code kendall}, tau-b, falls short of its best for a disagreeing pair. */
    CORRELATION;

    /**
     * What y_ij and f are in noise conditions, where the factor is part of them: it depends on the label, so that conditions on
     * plain weights would be others.
     *
     * @param unit whether all pairs weigh the same
     * @param netWeights whether f is the default
     */
    public String meaning(boolean unit, boolean netWeights) {
        String pair = switch (this) {
            case SUM -> "";
            case SHARE ->
                unit
                        ? ", where y_ij is 1 over the label's number of pairs if i is above j, else 0"
                        : ", where y_ij is the weight of 'i above j' over the weight of all pairs of the label";
            case CORRELATION ->
                ", where y_ij is 1 over the root of the label's number of pairs if i is above j, else 0";
        };
        String scores = netWeights ? "f_i = Σ_j (y_ij − y_ji)" : "";
        if (scores.isEmpty()) {
            return pair;
        }
        return pair.isEmpty() ? ", where " + scores : pair + ", and " + scores;
    }

    /** The factor for a label of r items with pairs of total weight W; 0 where there are none. */
    public double factor(double total, int items) {
        if (!(total > 0)) {
            return 0;
        }
        return switch (this) {
            case SUM -> 1;
            case SHARE -> 1 / total;
            case CORRELATION -> 2 / Math.sqrt(total * items * (items - 1) / 2);
        };
    }
}
