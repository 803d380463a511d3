package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeResult.Optimality;
import io.plumbrank.decode.algorithms.ComponentDecoder.Effort;
import io.plumbrank.decode.algorithms.ComponentDecoder.Piece;
import java.util.List;
import java.util.ServiceLoader;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One strongly connected component that is too large to be solved at a glance: search, bound, then proof. */
final class LargeComponent {
    /** Up to this size branch and bound keeps a table of sets, and is worth a try before anything slower. */
    private static final int MOST_FOR_BRANCHING = Long.SIZE;

    /** Sweeps over all triples; later ones gain next to nothing. */
    private static final int SWEEPS = 200;

    /** Some ten milliseconds of branch and bound. */
    private static final long FEW_NODES = 5_000;

    private static final long ANY_NODES = Long.MAX_VALUE;

    private static final String SEARCHED = "local-search";

    private final LinearOrdering problem;
    private final int size;
    private final Effort effort;
    private final Deadline deadline;
    private final MemeticSearch search;

    private int[] order;
    private double value;
    private double bound;
    private boolean stopped;
    private String method = SEARCHED;

    /** @param problem reduced, so that its sum of minima is 0 */
    LargeComponent(LinearOrdering problem, Effort effort, long seed, Deadline deadline) {
        this.problem = problem;
        this.size = problem.size();
        this.effort = effort;
        this.deadline = deadline;
        List<Ranking> starts =
                List.of(Scores.borda(problem), Scores.copeland(problem), new Algorithm1(problem).decode());
        this.search = new MemeticSearch(problem, starts, new SplittableRandom(seed));
        this.order = starts.get(0).toItems();
        this.value = problem.value(starts.get(0));
        for (Ranking start : starts) {
            keep(start.toItems());
            keep(OrderingDecoder.improve(problem, start, deadline.part(0.3)).toItems());
        }
    }

    /** What found the order, and proved it if it is proven. */
    String method() {
        return method;
    }

    Piece decode() {
        CyclePacking packing = new CyclePacking(problem, size <= TriangleBound.MOST_ITEMS, deadline.part(0.2));
        bound = packing.total();
        stopped = !packing.isComplete();
        if (effort == Effort.SEARCH) {
            search(1, 500);
        } else if (size <= SubsetProgram.MOST_ITEMS) {
            branch(FEW_NODES, 1);
            enumerate();
        } else {
            search(0.3, 100);
            if (size <= MOST_FOR_BRANCHING) {
                branch(FEW_NODES, 0.2);
            }
            prove(effort == Effort.AUTO ? 0.8 : 0.9);
            relax(packing, effort == Effort.AUTO ? 0.5 : 1);
            search(effort == Effort.AUTO ? 1 : 0, 1000);
        }
        Ranking ranking = Ranking.ofItems(order);
        if (isProven()) {
            // no other bound took its place
            method = method.equals(SEARCHED) ? SEARCHED + "+cycle-packing" : method;
            return new Piece(ranking, value, Optimality.PROVEN);
        }
        return new Piece(ranking, problem.tightened(bound), stopped ? Optimality.STOPPED : Optimality.UNPROVEN);
    }

    private void search(double share, int patience) {
        if (isProven() || share == 0) {
            return;
        }
        stopped |= !search.run(patience, deadline.part(share));
        keep(search.best());
    }

    private void branch(long nodes, double share) {
        if (isProven()) {
            return;
        }
        OrderingBranchAndBound branching = new OrderingBranchAndBound(problem, order, value, deadline.part(share));
        boolean complete = branching.run(nodes);
        proved("branch-and-bound", branching.best(), branching.bound(), complete);
    }

    private void enumerate() {
        if (isProven()) {
            return;
        }
        int[] found = SubsetProgram.order(problem, deadline);
        if (found == null) {
            stopped = true;
        } else {
            proved("subset-dp", found, 0, true);
        }
    }

    private void prove(double share) {
        if (isProven()) {
            return;
        }
        OrderingSolver solver = solver();
        if (solver != null) {
            OrderingSolver.Solution solution = solver.solve(problem, Ranking.ofItems(order), deadline.part(share));
            proved(solver.name(), solution.ranking().toItems(), solution.bound(), solution.complete());
            stopped |= !solution.complete();
        } else if (effort == Effort.EXACT || size <= MOST_FOR_BRANCHING) {
            branch(ANY_NODES, share);
            stopped |= !isProven();
        }
    }

    /** For when the solver does not come far, or there is none. */
    private void relax(CyclePacking packing, double share) {
        if (!isProven() && size <= TriangleBound.MOST_ITEMS) {
            double relaxed = new TriangleBound(problem, packing).ascend(SWEEPS, value, deadline.part(share));
            if (relaxed > bound) {
                proved("triangles", order, relaxed, false);
            }
        }
    }

    private void proved(String by, int[] found, double newBound, boolean complete) {
        keep(found);
        if (complete) {
            method = by;
        } else if (newBound > bound) {
            method = SEARCHED + "+" + by;
        }
        bound = complete ? value : Math.max(bound, newBound);
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
