package io.plumbrank.learn.pairs;

import io.plumbrank.data.PairIndex;
import java.io.Serializable;

/** A fitted function of pairs of items, u_ij. Immutable and thread-safe. */
public interface PairFunction extends Serializable {
    /** Whether u_ij = −u_ji, as for preferences; else u_ij = u_ji. */
    boolean antisymmetric();

    /** How many features one item has. */
    int itemInputs();

    /** How many numbers a pair has. */
    int outputs();

    /** u_ij of all pairs i &lt; j, in the order {@link PairIndex#STRICT}, one array per output; items are row-major. */
    double[][] scorePairs(float[] items, int count);
}
