package io.plumbrank.decode.algorithms;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;

/**
 * The quadratic assignment that is pred* for MAP (RAT13, section 6): find the ranking σ that maximises
 * Σ_{i≥j} u_ij / max(σ(i), σ(j)), positions counted from 1. u_ij predicts y_i y_j / ‖y‖₁ and may be any finite number.
 *
 * <p>With c(S) the sum of u over the pairs within S, and S_p the items in the first p places, the value is
 * c(S_r)/r + Σ_{p&lt;r} c(S_p) / (p(p+1)): a chain of dense subgraphs. The bounds rest on this. Immutable; O(r²) memory.
 *
 * <pre>{@code
 * MapAssignment u = MapAssignment.of(new double[][] {{0.2}, {0.1, 0.3}, {0.2, 0.0, 0.3}}); // u_ij for i ≥ j
 * Ranking best = MapDecoder.AUTO.decode(u, DecodeLimits.defaults()).ranking();             // 3 ≻ 1 ≻ 2
 * }</pre>
 */
public final class MapAssignment {
    /** Values closer than this part of Σ|u_ij| are the same value. */
    private static final double RELATIVE_TOLERANCE = 1e-12;

    private final int size;
    private final double[] pairs;
    private final double magnitude;

    private MapAssignment(int size, double[] pairs) {
        this.size = size;
        this.pairs = pairs;
        double sum = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double u = pairs[i * size + j];
                if (!Double.isFinite(u)) {
                    throw new IllegalArgumentException("u(" + i + ", " + j + ") is " + u);
                }
                pairs[j * size + i] = u;
                sum += Math.abs(u);
            }
        }
        if (!Double.isFinite(sum)) {
            throw new IllegalArgumentException("u is too large to be added up in double precision");
        }
        this.magnitude = sum;
    }

    /**
     * A problem from the lower triangle of a matrix, u[i][j] for i ≥ j; what stands above the diagonal is ignored.
     *
     * @throws IllegalArgumentException if row i has fewer than i + 1 numbers, or a number is not finite
     */
    public static MapAssignment of(double[][] u) {
        int r = u.length;
        double[] pairs = new double[Math.multiplyExact(r, r)];
        for (int i = 0; i < r; i++) {
            if (u[i].length <= i) {
                throw new IllegalArgumentException("row " + i + " needs " + (i + 1) + " numbers, got " + u[i].length);
            }
            System.arraycopy(u[i], 0, pairs, i * r, i + 1);
        }
        return new MapAssignment(r, pairs);
    }

    /**
     * A problem from u_ij for i ≥ j, as {@link PairIndex#TRIANGLE} has them.
     *
     * @throws IllegalArgumentException if the length is not r(r + 1)/2 for some r, or a number is not finite
     */
    public static MapAssignment ofPairs(double[] u) {
        int r = PairIndex.TRIANGLE.items(u.length);
        double[] pairs = new double[Math.multiplyExact(r, r)];
        for (int i = 0; i < r; i++) {
            System.arraycopy(u, PairIndex.TRIANGLE.row(i, r), pairs, i * r, i + 1);
        }
        return new MapAssignment(r, pairs);
    }

    /** The number of items, r. */
    public int size() {
        return size;
    }

    /** u_ij = u_ji. */
    public double pair(int i, int j) {
        return pairs[i * size + j];
    }

    /** Σ_{i≥j} u_ij / max(σ(i), σ(j)). For u = y yᵀ/‖y‖₁ this is the average precision. O(r²). */
    public double value(Ranking ranking) {
        if (ranking.size() != size) {
            throw new IllegalArgumentException("need a ranking of " + size + " items, got " + ranking.size());
        }
        int[] items = ranking.toItems();
        double sum = 0;
        for (int p = 0; p < size; p++) {
            double here = 0;
            for (int q = 0; q <= p; q++) {
                here += pairs[items[p] * size + items[q]];
            }
            sum += here / (p + 1);
        }
        return sum;
    }

    /** u, symmetric, row by row. Not to be written to. */
    double[] pairs() {
        return pairs;
    }

    /** Differences of values below this are rounding. */
    double tolerance() {
        return RELATIVE_TOLERANCE * magnitude;
    }

    /** Whether an upper bound leaves no room above a value but that of rounding. */
    boolean proves(double bound, double value) {
        return bound <= value + tolerance();
    }
}
