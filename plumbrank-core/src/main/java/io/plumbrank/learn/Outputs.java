package io.plumbrank.learn;

import java.util.Arrays;

/**
 * u of some instances for some candidates: of each instance some rows, or pairs, and of each of these as many numbers as the
 * candidate has outputs.
 *
 * @param u by candidate, row by row, those of all instances one after another
 * @param ends by instance, the number of its last row plus 1
 * @param outputs by candidate, how many numbers a row has
 */
public record Outputs(double[][] u, int[] ends, int[] outputs) {
    /** Those of some instances that follow each other. */
    public Outputs part(int from, int to) {
        int before = from == 0 ? 0 : ends[from - 1];
        int after = to == 0 ? 0 : ends[to - 1];
        double[][] some = new double[u.length][];
        Arrays.setAll(some, c -> Arrays.copyOfRange(u[c], before * outputs[c], after * outputs[c]));
        int[] rebased = new int[to - from];
        Arrays.setAll(rebased, i -> ends[from + i] - before);
        return new Outputs(some, rebased, outputs);
    }

    /** Those of one instance for one candidate, a fresh array. */
    public double[] of(int candidate, int instance) {
        int from = instance == 0 ? 0 : ends[instance - 1];
        return Arrays.copyOfRange(u[candidate], from * outputs[candidate], ends[instance] * outputs[candidate]);
    }
}
