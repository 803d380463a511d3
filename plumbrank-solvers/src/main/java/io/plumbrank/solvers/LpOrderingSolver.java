package io.plumbrank.solvers;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.Deadline;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingSolver;

/**
 * Exact linear ordering by branch and cut (Grötschel, Jünger and Reinelt 1984): the relaxation with 3-dicycle
 * inequalities, which alone proves most real instances, and branching on a pair where it is fractional. Bounds are
 * computed from dual values, so they hold whatever the rounding within the solver. Single-threaded.
 */
public final class LpOrderingSolver implements OrderingSolver {
    /** Beyond this the first relaxation does not end in reasonable time. */
    private static final int MOST_ITEMS = 200;

    @Override
    public String name() {
        return "lp-cuts";
    }

    @Override
    public boolean accepts(LinearOrdering problem) {
        return problem.size() <= MOST_ITEMS && NativeLibrary.isLoaded();
    }

    @Override
    public String fault() {
        return NativeLibrary.fault();
    }

    @Override
    public Solution solve(LinearOrdering problem, Ranking start, Deadline deadline) {
        try (BranchAndCut search = new BranchAndCut(problem, start, deadline)) {
            return search.run();
        }
    }
}
