package io.plumbrank.learn.ridge;

import io.plumbrank.learn.arithmetic.Kernels;
import io.plumbrank.learn.features.FeatureMap;
import java.util.Arrays;

/**
 * Adds rows (z, y, w) into weighted second moments: the lower triangle of Σ w·(1, z)(1, z)ᵀ and Σ w·y(1, z)ᵀ. The
 * leading 1 makes weights, sums and products one matrix. Rows wait in a panel until {@link Kernels#PANEL} of them go over
 * the accumulators together.
 *
 * <p>Mutable, one thread, one block; O(k·(k/2 + d)) multiply-adds per row.
 */
public final class MomentAccumulator {
    /**
     * Rows of sums that a group of four goes over before the next does: enough that the processor need not wait for the sums
     * it has just stored, few enough that they are still in cache.
     */
    private static final int STRIP = 64;

    private final int features;
    private final int outputs;
    private final double lead;
    private final double[][] moments;
    private final double[][] cross;

    private final double[][] panel;
    private final double[][] weightedTargets;
    private final double[] weights = new double[Kernels.PANEL];
    private int filled;

    public MomentAccumulator(int features, int outputs) {
        this(features, outputs, 1);
    }

    private MomentAccumulator(int features, int outputs, double lead) {
        this.features = features;
        this.outputs = outputs;
        this.lead = lead;
        this.moments = triangle(1 + features);
        this.cross = new double[outputs][1 + features];
        this.panel = new double[Kernels.PANEL][1 + features];
        this.weightedTargets = new double[Kernels.PANEL][outputs];
    }

    /** Zeros: row i has 1 + i entries. */
    public static double[][] triangle(int rows) {
        double[][] triangle = new double[rows][];
        for (int i = 0; i < rows; i++) {
            triangle[i] = new double[1 + i];
        }
        return triangle;
    }

    /** For rows less their group's mean: the leading 1 is a 0, so that they add nothing to weights and sums. */
    public static MomentAccumulator ofCentred(int features, int outputs) {
        return new MomentAccumulator(features, outputs, 0);
    }

    /** Adds one row: features at z[1 …], where z[0] is not read, and targets at y[yAt …]. */
    public void add(double[] z, double[] y, int yAt, double weight) {
        double[] row = panel[filled];
        System.arraycopy(z, 1, row, 1, features);
        row[0] = lead;
        double[] targets = weightedTargets[filled];
        for (int o = 0; o < outputs; o++) {
            targets[o] = weight * y[yAt + o];
        }
        weights[filled] = weight;
        if (++filled == Kernels.PANEL) {
            flush();
        }
    }

    private void flush() {
        // Rows of zeros fill the last four; they add +0.
        while ((filled & 3) != 0) {
            Arrays.fill(panel[filled], 0);
            Arrays.fill(weightedTargets[filled], 0);
            weights[filled++] = 0;
        }
        for (int tile = 0; tile <= features; tile += Kernels.TILE) {
            for (int first = tile; first <= features; first += STRIP) {
                for (int k = 0; k < filled; k += 4) {
                    addFourToFeatures(k, tile, first);
                }
            }
            for (int first = 0; first < outputs; first += STRIP) {
                for (int k = 0; k < filled; k += 4) {
                    addFourToOutputs(k, tile, first);
                }
            }
        }
        filled = 0;
    }

    private void addFourToFeatures(int k, int tile, int first) {
        double[] z0 = panel[k];
        double[] z1 = panel[k + 1];
        double[] z2 = panel[k + 2];
        double[] z3 = panel[k + 3];
        double w0 = weights[k];
        double w1 = weights[k + 1];
        double w2 = weights[k + 2];
        double w3 = weights[k + 3];
        int last = Math.min(first + STRIP - 1, features);
        for (int i = first; i <= last; i++) {
            int to = Math.min(tile + Kernels.TILE, i + 1);
            Kernels.addFourInto(w0 * z0[i], z0, w1 * z1[i], z1, w2 * z2[i], z2, w3 * z3[i], z3, tile, to, moments[i]);
        }
    }

    private void addFourToOutputs(int k, int tile, int first) {
        double[] y0 = weightedTargets[k];
        double[] y1 = weightedTargets[k + 1];
        double[] y2 = weightedTargets[k + 2];
        double[] y3 = weightedTargets[k + 3];
        int end = Math.min(first + STRIP, outputs);
        int to = Math.min(tile + Kernels.TILE, features + 1);
        for (int o = first; o < end; o++) {
            Kernels.addFourInto(
                    y0[o], panel[k], y1[o], panel[k + 1], y2[o], panel[k + 2], y3[o], panel[k + 3], tile, to, cross[o]);
        }
    }

    /** The sums of all rows added; the accumulator must not be used again. */
    public RegressionSums finish(FeatureMap map, int inputs) {
        if (filled > 0) {
            flush();
        }
        return new RegressionSums(map, inputs, moments, cross);
    }
}
