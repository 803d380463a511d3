package io.plumbrank.learn.pairs;

import io.plumbrank.data.PairIndex;
import io.plumbrank.learn.InstanceScorer;
import io.plumbrank.learn.Outputs;
import io.plumbrank.learn.Scorer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Scores all pairs of an instance's rows, in the order (0,1), (0,2), …, (1,2), … for preferences, and with the rows on their own
 * in the order (0,0), (1,0), (1,1), (2,0), … for products.
 *
 * @param single u_ii, a function of one row; null for preferences, which have none
 * @param pairs u_ij
 */
public record PairScores(@Nullable Scorer single, PairFunction pairs) implements InstanceScorer {
    /** @throws IllegalArgumentException if the two do not belong together */
    public PairScores {
        if ((single == null) != pairs.antisymmetric()) {
            throw new IllegalArgumentException("preferences come without scores of items, products with them");
        }
        if (single != null && single.outputs() != pairs.outputs()) {
            throw new IllegalArgumentException(
                    single.outputs() + " outputs per item, but " + pairs.outputs() + " per pair");
        }
    }

    @Override
    public int inputs() {
        return pairs.itemInputs();
    }

    @Override
    public int outputs() {
        return pairs.outputs();
    }

    @Override
    public Outputs score(float[] x, int[] rows) {
        double[][][] each = new double[rows.length][][];
        int[] ends = new int[rows.length];
        int row = 0;
        int end = 0;
        for (int i = 0; i < rows.length; i++) {
            float[] own = rows.length == 1 ? x : Arrays.copyOfRange(x, row * inputs(), (row + rows[i]) * inputs());
            each[i] = of(own, rows[i]);
            row += rows[i];
            end += each[i][0].length;
            ends[i] = end;
        }
        double[][] u = new double[outputs()][];
        for (int c = 0; c < u.length; c++) {
            int candidate = c;
            u[c] = rows.length == 1
                    ? each[0][c]
                    : Arrays.stream(each)
                            .flatMapToDouble(one -> Arrays.stream(one[candidate]))
                            .toArray();
        }
        return new Outputs(u, ends, IntStream.range(0, u.length).map(c -> 1).toArray());
    }

    /** One u per candidate. */
    private double[][] of(float[] x, int items) {
        double[][] between = pairs.scorePairs(x, items);
        if (single == null) {
            return between;
        }
        int outputs = pairs.outputs();
        double[] own = new double[items * outputs];
        single.scoreInto(x, items, own);
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

    /** u_ii and u_ij in the order of products; {@code between} has the order (0,1), (0,2), …, (1,2), …. */
    public static double[] joined(double[] own, double[] between) {
        int items = own.length;
        double[] u = new double[PairIndex.TRIANGLE.size(items)];
        int next = 0;
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < i; j++) {
                u[next++] = between[PairIndex.STRICT.row(j, items) + i];
            }
            u[next++] = own[i];
        }
        return u;
    }
}
