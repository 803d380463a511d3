package io.plumbrank.learn.boost;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Few numbers in place of the gradients of many outputs, for the search for splits alone. Each output is added to one of them, with a
 * sign, and about equally many to each; signs and places are drawn anew for every tree. The square of a sum of terms with random signs
 * is on average the sum of their squares, so the gain of a split is on average what it is for all outputs (the count sketch of Charikar,
 * Chen and Farach-Colton 2002; sketches for trees of many outputs: Iosipoi and Vakhrushev 2022). O(outputs) per row.
 */
final class Sketch {
    private final int few;
    /** Outputs by the number that they are added to. */
    private final int[] order;

    private final double[] signs;

    /** @param few how many numbers take the place of the outputs */
    Sketch(int outputs, int few, long key) {
        this.few = few;
        order = IntStream.range(0, outputs)
                .boxed()
                .sorted(Comparator.comparingLong(o -> Mixing.mix(key, 8, o)))
                .mapToInt(o -> o)
                .toArray();
        signs = new double[outputs];
        Arrays.setAll(signs, i -> (Mixing.mix(key, 9, i) & 1) == 0 ? 1 : -1);
    }

    /** The sketch of factor · (scores − targets) of a row, which begin at these places. */
    void into(float[] scores, int scoresAt, double[] targets, int targetsAt, double factor, double[] sketched) {
        int from = 0;
        for (int number = 0; number < few; number++) {
            int to = (int) ((long) order.length * (number + 1) / few);
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += signs[i] * (scores[scoresAt + order[i]] - targets[targetsAt + order[i]]);
            }
            sketched[number] = factor * sum;
            from = to;
        }
    }
}
