package io.plumbrank.model;

import io.plumbrank.learn.PairScorer;
import io.plumbrank.learn.Scorer;
import org.jspecify.annotations.Nullable;

/**
 * u for all pairs of a query's items, in the order of the target's α. Immutable.
 *
 * @param single u_ii of average precision, a function of one item; null for preferences, which have none
 * @param pairs u_ij
 */
public record PairScores(@Nullable Scorer single, PairScorer pairs) {
    /** @throws IllegalArgumentException if the two do not belong together */
    public PairScores {
        if ((single == null) != pairs.features().antisymmetric()) {
            throw new IllegalArgumentException("preferences come without scores of items, average precision with them");
        }
        if (single != null && single.outputs() != pairs.outputs()) {
            throw new IllegalArgumentException(
                    single.outputs() + " outputs an item, but " + pairs.outputs() + " a pair");
        }
    }

    /**
     * One u an output.
     *
     * @param rows the features of the items, one after another
     */
    double[][] of(float[] rows, int items) {
        double[][] between = pairs.scorePairs(rows, items);
        if (single == null) {
            return between;
        }
        int outputs = pairs.outputs();
        double[] own = new double[items * outputs];
        single.scoreInto(rows, items, own);
        double[][] u = new double[outputs][items * (items + 1) / 2];
        for (int o = 0; o < outputs; o++) {
            int next = 0;
            for (int i = 0; i < items; i++) {
                for (int j = 0; j < i; j++) {
                    // (j, i) among (0,1), (0,2), …, (1,2), …
                    u[o][next++] = between[o][j * (2 * items - j - 1) / 2 + i - j - 1];
                }
                u[o][next++] = own[i * outputs + o];
            }
        }
        return u;
    }
}
