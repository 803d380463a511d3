/** Exact linear ordering by linear programming, on OR-Tools. */
module io.plumbrank.solvers {
    requires io.plumbrank.core;
    requires ortools.java;
    requires static org.jspecify;

    provides io.plumbrank.decode.algorithms.OrderingSolver with
            io.plumbrank.solvers.LpOrderingSolver;
}
