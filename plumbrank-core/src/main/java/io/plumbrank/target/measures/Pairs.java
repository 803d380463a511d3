package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;

/** The weights y_ij of one label. */
interface Pairs {
    int items();

    /** Writes the net out-weights Σ_j (y_ij − y_ji). */
    void netWeightsInto(double[] net);

    /** Writes y_ij − y_ji in the order {@link PairIndex#STRICT}. */
    void differencesInto(double[] differences);

    /** The class of each item, counted from 0; pairs of items of the same two classes have the same weights. */
    int[] classes();

    /** y_ij − y_ji by the classes of i and j. */
    double[][] differencesOfClasses();

    /** W = Σ_{i≠j} y_ij. */
    double totalWeight();

    /** Σ_{i≠j} y_ij 1(σ(i) > σ(j)). */
    double contradicted(Ranking ranking);
}
