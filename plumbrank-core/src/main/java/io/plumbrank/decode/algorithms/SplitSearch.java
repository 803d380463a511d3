package io.plumbrank.decode.algorithms;

import java.util.Arrays;

/**
 * Minimises the split bound of {@link MapRelaxation} for one p after the other, by a subgradient method with Polyak's
 * step length towards a value that is known to be reached. Each p starts from the best split of the one before.
 */
final class SplitSearch {
    private static final int MOST_STEPS = 400;

    /** Large p weigh little in the bound and take long, so they get fewer steps: this many over p. */
    private static final int STEPS_TIMES_P = 12_000;

    private static final int PATIENCE = 10;
    private static final double LEAST_STEP = 0.01;

    private final int size;
    private final double[] pairs;
    private final double tolerance;
    private final double[] split;
    private final double[] best;
    private final double[] row;
    private final double[] totals;
    private final double[] levels;
    private final boolean[] chosen;

    SplitSearch(MapAssignment problem) {
        this.size = problem.size();
        this.pairs = problem.pairs();
        this.tolerance = problem.tolerance();
        this.split = new double[pairs.length];
        Arrays.setAll(split, arc -> pairs[arc] / 2);
        this.best = split.clone();
        this.row = new double[size];
        this.totals = new double[size];
        this.levels = new double[size];
        this.chosen = new boolean[pairs.length];
    }

    /** The smallest bound found for sets of p items, 2 ≤ p &lt; r. */
    double minimise(int p, double reached, Deadline deadline) {
        System.arraycopy(best, 0, split, 0, split.length);
        double least = Double.POSITIVE_INFINITY;
        double length = 1;
        int idle = 0;
        for (int step = 0; step < Math.min(MOST_STEPS, STEPS_TIMES_P / p) && length > LEAST_STEP; step++) {
            double bound = evaluate(p);
            // the largest of each row are selected, and the step is another pass or two
            deadline.spend(5L * size * size);
            if (bound < least) {
                idle = bound < least - 1e-4 * (least - reached) ? 0 : idle + 1;
                least = bound;
                System.arraycopy(split, 0, best, 0, split.length);
            } else {
                idle++;
            }
            if (idle >= PATIENCE) {
                length /= 2;
                idle = 0;
            }
            if (least <= reached + tolerance || deadline.isPast() || !move(p, length * (bound - reached))) {
                break;
            }
        }
        return least;
    }

    /** The split behind the last bound, as a fresh r × r matrix. */
    double[] split() {
        return best.clone();
    }

    private double evaluate(int p) {
        for (int i = 0; i < size; i++) {
            int count = 0;
            for (int j = 0; j < size; j++) {
                if (j != i) {
                    row[count++] = split[i * size + j];
                }
            }
            totals[i] = pairs[i * size + i] + Selection.sumOfLargest(row, count, p - 1);
            levels[i] = row[p - 2];
        }
        System.arraycopy(totals, 0, row, 0, size);
        return Selection.sumOfLargest(row, size, p);
    }

    /** Steps against the subgradient at the current split; false if there is nothing to move, so it is a minimum. */
    private boolean move(int p, double room) {
        double rowLevel = row[p - 1];
        Arrays.fill(chosen, false);
        int rowTies = p;
        for (int i = 0; i < size; i++) {
            rowTies -= totals[i] > rowLevel ? 1 : 0;
        }
        for (int i = 0; i < size; i++) {
            if (totals[i] > rowLevel || (totals[i] == rowLevel && rowTies-- > 0)) {
                chooseInRow(i, p - 1);
            }
        }
        int norm = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                norm += chosen[i * size + j] == chosen[j * size + i] ? 0 : 1;
            }
        }
        if (norm == 0) {
            return false;
        }
        double step = room / norm / 2;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                int here = i * size + j;
                int there = j * size + i;
                if (chosen[here] != chosen[there]) {
                    double shift = chosen[here] ? step : -step;
                    split[here] -= shift;
                    // not += shift: rounding must not make the shares add up to more or less than u
                    split[there] = pairs[here] - split[here];
                }
            }
        }
        return true;
    }

    private void chooseInRow(int i, int count) {
        double level = levels[i];
        int ties = count;
        for (int j = 0; j < size; j++) {
            ties -= j != i && split[i * size + j] > level ? 1 : 0;
        }
        for (int j = 0; j < size; j++) {
            double share = split[i * size + j];
            if (j != i && (share > level || (share == level && ties-- > 0))) {
                chosen[i * size + j] = true;
            }
        }
    }
}
