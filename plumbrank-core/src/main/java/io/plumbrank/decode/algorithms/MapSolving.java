package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/** One MAP problem on its way to a result: search, bound, then proof. */
final class MapSolving {
    /** Up to this size, going through all sets takes a few milliseconds. */
    private static final int FEW_ITEMS = 16;

    /** Some ten milliseconds of branch and bound. */
    private static final long FEW_NODES = 1_000;

    private final long startNanos = System.nanoTime();
    private final MapAssignment problem;
    private final int size;
    private final Deadline deadline;
    private final SplittableRandom random;

    private int[] order;
    private double value;
    private double bound = Double.POSITIVE_INFINITY;
    private boolean complete;
    private boolean stopped;
    private String method = "local-search";
    /** What gave the bound. */
    private String boundBy = "relaxation";

    MapSolving(MapAssignment problem, DecodeLimits limits) {
        this.problem = problem;
        this.size = problem.size();
        this.deadline = Deadline.of(limits);
        this.random = new SplittableRandom(limits.seed());
        this.order = diagonal(problem).toItems();
        this.value = problem.value(Ranking.ofItems(order));
    }

    static Ranking diagonal(MapAssignment problem) {
        double[] scores = new double[problem.size()];
        Arrays.setAll(scores, i -> problem.pair(i, i));
        return Ranking.byScores(scores);
    }

    DecodeResult sorted() {
        bound = new MapRelaxation(problem).bound();
        complete = isProven();
        method = "diagonal";
        return result();
    }

    DecodeResult search() {
        search(0.6, 1000 + 20 * size);
        relax(1);
        return result();
    }

    DecodeResult exact() {
        solve(0.1, 100 + size, 1);
        return result();
    }

    DecodeResult auto() {
        solve(0.25, 200 + 5 * size, 0.8);
        if (size > SubsetProgram.MOST_ITEMS) {
            search(1, 1000 + 20 * size);
        }
        return result();
    }

    /** Proves the optimum if that can be done, by what is likely to be fastest. */
    private void solve(double searchShare, int patience, double proofShare) {
        if (size <= FEW_ITEMS) {
            enumerate();
        } else if (size <= SubsetProgram.MOST_ITEMS) {
            search(searchShare, 20);
            prove(FEW_NODES, 0.5);
            enumerate();
        } else if (size <= MapBranchAndBound.MOST_ITEMS) {
            search(searchShare, patience);
            prove(Long.MAX_VALUE, proofShare);
        } else {
            search(searchShare, patience);
            relax(proofShare);
        }
    }

    private void enumerate() {
        if (isProven()) {
            return;
        }
        double[] factors = new double[size + 1];
        Arrays.setAll(factors, p -> p == 0 ? 0 : 1.0 / p);
        int[] found = new SubsetProgram(size, problem.pairs(), factors).solve(deadline);
        if (found == null) {
            stopped = true;
        } else {
            keep(found);
            complete = true;
            method = "subset-dp";
        }
    }

    private void search(double share, int patience) {
        if (isProven() || size < 2) {
            return;
        }
        MapSearch search = new MapSearch(problem);
        int[] greedy = greedy();
        search.improve(greedy, deadline.part(share / 2));
        keep(greedy);
        int[] trial = order.clone();
        stopped |= !search.iterate(trial, patience, random, deadline.part(share));
        keep(trial);
    }

    /** From the top, the item that adds most next. O(r²). */
    private int[] greedy() {
        double[] gains = new double[size];
        Arrays.setAll(gains, i -> problem.pair(i, i));
        int[] found = new int[size];
        boolean[] placed = new boolean[size];
        for (int p = 0; p < size; p++) {
            int next = -1;
            for (int i = 0; i < size; i++) {
                if (!placed[i] && (next < 0 || gains[i] > gains[next])) {
                    next = i;
                }
            }
            placed[next] = true;
            found[p] = next;
            for (int i = 0; i < size; i++) {
                gains[i] += problem.pair(i, next);
            }
        }
        return found;
    }

    private void relax(double share) {
        MapRelaxation relaxation = new MapRelaxation(problem);
        bound = Math.min(bound, relaxation.bound());
        if (!isProven()) {
            stopped |= !relaxation.tighten(order, new double[0][], deadline.part(share));
            bound = Math.min(bound, relaxation.bound());
        }
    }

    private void prove(long nodeLimit, double share) {
        Deadline until = deadline.part(share);
        MapRelaxation relaxation = new MapRelaxation(problem);
        double[][] splits = new double[size + 1][];
        stopped |= !relaxation.tighten(order, splits, until.part(0.75));
        bound = Math.min(bound, relaxation.bound());
        if (!isProven()) {
            MapBranchAndBound branching = new MapBranchAndBound(problem, splits, order, value, until);
            complete = branching.run(nodeLimit);
            stopped |= !complete;
            if (branching.bound() < bound) {
                bound = branching.bound();
                boundBy = "branch-and-bound";
            }
            keep(branching.best());
            method = complete ? "branch-and-bound" : method;
        }
    }

    private boolean isProven() {
        return complete || problem.proves(bound, value);
    }

    private void keep(int[] candidate) {
        double candidateValue = problem.value(Ranking.ofItems(candidate));
        if (candidateValue > value) {
            value = candidateValue;
            order = candidate.clone();
        }
    }

    private DecodeResult result() {
        boolean proven = isProven();
        return new DecodeResult(
                Ranking.ofItems(order),
                value,
                proven ? value : Math.max(bound, value),
                proven ? Optimality.PROVEN : stopped ? Optimality.STOPPED : Optimality.UNPROVEN,
                proven && !complete ? method + "+" + boundBy : method,
                Duration.ofNanos(System.nanoTime() - startNanos));
    }
}
