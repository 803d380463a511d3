package io.plumbrank.learn.arithmetic;

/**
 * The one inner loop of this room, and the matrix product around it. Moments, random features and scores are all sums of
 * scaled rows, c += s₀a₀ + s₁a₁ + …
 *
 * <p>Written for the JIT compiler: every row is an array of its own, since HotSpot 17 does not vectorise over two stretches
 * of one array whose offsets it cannot compare, and four rows at a time are the most whose loop it reliably unrolls.
 *
 * <p>Each element of c sees the same operations in the same order whatever the tiles, so blocking never changes a bit, and
 * {@link #dot} repeats that order for one element alone.
 */
public final class Kernels {
    /** Rows that one pass takes in; a multiple of four. With {@link #TILE} it fills half of a 48 KiB first-level cache. */
    public static final int PANEL = 12;

    /** Columns of a tile. */
    public static final int TILE = 256;

    private Kernels() {}

    /** c[j] += s₀a₀[j] + s₁a₁[j] + s₂a₂[j] + s₃a₃[j] for from ≤ j &lt; to, in this order. The arrays must not overlap. */
    public static void addFourInto(
            double s0,
            double[] a0,
            double s1,
            double[] a1,
            double s2,
            double[] a2,
            double s3,
            double[] a3,
            int from,
            int to,
            double[] c) {
        for (int j = from; j < to; j++) {
            double sum = MultiplyAdd.of(s0, a0[j], c[j]);
            sum = MultiplyAdd.of(s1, a1[j], sum);
            sum = MultiplyAdd.of(s2, a2[j], sum);
            c[j] = MultiplyAdd.of(s3, a3[j], sum);
        }
    }

    /** c[j] += s·a[j] for from ≤ j &lt; to. */
    public static void addOneInto(double s, double[] a, int from, int to, double[] c) {
        for (int j = from; j < to; j++) {
            c[j] = MultiplyAdd.of(s, a[j], c[j]);
        }
    }

    /** c[j] += Σ_k s[k]·a[k][j] for from ≤ j &lt; to, in the order of {@link #addProductInto}. */
    public static void addRowInto(double[] s, double[][] a, int from, int to, double[] c) {
        int fours = a.length & ~3;
        for (int k = 0; k < fours; k += 4) {
            addFourInto(s[k], a[k], s[k + 1], a[k + 1], s[k + 2], a[k + 2], s[k + 3], a[k + 3], from, to, c);
        }
        for (int k = fours; k < a.length; k++) {
            addOneInto(s[k], a[k], from, to, c);
        }
    }

    /**
     * C += S·A: c[r][j] += Σ_k s[r][sFrom + k]·a[k][j] for r &lt; rows and from ≤ j &lt; to. O(rows · a.length · (to − from)).
     */
    public static void addProductInto(double[][] s, int sFrom, int rows, double[][] a, int from, int to, double[][] c) {
        int terms = a.length;
        int fours = terms & ~3;
        for (int tile = from; tile < to; tile += TILE) {
            int end = Math.min(tile + TILE, to);
            for (int k = 0; k < fours; k += 4) {
                double[] a0 = a[k];
                double[] a1 = a[k + 1];
                double[] a2 = a[k + 2];
                double[] a3 = a[k + 3];
                for (int r = 0; r < rows; r++) {
                    double[] row = s[r];
                    int at = sFrom + k;
                    addFourInto(row[at], a0, row[at + 1], a1, row[at + 2], a2, row[at + 3], a3, tile, end, c[r]);
                }
            }
            for (int k = fours; k < terms; k++) {
                for (int r = 0; r < rows; r++) {
                    addOneInto(s[r][sFrom + k], a[k], tile, end, c[r]);
                }
            }
        }
    }

    /** start + Σ_k s[sFrom + k]·w[k] in the order of {@link #addProductInto}. */
    public static double dot(double start, double[] s, int sFrom, double[] w) {
        double sum = start;
        for (int k = 0; k < w.length; k++) {
            sum = MultiplyAdd.of(s[sFrom + k], w[k], sum);
        }
        return sum;
    }

    /**
     * out[outAt + r] = {@link #dot} of row s[sAt + r] for r &lt; rows, to the same bits. Four sums at a time, since each must
     * wait for its own last addition.
     */
    public static void dotsInto(
            double start, double[][] s, int sAt, int rows, int sFrom, double[] w, int outAt, double[] out) {
        int fours = rows & ~3;
        for (int r = 0; r < fours; r += 4) {
            double[] s0 = s[sAt + r];
            double[] s1 = s[sAt + r + 1];
            double[] s2 = s[sAt + r + 2];
            double[] s3 = s[sAt + r + 3];
            double sum0 = start;
            double sum1 = start;
            double sum2 = start;
            double sum3 = start;
            for (int k = 0; k < w.length; k++) {
                double weight = w[k];
                sum0 = MultiplyAdd.of(s0[sFrom + k], weight, sum0);
                sum1 = MultiplyAdd.of(s1[sFrom + k], weight, sum1);
                sum2 = MultiplyAdd.of(s2[sFrom + k], weight, sum2);
                sum3 = MultiplyAdd.of(s3[sFrom + k], weight, sum3);
            }
            out[outAt + r] = sum0;
            out[outAt + r + 1] = sum1;
            out[outAt + r + 2] = sum2;
            out[outAt + r + 3] = sum3;
        }
        for (int r = fours; r < rows; r++) {
            out[outAt + r] = dot(start, s[sAt + r], sFrom, w);
        }
    }
}
