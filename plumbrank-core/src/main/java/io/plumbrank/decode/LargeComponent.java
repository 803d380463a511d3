package io.plumbrank.decode;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.ComponentDecoder.Effort;
import io.plumbrank.decode.ComponentDecoder.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One strongly connected component with too many items to go through all their sets: search, bound, then proof. */
final class LargeComponent {
    /** Up to this size branch and bound is worth its share of the time when a proof is not insisted on. */
    private static final int MOST_FOR_BRANCHING = Long.SIZE;

    private final LinearOrdering problem;
    private final Effort effort;
    private final Deadline deadline;
    private final SplittableRandom random;
    private final List<String> methods = new ArrayList<>();

    private int[] order;
    private double value;
    private double bound;
    private boolean stopped;

    /** @param problem reduced, so that its sum of minima is 0 */
    LargeComponent(LinearOrdering problem, Effort effort, long seed, Deadline deadline) {
        this.problem = problem;
        this.effort = effort;
        this.deadline = deadline;
        this.random = new SplittableRandom(seed);
        this.order = Scores.borda(problem).toItems();
        this.value = problem.value(Ranking.ofItems(order));
    }

    List<String> methods() {
        return methods;
    }

    Piece decode() {
        start();
        CyclePacking packing = new CyclePacking(problem, deadline.part(0.2));
        bound = packing.total();
        stopped = !packing.isComplete();
        switch (effort) {
            case SEARCH -> search(1, 1000 + 20 * problem.size());
            case EXACT -> {
                search(0.2, 100 + problem.size());
                prove(1);
            }
            case AUTO -> {
                search(0.3, 200 + 5 * problem.size());
                prove(0.8);
                search(1, 1000 + 20 * problem.size());
            }
        }
        if (isProven()) {
            return new Piece(order, value, Optimality.PROVEN);
        }
        return new Piece(
                order, problem.tightened(bound), stopped ? Optimality.STOPPED : Optimality.UNPROVEN);
    }

    /** The best of the one-pass rules, each improved by insertions. */
    private void start() {
        InsertionSearch search = new InsertionSearch(problem);
        List<Ranking> starts =
                List.of(Scores.borda(problem), Scores.copeland(problem), new Algorithm1(problem).decode());
        for (int s = 0; s < starts.size(); s++) {
            int[] trial = starts.get(s).toItems();
            keep(trial);
            search.improve(trial, deadline.part(0.3));
            keep(trial);
        }
    }

    private void search(double share, int patience) {
        if (isProven()) {
            return;
        }
        methods.remove("local-search");
        methods.add("local-search");
        int[] trial = order.clone();
        stopped |= !new InsertionSearch(problem).iterate(trial, patience, random, deadline.part(share));
        keep(trial);
    }

    private void prove(double share) {
        if (isProven()) {
            return;
        }
        Deadline until = deadline.part(share);
        OrderingSolver solver = solver();
        if (solver != null) {
            OrderingSolver.Solution solution = solver.solve(problem, Ranking.ofItems(order), until);
            proved(solver.name(), solution.ranking().toItems(), solution.bound(), solution.complete());
        } else if (effort == Effort.EXACT || problem.size() <= MOST_FOR_BRANCHING) {
            OrderingBranchAndBound search = new OrderingBranchAndBound(problem, order, value, until);
            boolean complete = search.run();
            proved("branch-and-bound", search.best(), search.bound(), complete);
        }
    }

    private void proved(String method, int[] found, double newBound, boolean complete) {
        keep(found);
        bound = complete ? value : Math.max(bound, newBound);
        stopped |= !complete;
        if (complete) {
            methods.clear();
        }
        methods.add(method);
    }

    private @Nullable OrderingSolver solver() {
        for (OrderingSolver candidate : ServiceLoader.load(OrderingSolver.class)) {
            if (candidate.accepts(problem)) {
                return candidate;
            }
        }
        return null;
    }

    private boolean isProven() {
        return problem.proves(bound, value);
    }

    private void keep(int[] candidate) {
        double candidateValue = problem.value(Ranking.ofItems(candidate));
        if (candidateValue < value) {
            value = candidateValue;
            order = candidate.clone();
        }
    }
}
