package io.plumbrank.decode.algorithms;

import java.util.ArrayList;
import java.util.List;

/**
 * A lower bound for linear ordering on top of the sum of minima: arc-disjoint (by weight) 3-cycles of the difference
 * graph. Every ranking contradicts an arc of each cycle, so the weights of the cycles add up to a bound. Greedy, O(r³);
 * stopped early it is a smaller bound and still valid.
 */
final class CyclePacking {
    /** A 3-cycle and the weight that it takes from each of its arcs. */
    record Cycle(int a, int b, int c, double weight) {}

    private final int size;
    private final double[] left;
    private final List<Cycle> cycles = new ArrayList<>();
    private double total;
    private final boolean listed;
    private boolean complete = true;

    /** @param listed whether the cycles are kept: many items have more of them than pairs */
    CyclePacking(LinearOrdering problem, boolean listed, Deadline deadline) {
        this.size = problem.size();
        this.listed = listed;
        this.left = problem.differences().clone();
        for (int i = 0; i < size && complete; i++) {
            complete = !deadline.isPast();
            long steps = size;
            for (int j = i + 1; j < size && complete; j++) {
                if (left[i * size + j] > 0) {
                    packThrough(i, j);
                    steps += size - i;
                }
            }
            deadline.spend(steps);
        }
    }

    private void packThrough(int i, int j) {
        int arc = i * size + j;
        for (int k = i + 1; k < size && left[arc] > 0; k++) {
            double weight = Math.min(left[arc], Math.min(left[j * size + k], left[k * size + i]));
            if (weight > 0) {
                left[arc] -= weight;
                left[j * size + k] -= weight;
                left[k * size + i] -= weight;
                total += weight;
                if (listed) {
                    cycles.add(new Cycle(i, j, k, weight));
                }
            }
        }
    }

    /** What every ranking contradicts at least, beyond the sum of minima. */
    double total() {
        return total;
    }

    /** Whether it was not stopped early. */
    boolean isComplete() {
        return complete;
    }

    /** None where they are not kept. */
    List<Cycle> cycles() {
        return cycles;
    }
}
