package io.plumbrank.solvers;

import java.util.ArrayList;
import java.util.List;

/**
 * A transitively closed partial order of positions 0 … n − 1. It always has a linear extension, so a linear programme
 * that is restricted to it stays feasible, and either order of a pair that it leaves open may be added.
 */
final class PartialOrder {
    private final int size;
    private final boolean[] before;

    PartialOrder(int size) {
        this.size = size;
        this.before = new boolean[size * size];
    }

    /** Whether the order of the two is settled. */
    boolean isSettled(int p, int q) {
        return before[p * size + q] || before[q * size + p];
    }

    /** Puts p before q and whatever follows; returns the pairs that this settles, as first · n + second. */
    List<Integer> add(int p, int q) {
        if (isSettled(p, q)) {
            throw new IllegalArgumentException("the order of " + p + " and " + q + " is settled already");
        }
        List<Integer> settled = new ArrayList<>();
        for (int a = 0; a < size; a++) {
            if (a != p && !before[a * size + p]) {
                continue;
            }
            for (int b = 0; b < size; b++) {
                if ((b == q || before[q * size + b]) && !before[a * size + b]) {
                    settled.add(a * size + b);
                }
            }
        }
        settled.forEach(pair -> before[pair] = true);
        return settled;
    }

    /** Takes back what {@link #add} settled, latest first. */
    void remove(List<Integer> settled) {
        settled.forEach(pair -> before[pair] = false);
    }
}
