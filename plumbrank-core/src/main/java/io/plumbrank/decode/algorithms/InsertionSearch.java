package io.plumbrank.decode.algorithms;

import java.util.SplittableRandom;

/**
 * Local search for linear ordering: take an item out and put it where it costs least. All r places of an item are tried
 * in O(r), since each step past a neighbour changes the value by their difference; so a pass is O(r²). On top of it an
 * iterated search, which shakes the best order and searches again.
 */
final class InsertionSearch {
    private final int size;
    private final double[] differences;
    private final double least;

    InsertionSearch(LinearOrdering problem) {
        this.size = problem.size();
        this.differences = problem.differences();
        // a gain that is only rounding would let the search go round in circles
        this.least = problem.isIntegral() ? 0.5 : 1e-13 * problem.spread();
    }

    /**
     * Improves an order in place until no insertion helps or the deadline is past.
     *
     * @return by how much the contradicted weight fell
     */
    double improve(int[] order, Deadline deadline) {
        double gained = 0;
        // until all places in a row, round and round, have nothing to gain
        for (int p = 0, idle = 0; idle < size; p = p + 1 < size ? p + 1 : 0) {
            double gain = improveAt(order, p);
            deadline.spend(size);
            gained += gain;
            idle = gain > 0 ? 0 : idle + 1;
            if ((p & 63) == 63 && deadline.isPast()) {
                return gained;
            }
        }
        return gained;
    }

    private double improveAt(int[] order, int from) {
        int row = order[from] * size;
        double best = least;
        int to = from;
        double gain = 0;
        for (int q = from - 1; q >= 0; q--) {
            gain += differences[row + order[q]];
            if (gain > best) {
                best = gain;
                to = q;
            }
        }
        gain = 0;
        for (int q = from + 1; q < size; q++) {
            gain -= differences[row + order[q]];
            if (gain > best) {
                best = gain;
                to = q;
            }
        }
        if (to == from) {
            return 0;
        }
        Orders.move(order, from, to);
        return best;
    }

    /**
     * Shakes the best order by a few random insertions and improves the result, over and over; keeps what is not worse.
     *
     * @param order the start, and the best found in the end
     * @param patience how many rounds without a gain end the search
     * @return whether it ended by itself, not by the deadline
     */
    boolean iterate(int[] order, int patience, SplittableRandom random, Deadline deadline) {
        improve(order, deadline);
        int[] trial = new int[size];
        int idle = 0;
        while (idle < patience) {
            if (deadline.isPast()) {
                return false;
            }
            System.arraycopy(order, 0, trial, 0, size);
            double gain = shake(trial, random) + improve(trial, deadline);
            deadline.spend(size);
            if (gain >= 0) {
                System.arraycopy(trial, 0, order, 0, size);
            }
            idle = gain > least ? 0 : idle + 1;
        }
        return true;
    }

    /** Moves some items to random places; returns the gain, mostly negative. */
    private double shake(int[] order, SplittableRandom random) {
        int moves = 2 + random.nextInt(3 + size / 12);
        double gain = 0;
        for (int m = 0; m < moves; m++) {
            int from = random.nextInt(size);
            int to = random.nextInt(size);
            int row = order[from] * size;
            for (int q = from; q > to; q--) {
                gain += differences[row + order[q - 1]];
            }
            for (int q = from; q < to; q++) {
                gain -= differences[row + order[q + 1]];
            }
            Orders.move(order, from, to);
        }
        return gain;
    }
}
