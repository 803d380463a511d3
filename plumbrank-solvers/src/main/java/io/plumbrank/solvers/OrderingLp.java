package io.plumbrank.solvers;

import com.google.ortools.linearsolver.MPConstraint;
import com.google.ortools.linearsolver.MPObjective;
import com.google.ortools.linearsolver.MPSolver;
import com.google.ortools.linearsolver.MPSolverParameters;
import com.google.ortools.linearsolver.MPVariable;
import io.plumbrank.decode.algorithms.Deadline;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The linear relaxation of linear ordering, relative to a reference order of positions 0 … n − 1: a variable z_pq for
 * p &lt; q is 1 where the pair is turned round, and 0 ≤ z_pq + z_qs − z_ps ≤ 1 for p &lt; q &lt; s forbids 3-cycles. Rows
 * are added as they are violated; GLOP's dual simplex goes on from its last basis.
 *
 * <p>{@link #bound} is computed here from the dual values and not taken from the solver, so it is a lower bound whatever
 * the solver's tolerances are: for any y, cᵀz = (c − Aᵀy)ᵀz + yᵀAz is at least its least value over the box of z and
 * the ranges of Az.
 */
final class OrderingLp implements AutoCloseable {
    private static final double VIOLATION = 1e-6;

    /** What an iteration of the simplex method takes per variable and row, measured on random orders of 40 to 150 items. */
    private static final long STEPS_PER_ENTRY = 16;

    private final int size;
    private final double[] costs;
    private final double scale;
    private final MPSolver solver;
    private final MPSolverParameters parameters;
    private final MPVariable[] variables;
    private final double[] values;
    private final double[] reducedCosts;
    private final double[] lower;
    private final double[] upper;
    private final List<Row> rows = new ArrayList<>();
    private final BitSet present = new BitSet();
    private double bound = Double.NEGATIVE_INFINITY;

    private record Row(int pq, int qs, int ps, MPConstraint constraint) {}

    /** @param costs n × n; for p &lt; q what turning the pair round costs, negative where it gains */
    OrderingLp(int size, double[] costs) {
        this.size = size;
        this.costs = costs;
        double largest = 0;
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                largest = Math.max(largest, Math.abs(costs[p * size + q]));
            }
        }
        this.scale = largest == 0 ? 1 : largest;
        this.solver = MPSolver.createSolver("GLOP");
        solver.suppressOutput();
        this.parameters = new MPSolverParameters();
        // without presolve the basis stays that of the model, so that the next solve can start from it
        set(MPSolverParameters.IntegerParam.PRESOLVE, MPSolverParameters.PresolveValues.PRESOLVE_OFF.swigValue());
        set(MPSolverParameters.IntegerParam.LP_ALGORITHM, MPSolverParameters.LpAlgorithmValues.DUAL.swigValue());
        set(
                MPSolverParameters.IntegerParam.INCREMENTALITY,
                MPSolverParameters.IncrementalityValues.INCREMENTALITY_ON.swigValue());
        this.variables = new MPVariable[size * size];
        this.values = new double[size * size];
        this.reducedCosts = new double[size * size];
        this.lower = new double[size * size];
        this.upper = new double[size * size];
        MPObjective objective = solver.objective();
        objective.setMinimization();
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                int pair = p * size + q;
                variables[pair] = solver.makeNumVar(0, 1, "");
                objective.setCoefficient(variables[pair], costs[pair] / scale);
                upper[pair] = 1;
            }
        }
    }

    private void set(MPSolverParameters.IntegerParam parameter, int value) {
        parameters.setIntegerParam(parameter, value);
    }

    /** Restricts z of a pair, p &lt; q at p · n + q, to a part of [0, 1]. */
    void restrict(int pair, double from, double to) {
        lower[pair] = from;
        upper[pair] = to;
        variables[pair].setBounds(from, to);
    }

    /** Solves with the present rows; false if the deadline came first, which leaves all results as they were. */
    boolean solve(Deadline deadline) {
        long perIteration = STEPS_PER_ENTRY * ((long) size * size / 2 + rows.size());
        solver.setTimeLimit(Math.max(1, deadline.remaining().toMillis()));
        // GLOP counts its iterations, which are the same on every machine
        solver.setSolverSpecificParametersAsString(
                "max_number_of_iterations: " + (1 + deadline.remainingSteps() / perIteration));
        boolean solved = solver.solve(parameters) == MPSolver.ResultStatus.OPTIMAL;
        deadline.spend(perIteration * (1 + solver.iterations()));
        if (!solved) {
            return false;
        }
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                values[p * size + q] = variables[p * size + q].solutionValue();
            }
        }
        computeBound();
        return true;
    }

    private void computeBound() {
        System.arraycopy(costs, 0, reducedCosts, 0, costs.length);
        double sum = 0;
        for (Row row : rows) {
            double y = row.constraint.dualValue() * scale;
            reducedCosts[row.pq] -= y;
            reducedCosts[row.qs] -= y;
            reducedCosts[row.ps] += y;
            // the row's value lies in [0, 1]
            sum += Math.min(0, y);
        }
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                int pair = p * size + q;
                sum += reducedCosts[pair] * endAssumed(pair);
            }
        }
        bound = sum;
    }

    /** No order that respects the restrictions costs less than this relative to the reference order. */
    double bound() {
        return bound;
    }

    /** z of the last solution. */
    double value(int pair) {
        return values[pair];
    }

    /** The end of the pair's range that the bound assumes. */
    double endAssumed(int pair) {
        return reducedCosts[pair] > 0 ? lower[pair] : upper[pair];
    }

    /** By how much the bound rises when z of this pair is at the other end of its range. */
    double costOfLeaving(int pair) {
        return Math.abs(reducedCosts[pair]) * (upper[pair] - lower[pair]);
    }

    /** Adds the most violated rows, at most so many; returns how many. O(n³). */
    int addViolated(int most) {
        List<double[]> violated = new ArrayList<>();
        for (int p = 0; p < size; p++) {
            for (int q = p + 1; q < size; q++) {
                double zpq = values[p * size + q];
                for (int s = q + 1; s < size; s++) {
                    double z = zpq + values[q * size + s] - values[p * size + s];
                    double violation = Math.max(-z, z - 1);
                    if (violation > VIOLATION && !present.get((p * size + q) * size + s)) {
                        violated.add(new double[] {violation, p, q, s});
                    }
                }
            }
        }
        violated.sort((a, b) -> Double.compare(b[0], a[0]));
        int count = Math.min(most, violated.size());
        for (double[] v : violated.subList(0, count)) {
            addRow((int) v[1], (int) v[2], (int) v[3]);
        }
        return count;
    }

    private void addRow(int p, int q, int s) {
        present.set((p * size + q) * size + s);
        Row row = new Row(p * size + q, q * size + s, p * size + s, solver.makeConstraint(0, 1));
        row.constraint.setCoefficient(variables[row.pq], 1);
        row.constraint.setCoefficient(variables[row.qs], 1);
        row.constraint.setCoefficient(variables[row.ps], -1);
        rows.add(row);
    }

    @Override
    public void close() {
        parameters.delete();
        solver.delete();
    }
}
