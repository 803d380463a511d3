package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A memetic search for linear ordering (after Schiavinotto and Stützle 2004): a small population of orders, each improved
 * by {@link InsertionSearch}, and children that keep the places of half of the items from one parent and fill the others
 * in the order of the second. Can be resumed.
 */
final class MemeticSearch {
    private static final int POPULATION = 16;
    private static final int SHAKES = 10;

    private final LinearOrdering problem;
    private final int size;
    private final InsertionSearch search;
    private final SplittableRandom random;
    private final List<Ranking> starts;
    private final int[][] orders = new int[POPULATION][];
    private final double[] values = new double[POPULATION];
    private int born;
    private int best;

    /** @param starts the first members of the population; the others are random */
    MemeticSearch(LinearOrdering problem, List<Ranking> starts, SplittableRandom random) {
        this.problem = problem;
        this.size = problem.size();
        this.search = new InsertionSearch(problem);
        this.random = random;
        this.starts = starts;
    }

    /**
     * Goes on until so many children in a row were no gain.
     *
     * @return whether it ended by itself, not by the deadline
     */
    boolean run(int patience, Deadline deadline) {
        for (; born < POPULATION; born++) {
            if (born > 0 && deadline.isPast()) {
                return false;
            }
            int[] order = born < starts.size() ? starts.get(born).toItems() : randomOrder();
            search.iterate(order, SHAKES, random, deadline);
            orders[born] = order;
            values[born] = problem.value(Ranking.ofItems(order));
            deadline.spend(steps());
            best = values[born] < values[best] ? born : best;
        }
        int idle = 0;
        while (idle < patience) {
            if (deadline.isPast()) {
                return false;
            }
            int first = random.nextInt(POPULATION);
            int second = (first + 1 + random.nextInt(POPULATION - 1)) % POPULATION;
            int[] child = cross(orders[first], orders[second]);
            search.iterate(child, SHAKES, random, deadline);
            idle = admit(child) ? 0 : idle + 1;
            deadline.spend(steps());
        }
        return true;
    }

    /** What the value of an order takes. */
    private long steps() {
        return (long) size * size / 2;
    }

    int[] best() {
        return orders[best];
    }

    /** Replaces the worst order by a better one that is not there yet; returns whether it is the best so far. */
    private boolean admit(int[] child) {
        double value = problem.value(Ranking.ofItems(child));
        int worst = 0;
        for (int k = 0; k < POPULATION; k++) {
            // by value, since orders that only differ among ties would soon fill the population
            if (values[k] == value) {
                return false;
            }
            worst = values[k] > values[worst] ? k : worst;
        }
        if (value >= values[worst]) {
            return false;
        }
        boolean gain = value < values[best];
        orders[worst] = child;
        values[worst] = value;
        best = gain ? worst : best;
        return gain;
    }

    private int[] cross(int[] keeper, int[] filler) {
        boolean[] moved = new boolean[size];
        for (int item = 0; item < size; item++) {
            moved[item] = random.nextBoolean();
        }
        int[] child = new int[size];
        int next = 0;
        for (int p = 0; p < size; p++) {
            if (moved[keeper[p]]) {
                while (!moved[filler[next]]) {
                    next++;
                }
                child[p] = filler[next++];
            } else {
                child[p] = keeper[p];
            }
        }
        return child;
    }

    private int[] randomOrder() {
        int[] order = Ranking.identity(size).toItems();
        for (int i = size - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int item = order[i];
            order[i] = order[j];
            order[j] = item;
        }
        return order;
    }
}
