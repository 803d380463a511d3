package io.plumbrank.model;

import io.plumbrank.data.PairIndex;
import io.plumbrank.learn.PairFunction;
import io.plumbrank.learn.Scorer;
import org.jspecify.annotations.Nullable;

/**
 * u for all pairs of a query's items, in the order of the target's α. Immutable.
 *
 * @param single u_ii of average precision, a function of one item; null for preferences, which have none
 * @param pairs u_ij
 */
public record PairScores(@Nullable Scorer single, PairFunction pairs) {
    /** @throws IllegalArgumentException if the two do not belong together */
    public PairScores {
        if ((single == null) != pairs.antisymmetric()) {
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
        double[][] u = new double[outputs][];
        for (int o = 0; o < outputs; o++) {
            double[] ofOutput = new double[items];
            for (int i = 0; i < items; i++) {
                ofOutput[i] = own[i * outputs + o];
            }
            u[o] = joined(ofOutput, between[o]);
        }
        return u;
    }

    /**
     * u in the order of average precision, {@link PairIndex#TRIANGLE}.
     *
     * @param own u_ii
     * @param between u_ij in the order {@link PairIndex#STRICT}
     */
    static double[] joined(double[] own, double[] between) {
        int items = own.length;
        double[] u = new double[PairIndex.TRIANGLE.size(items)];
        PairIndex.TRIANGLE.forEach(
                items, (i, j, at) -> u[at] = i == j ? own[i] : between[PairIndex.STRICT.of(i, j, items)]);
        return u;
    }
}
