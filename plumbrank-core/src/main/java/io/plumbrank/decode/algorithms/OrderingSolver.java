package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeResult;
import java.util.List;
import java.util.ServiceLoader;

/**
 * An exact solver for linear ordering from outside this library's core, found by {@link java.util.ServiceLoader}. The
 * module {@code plumbrank-solvers} provides one; without any, branch and bound takes its place.
 */
public interface OrderingSolver {
    /** A short name for {@link DecodeResult#method}, such as {@code lp-cuts}. */
    String name();

    /** Whether it can run on this machine and is made for problems of this size. Asked before every {@link #solve}. */
    boolean accepts(LinearOrdering problem);

    /** Why it could not run here, in a sentence for the user; empty where it could, and where it was not asked. */
    default String fault() {
        return "";
    }

    /** The {@link #fault}s of all solvers on the class path. */
    static List<String> faults() {
        return ServiceLoader.load(OrderingSolver.class).stream()
                .map(solver -> solver.get().fault())
                .filter(fault -> !fault.isEmpty())
                .toList();
    }

    /**
     * Searches until the optimum is proven or the deadline is past. Must spend what it does, and be deterministic whether its
     * steps are used up or not; only a clock may make a difference.
     *
     * @param problem one strongly connected component, reduced: its sum of minima is 0
     * @param start a good ranking
     */
    Solution solve(LinearOrdering problem, Ranking start, Deadline deadline);

    /**
     * What a solver found.
     *
     * @param ranking at least as good as the start
     * @param bound no ranking has a smaller value, whatever the rounding of the solver
     * @param complete whether the solver came to its end, so that the ranking is optimal
     */
    record Solution(Ranking ranking, double bound, boolean complete) {}
}
