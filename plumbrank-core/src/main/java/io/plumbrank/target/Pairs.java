package io.plumbrank.target;

import io.plumbrank.data.Ranking;
import java.util.Optional;
import java.util.function.Function;

/** Where the weights y_ij of a label come from. */
interface Pairs<Y> {
    int items(Y label);

    /** Writes the net out-weights Σ_j (y_ij − y_ji). */
    void netWeightsInto(Y label, double[] net);

    /** Writes y_ij − y_ji for i < j in the order (0,1), (0,2), …, (1,2), …. */
    void differencesInto(Y label, double[] differences);

    /** Writes the same for the pairs of some items alone, which are counted in the order given; 0 for an item with itself. */
    void differencesInto(Y label, int[] some, double[] differences);

    /** The class of each item, counted from 0; pairs of items of the same two classes have the same weights. */
    int[] classes(Y label);

    /** W = Σ_{i≠j} y_ij. */
    double totalWeight(Y label);

    /** Σ_{i≠j} y_ij 1(σ(i) > σ(j)). */
    double contradicted(Y label, Ranking ranking);

    /**
     * Whether y_ij − y_ji = c_i − c_j with some c of the label. Then the net out-weight is r·c_i − Σc, its expectation orders
     * every pair as the expected pair weights do, and P_f holds for every distribution.
     */
    boolean isAdditive();

    /** A bound on the net out-weights, where there is one for all labels. */
    Optional<UtilityRange> netRange(int mostItems);

    String text();

    /** The same weights for what carries a label. */
    default <Q> Pairs<Q> labelledBy(Function<Q, Y> label) {
        return new LabelledPairs<>(this, label);
    }
}
