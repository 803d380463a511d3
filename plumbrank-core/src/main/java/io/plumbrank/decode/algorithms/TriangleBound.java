package io.plumbrank.decode.algorithms;

import java.util.Arrays;

/**
 * A lower bound by Lagrangian relaxation: every three items are ordered on their own, at costs that are shared out among triples and
 * pairs. For variables z_ij ∈ {0, 1}, 1 where j stands above i, and any split c_ij = c̃_ij + Σ_t m_t,ij of the costs,
 *
 * <p>min Σ c_ij z_ij ≥ Σ_pairs min(0, c̃_ij) + Σ_t min over the six orders of the triple t of Σ m_t,ij z_ij,
 *
 * <p>since the right side gives up that triples agree. The best split has the value of the relaxation with 3-dicycle inequalities
 * (Grötschel, Jünger and Reinelt 1984). It is approached by ascent in one triple after another: all that its three pairs have is
 * gathered, and what the triple does not need goes back to its pairs, by min-marginals (Globerson and Jaakkola 2007; the
 * shares of Swoboda and Andres 2017). No step lowers the bound. A sweep is O(r³) in time and memory and needs no linear programme, so that it goes where that is too slow.
 *
 * <p>The bound is added up anew from the split, which sums to the costs but for rounding, and less what that may amount to.
 */
final class TriangleBound {
    /** The triples of so many items take 62 MB. */
    static final int MOST_ITEMS = 250;

    /** What a triple takes in a sweep and the sum after it, measured on random orders of 75 and 150 items. */
    private static final long STEPS_PER_TRIPLE = 20;

    /** A sweep that gains less than this part of the bound is the last. */
    private static final double LEAST_GAIN = 1e-5;

    private final int size;
    private final double base;
    private final double rounding;
    /** c̃ for i &lt; j. */
    private final double[] pairs;
    /** m of (i, j), (j, k) and (i, k), triple after triple in the order of i &lt; j &lt; k. */
    private final double[] triples;

    private double bound;

    /** Begins with a packing of 3-cycles, whose bound is the first: ascent from none gets stuck below it. */
    TriangleBound(LinearOrdering problem, CyclePacking packing) {
        this.size = problem.size();
        this.pairs = new double[size * size];
        this.triples = new double[Math.toIntExact((long) size * (size - 1) * (size - 2) / 2)];
        double reference = problem.sumOfMinima();
        for (int i = 0; i < size; i++) {
            for (int j = i + 1; j < size; j++) {
                pairs[i * size + j] = problem.difference(i, j);
                // the value of the order 0, 1, 2, …, from which z counts
                reference += Math.max(0, -problem.difference(i, j));
            }
        }
        this.base = reference;
        this.rounding = 1e-12 * size * problem.spread();
        packing.cycles().forEach(this::take);
        this.bound = problem.sumOfMinima() + packing.total();
    }

    /** The arcs a → b → c → a give their weight to the triple, each order of which contradicts one of them. */
    private void take(CyclePacking.Cycle cycle) {
        int i = Math.min(cycle.a(), Math.min(cycle.b(), cycle.c()));
        int k = Math.max(cycle.a(), Math.max(cycle.b(), cycle.c()));
        int j = cycle.a() + cycle.b() + cycle.c() - i - k;
        boolean upwards = (cycle.a() == i && cycle.b() == j)
                || (cycle.b() == i && cycle.c() == j)
                || (cycle.c() == i && cycle.a() == j);
        double weight = upwards ? cycle.weight() : -cycle.weight();
        int at = place(i, j, k);
        triples[at] += weight;
        triples[at + 1] += weight;
        triples[at + 2] -= weight;
        pairs[i * size + j] -= weight;
        pairs[j * size + k] -= weight;
        pairs[i * size + k] += weight;
    }

    private int place(int i, int j, int k) {
        long before = choose3(size) - choose3(size - i) + choose2(size - 1 - i) - choose2(size - j) + k - j - 1;
        return Math.toIntExact(3 * before);
    }

    private static long choose2(long n) {
        return n * (n - 1) / 2;
    }

    private static long choose3(long n) {
        return n * (n - 1) * (n - 2) / 6;
    }

    /**
     * Goes on with at most so many sweeps, fewer where they gain nothing any more, or the steps left do not suffice for another.
     *
     * @param enough a bound at which there is nothing left to gain
     * @return no ranking contradicts less
     */
    double ascend(int sweeps, double enough, Deadline deadline) {
        long steps = STEPS_PER_TRIPLE * choose3(size);
        for (int sweep = 0; sweep < sweeps && !deadline.isPast() && deadline.remainingSteps() >= steps; sweep++) {
            deadline.spend(steps);
            sweep();
            double risen = total();
            double gain = risen - bound;
            bound = Math.max(bound, risen);
            if (bound >= enough || (sweep > 0 && gain < LEAST_GAIN * Math.abs(bound))) {
                break;
            }
        }
        return bound;
    }

    private void sweep() {
        int at = 0;
        for (int i = 0; i < size; i++) {
            for (int j = i + 1; j < size; j++) {
                for (int k = j + 1; k < size; k++, at += 3) {
                    step(i * size + j, j * size + k, i * size + k, at);
                }
            }
        }
    }

    /**
     * Gathers what three pairs have, and gives all of it back that the triple does not need: a third, half and all of what each pair
     * is worth to it, and then all of what is left for the first two.
     */
    private void step(int ij, int jk, int ik, int at) {
        double a = triples[at] + pairs[ij];
        double b = triples[at + 1] + pairs[jk];
        double c = triples[at + 2] + pairs[ik];
        double ofA = outer(a, b, c) / 3;
        double ofB = outer(b, a - ofA, c) / 2;
        double ofC = middle(a - ofA, b - ofB, c);
        ofB += outer(b - ofB, a - ofA, c - ofC);
        ofA += outer(a - ofA, b - ofB, c - ofC);
        pairs[ij] = ofA;
        pairs[jk] = ofB;
        pairs[ik] = ofC;
        triples[at] = a - ofA;
        triples[at + 1] = b - ofB;
        triples[at + 2] = c - ofC;
    }

    /**
     * What turning a pair of neighbours, i j or j k, is worth: the best of the orders that turn it less the best of the others. The
     * orders turn nothing, i j, j k, i j and i k, j k and i k, or all.
     */
    private static double outer(double own, double other, double c) {
        return Math.min(own, Math.min(own + c, own + other + c)) - Math.min(0, Math.min(other, other + c));
    }

    /** The same of i k, which no order turns alone. */
    private static double middle(double a, double b, double own) {
        return own + Math.min(Math.min(a, b), a + b) - Math.min(0, Math.min(a, b));
    }

    private double total() {
        double sum = Arrays.stream(pairs).map(cost -> Math.min(0, cost)).sum();
        for (int at = 0; at < triples.length; at += 3) {
            double a = triples[at];
            double b = triples[at + 1];
            double c = triples[at + 2];
            sum += Math.min(Math.min(0, Math.min(a, b)), Math.min(Math.min(a + c, b + c), a + b + c));
        }
        return base + sum - rounding;
    }
}
