package io.plumbrank.decode.algorithms;

import java.util.SplittableRandom;

/**
 * Local search for MAP. An item that steps past its neighbour changes the value by one term, so all r places of an item
 * are tried in O(r); with running sums along the order, so is every swap with one item. A pass is O(r²). On top of it an
 * iterated search, which shakes the best order and searches again.
 */
final class MapSearch {
    private final int size;
    private final double[] pairs;
    private final double least;

    /** 1/(p + 1) − 1/(p + 2), what a step past a neighbour at place p is worth. */
    private final double[] steps;

    private final int[] order;
    /** {@code sums[p]} = Σ_{q≤p} u of the item at p with the item at q; the item's term is this over p + 1. */
    private final double[] sums;
    // running sums over q < k of u(item at p, item at q), plain and divided by q + 1, at p · (r + 1) + k
    private double[] plain = {};
    private double[] weighted = {};

    MapSearch(MapAssignment problem) {
        this.size = problem.size();
        this.pairs = problem.pairs();
        this.least = problem.tolerance();
        this.steps = new double[size];
        for (int p = 0; p < size; p++) {
            steps[p] = 1 / ((p + 1.0) * (p + 2.0));
        }
        this.order = new int[size];
        this.sums = new double[size];
    }

    /** Improves an order in place until no insertion and no swap helps, or the deadline is past; returns the gain. */
    double improve(int[] start, Deadline deadline) {
        System.arraycopy(start, 0, order, 0, size);
        double gained = 0;
        double gain;
        do {
            gain = insertions(deadline);
            if (!deadline.isPast()) {
                gain += swaps(deadline);
            }
            gained += gain;
        } while (gain > 0 && !deadline.isPast());
        System.arraycopy(order, 0, start, 0, size);
        return gained;
    }

    /** Improves an order in place until no insertion helps; returns the gain. */
    double insert(int[] start) {
        System.arraycopy(start, 0, order, 0, size);
        double gained = insertions(Deadline.NONE);
        System.arraycopy(order, 0, start, 0, size);
        return gained;
    }

    private double insertions(Deadline deadline) {
        computeSums();
        deadline.spend((long) size * size / 2);
        double gained = 0;
        // until all places in a row, round and round, have nothing to gain
        for (int p = 0, idle = 0; idle < size; p = p + 1 < size ? p + 1 : 0) {
            double gain = insertAt(p);
            deadline.spend(size);
            gained += gain;
            idle = gain > 0 ? 0 : idle + 1;
            if (((p & 63) == 63 || p == size - 1) && deadline.isPast()) {
                return gained;
            }
        }
        return gained;
    }

    private void computeSums() {
        for (int p = 0; p < size; p++) {
            sums[p] = 0;
            for (int q = 0; q <= p; q++) {
                sums[p] += pairs[order[p] * size + order[q]];
            }
        }
    }

    /** What the order gains when the items at p and p + 1 change places, given their sums with the upper item on top. */
    private double step(double upper, double lower, double u, int p) {
        return (lower - u - upper) * steps[p];
    }

    private double insertAt(int from) {
        int row = order[from] * size;
        double best = least;
        int to = from;
        double sum = sums[from];
        double gain = 0;
        for (int q = from - 1; q >= 0; q--) {
            double u = pairs[row + order[q]];
            gain += step(sums[q], sum, u, q);
            sum -= u;
            if (gain > best) {
                best = gain;
                to = q;
            }
        }
        sum = sums[from];
        gain = 0;
        for (int q = from + 1; q < size; q++) {
            double u = pairs[row + order[q]];
            gain += step(sum, sums[q], u, q - 1);
            sum += u;
            if (gain > best) {
                best = gain;
                to = q;
            }
        }
        if (to == from) {
            return 0;
        }
        moveWithSums(from, to);
        return best;
    }

    private void moveWithSums(int from, int to) {
        int row = order[from] * size;
        double sum = sums[from];
        for (int q = from; q > to; q--) {
            double u = pairs[row + order[q - 1]];
            sums[q] = sums[q - 1] + u;
            sum -= u;
        }
        for (int q = from; q < to; q++) {
            double u = pairs[row + order[q + 1]];
            sums[q] = sums[q + 1] - u;
            sum += u;
        }
        sums[to] = sum;
        Orders.move(order, from, to);
    }

    /** One pass over all pairs; after each swap the running sums are built anew. */
    private double swaps(Deadline deadline) {
        if (plain.length == 0) {
            plain = new double[Math.multiplyExact(size, size + 1)];
            weighted = new double[plain.length];
        }
        computeRunningSums();
        // a look at a swap reads eight sums, which takes as long as some steps
        deadline.spend(3L * size * size);
        double gained = 0;
        for (int p = 0; p < size; p++) {
            double best = least;
            int with = -1;
            for (int q = p + 1; q < size; q++) {
                double gain = swapGain(p, q);
                if (gain > best) {
                    best = gain;
                    with = q;
                }
            }
            if (with >= 0) {
                int item = order[p];
                order[p] = order[with];
                order[with] = item;
                gained += best;
                if (deadline.isPast()) {
                    break;
                }
                computeRunningSums();
                deadline.spend((long) size * size);
            }
        }
        return gained;
    }

    private void computeRunningSums() {
        for (int p = 0; p < size; p++) {
            int at = p * (size + 1);
            int row = order[p] * size;
            for (int q = 0; q < size; q++, at++) {
                double u = pairs[row + order[q]];
                plain[at + 1] = plain[at] + u;
                weighted[at + 1] = weighted[at] + u / (q + 1);
            }
        }
    }

    private double swapGain(int p, int q) {
        int a = p * (size + 1);
        int b = q * (size + 1);
        double between = weighted[b + q] - weighted[b + p + 1] - (weighted[a + q] - weighted[a + p + 1]);
        double onTop = plain[b + p] + pairs[order[q] * size + order[q]] - plain[a + p + 1];
        double atBottom = plain[a + q + 1] - plain[b + q + 1];
        return between + onTop / (p + 1) + atBottom / (q + 1);
    }

    /**
     * Shakes the best order and improves the result, over and over; keeps what is not worse.
     *
     * @param best the start, and the best found in the end
     * @param patience how many rounds without a gain end the search
     * @return whether it ended by itself, not by the deadline
     */
    boolean iterate(int[] best, int patience, SplittableRandom random, Deadline deadline) {
        improve(best, deadline);
        int[] trial = new int[size];
        int idle = 0;
        while (idle < patience) {
            if (deadline.isPast()) {
                return false;
            }
            System.arraycopy(best, 0, trial, 0, size);
            double gain = shake(trial, random) + improve(trial, deadline);
            deadline.spend((long) size * size);
            if (gain >= 0) {
                System.arraycopy(trial, 0, best, 0, size);
            }
            idle = gain > least ? 0 : idle + 1;
        }
        return true;
    }

    /** Moves some items to random places; returns the gain, mostly negative. */
    private double shake(int[] trial, SplittableRandom random) {
        System.arraycopy(trial, 0, order, 0, size);
        double before = orderValue();
        int moves = 2 + random.nextInt(3 + size / 12);
        for (int m = 0; m < moves; m++) {
            Orders.move(order, random.nextInt(size), random.nextInt(size));
        }
        System.arraycopy(order, 0, trial, 0, size);
        return orderValue() - before;
    }

    private double orderValue() {
        computeSums();
        double value = 0;
        for (int p = 0; p < size; p++) {
            value += sums[p] / (p + 1);
        }
        return value;
    }
}
