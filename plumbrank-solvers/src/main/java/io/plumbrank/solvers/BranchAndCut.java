package io.plumbrank.solvers;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.Deadline;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.decode.algorithms.OrderingSolver.Solution;
import java.util.List;

/** One run of {@link LpOrderingSolver}: depth-first, on one linear programme whose bounds change from node to node. */
final class BranchAndCut implements AutoCloseable {
    private static final double FRACTIONAL = 1e-6;

    /** A node whose bound is this part of the spread below the best value is left: its dual values are no better. */
    private static final double SLACK = 1e-9;

    private final LinearOrdering problem;
    private final int size;
    /** The item at each position of the reference order, on which the variables are defined. */
    private final int[] reference;

    private final double referenceValue;
    private final Deadline deadline;
    private final OrderingLp lp;
    private final int cutsPerRound;
    private final PartialOrder order;
    private final double slack;

    private Ranking best;
    private double bestValue;
    private double open = Double.POSITIVE_INFINITY;
    private boolean complete = true;

    BranchAndCut(LinearOrdering problem, Ranking start, Deadline deadline) {
        this.problem = problem;
        this.size = problem.size();
        this.reference = start.toItems();
        this.best = start;
        this.bestValue = problem.value(start);
        this.referenceValue = bestValue;
        this.deadline = deadline;
        this.order = new PartialOrder(size);
        this.cutsPerRound = Math.max(400, 10 * size);
        double[] costs = new double[size * size];
        double spread = 0;
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                costs[p * size + q] = problem.difference(reference[p], reference[q]);
                spread += Math.abs(costs[p * size + q]);
            }
        }
        this.slack = problem.isIntegral() ? 0 : SLACK * spread;
        this.lp = new OrderingLp(size, costs);
    }

    Solution run() {
        explore(problem.sumOfMinima(), true);
        return new Solution(best, complete ? bestValue : Math.min(open, bestValue), complete);
    }

    /** Explores the orders that respect the restrictions of the linear programme, with a known lower bound. */
    private void explore(double known, boolean isRoot) {
        double bound = known;
        while (true) {
            if (deadline.isPast() || !lp.solve(deadline)) {
                leaveOpen(bound);
                return;
            }
            bound = Math.max(bound, referenceValue + lp.bound());
            round();
            if (problem.proves(bound, bestValue)) {
                return;
            }
            if (bound >= bestValue - slack) {
                // more cuts would not help, and the bound tells how much is left
                leaveOpen(bound);
                return;
            }
            if (isRoot) {
                fixByReducedCosts(bound);
            }
            deadline.spend((long) size * size * size / 6);
            if (lp.addViolated(cutsPerRound) == 0) {
                break;
            }
        }
        int pair = branchingPair();
        if (pair < 0) {
            // an integral optimum of this node, but rounding keeps its bound from proving it
            leaveOpen(bound);
            return;
        }
        boolean turned = lp.value(pair) > 0.5;
        branch(pair, turned, bound);
        branch(pair, !turned, bound);
    }

    private void branch(int pair, boolean turned, double bound) {
        List<Integer> settled = settle(pair, turned);
        explore(bound, false);
        for (int arc : settled) {
            lp.restrict(pairOf(arc), 0, 1);
        }
        order.remove(settled);
    }

    /** Settles the order of a pair p &lt; q, turned round or not, with what follows; returns the arcs this adds. */
    private List<Integer> settle(int pair, boolean turned) {
        int p = pair / size;
        int q = pair % size;
        List<Integer> settled = turned ? order.add(q, p) : order.add(p, q);
        for (int arc : settled) {
            double z = arc / size < arc % size ? 0 : 1;
            lp.restrict(pairOf(arc), z, z);
        }
        return settled;
    }

    private int pairOf(int arc) {
        int a = arc / size;
        int b = arc % size;
        return Math.min(a, b) * size + Math.max(a, b);
    }

    private void leaveOpen(double bound) {
        complete = false;
        open = Math.min(open, bound);
    }

    /** The relaxed solution, rounded to an order by how many pairs each position wins, and improved. */
    private void round() {
        double[] wins = new double[size];
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                double z = lp.value(p * size + q);
                wins[reference[p]] += 1 - z;
                wins[reference[q]] += z;
            }
        }
        Ranking rounded = OrderingDecoder.improve(problem, Ranking.byScores(wins), deadline);
        double value = problem.value(rounded);
        if (value < bestValue) {
            best = rounded;
            bestValue = value;
        }
    }

    /** A pair that cannot leave its bound without reaching the best value can stay there for good. */
    private void fixByReducedCosts(double bound) {
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                int pair = p * size + q;
                if (!order.isSettled(p, q) && problem.proves(bound + lp.costOfLeaving(pair), bestValue)) {
                    settle(pair, lp.endAssumed(pair) > 0);
                }
            }
        }
    }

    /** The fractional pair nearest to one half, of several the one that matters most; −1 if there is none. */
    private int branchingPair() {
        int chosen = -1;
        double most = 0;
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                double z = lp.value(p * size + q);
                double fraction = Math.min(z, 1 - z);
                double merit = fraction * (1 + Math.abs(problem.difference(reference[p], reference[q])));
                if (fraction > FRACTIONAL && merit > most) {
                    most = merit;
                    chosen = p * size + q;
                }
            }
        }
        return chosen;
    }

    @Override
    public void close() {
        lp.close();
    }
}
