package io.plumbrank.target.classes;

import java.util.Arrays;

/**
 * argmin_t ⟨u, β_t⟩ + b_t for one u or many, the first t on ties. Sums run over the coordinates in order, from the shift
 * on, so the two ways agree to the last bit.
 *
 * <p>Many vectors are a matrix product of which only the smallest entry of each row is kept: predictions are cut into
 * tiles of {@value #TILE}, coordinates into groups of four, and a tile serves a block of vectors while it is in the
 * first-level cache. The layout is what JDK 17's C2 turns into vector instructions: one array per tile and group, with
 * offsets that are compile-time constants.
 */
final class LinearArgmin implements Argmin {
    private static final int TILE = 256;
    private static final int GROUP = 4;
    private static final int BLOCK = 64;
    /** Below this many predictions most of a tile would be padding. */
    private static final int FEW = 64;

    private final int size;
    private final int predictions;
    private final double[] shifts;
    /** k × size, row by row. */
    private final double[] columns;
    /** By tile, then by group of coordinates: {@value #GROUP} × {@value #TILE}, padded with zeros. */
    private final double[][][] tiles;
    /** By tile; padded with infinity, which is never smallest. */
    private final double[][] tileShifts;

    /** @param b size × predictions */
    LinearArgmin(double[][] b, double[] shifts) {
        this.size = b.length;
        this.predictions = shifts.length;
        this.shifts = shifts;
        this.columns = new double[predictions * size];
        int tileCount = predictions < FEW ? 0 : (predictions + TILE - 1) / TILE;
        int groups = Math.max(1, (size + GROUP - 1) / GROUP);
        this.tiles = new double[tileCount][groups][GROUP * TILE];
        this.tileShifts = new double[tileCount][TILE];
        for (double[] tile : tileShifts) {
            Arrays.fill(tile, Double.POSITIVE_INFINITY);
        }
        for (int t = 0; t < predictions; t++) {
            for (int i = 0; i < size; i++) {
                columns[t * size + i] = b[i][t];
                if (tileCount > 0) {
                    tiles[t / TILE][i / GROUP][i % GROUP * TILE + t % TILE] = b[i][t];
                }
            }
            if (tileCount > 0) {
                tileShifts[t / TILE][t % TILE] = shifts[t];
            }
        }
    }

    @Override
    public int of(double[] us, int start) {
        double best = Double.POSITIVE_INFINITY;
        int at = -1;
        for (int t = 0; t < predictions; t++) {
            double value = shifts[t];
            for (int i = 0; i < size; i++) {
                value += us[start + i] * columns[t * size + i];
            }
            if (value < best) {
                best = value;
                at = t;
            }
        }
        return at;
    }

    /** O(count · k · size). */
    @Override
    public void into(double[] us, int count, int[] out) {
        if (tiles.length == 0) {
            for (int v = 0; v < count; v++) {
                out[v] = of(us, v * size);
            }
            return;
        }
        double[] best = new double[BLOCK];
        double[] sums = new double[TILE];
        double[] padded = new double[tiles[0].length * GROUP];
        for (int from = 0; from < count; from += BLOCK) {
            int to = Math.min(count, from + BLOCK);
            Arrays.fill(best, Double.POSITIVE_INFINITY);
            Arrays.fill(out, from, to, -1);
            for (int tile = 0; tile < tiles.length; tile++) {
                for (int v = from; v < to; v++) {
                    System.arraycopy(us, v * size, padded, 0, size);
                    tileInto(padded, tiles[tile], tileShifts[tile], sums);
                    int at = firstBelow(sums, best[v - from]);
                    if (at >= 0) {
                        best[v - from] = sums[at];
                        out[v] = tile * TILE + at;
                    }
                }
            }
        }
    }

    private static void tileInto(double[] u, double[][] groups, double[] shifts, double[] sums) {
        double[] from = shifts;
        for (int g = 0; g < groups.length; g++) {
            int i = g * GROUP;
            addGroup(from, u[i], u[i + 1], u[i + 2], u[i + 3], groups[g], sums);
            from = sums;
        }
    }

    private static void addGroup(double[] from, double u0, double u1, double u2, double u3, double[] b, double[] sums) {
        for (int j = 0; j < TILE; j++) {
            sums[j] = from[j] + u0 * b[j] + u1 * b[j + TILE] + u2 * b[j + 2 * TILE] + u3 * b[j + 3 * TILE];
        }
    }

    /** The first of the smallest sums if it is below the bound, else −1. */
    private static int firstBelow(double[] sums, double bound) {
        double best = bound;
        int at = -1;
        for (int j = 0; j < TILE; j++) {
            if (sums[j] < best) {
                best = sums[j];
                at = j;
            }
        }
        return at;
    }
}
