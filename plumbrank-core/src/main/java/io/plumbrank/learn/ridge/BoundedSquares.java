package io.plumbrank.learn.ridge;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Least squares with weights that must not be negative, or not positive: the active set method of Lawson and Hanson (1974, chapter 23) on
 * the normal equations. It minimises ½ wᵀ(R + λI)w − cᵀw under the signs, and ends at the only minimum.
 */
final class BoundedSquares {
    /** Slopes below it, as a part of the largest covariance, are rounding. */
    private static final double ROUNDING = 1e-12;

    private final DMatrixRMaj gram;
    private final double[][] cross;
    private final int[] signs;

    /**
     * @param gram R
     * @param cross c, one row per feature, one column per output
     * @param signs 1 for weights of at least 0, -1 for at most 0, 0 for any
     */
    BoundedSquares(DMatrixRMaj gram, double[][] cross, int[] signs) {
        this.gram = gram;
        this.cross = cross;
        this.signs = signs.clone();
    }

    /** The weights for an output; those without bounds where these keep them. */
    double[] weights(double[] unbounded, double lambda, int output) {
        int n = signs.length;
        if (IntStream.range(0, n).allMatch(i -> signs[i] * unbounded[i] >= 0)) {
            return unbounded;
        }
        double[] target = new double[n];
        Arrays.setAll(target, i -> cross[i][output]);
        double least = ROUNDING * Arrays.stream(target).map(Math::abs).max().orElse(0);
        boolean[] taken = new boolean[n];
        for (int i = 0; i < n; i++) {
            taken[i] = signs[i] == 0;
        }
        double[] w = descend(new double[n], taken, lambda, target);
        boolean[] left = new boolean[n];
        while (true) {
            int steepest = -1;
            double slope = least;
            for (int i = 0; i < n; i++) {
                if (!taken[i] && !left[i]) {
                    double own = signs[i] * gradient(i, w, lambda, target);
                    if (own > slope) {
                        slope = own;
                        steepest = i;
                    }
                }
            }
            if (steepest < 0) {
                return w;
            }
            taken[steepest] = true;
            double[] next = descend(w, taken, lambda, target);
            // a step that rounding turns back would be tried for ever
            Arrays.fill(left, false);
            left[steepest] = !taken[steepest];
            w = next;
        }
    }

    private double gradient(int i, double[] w, double lambda, double[] target) {
        double sum = target[i] - lambda * w[i];
        for (int j = 0; j < w.length; j++) {
            sum -= gram.get(i, j) * w[j];
        }
        return sum;
    }

    /** From weights within the bounds to the minimum over those that are taken, of which some are given up on the way. */
    private double[] descend(double[] from, boolean[] taken, double lambda, double[] target) {
        double[] w = from;
        while (true) {
            double[] free = minimum(taken, lambda, target);
            double step = 1;
            int first = -1;
            for (int i = 0; i < w.length; i++) {
                if (taken[i] && signs[i] * free[i] < 0) {
                    double until = w[i] / (w[i] - free[i]);
                    if (first < 0 || until < step) {
                        step = until;
                        first = i;
                    }
                }
            }
            if (first < 0) {
                return free;
            }
            double[] next = new double[w.length];
            for (int i = 0; i < w.length; i++) {
                next[i] = taken[i] ? w[i] + step * (free[i] - w[i]) : 0;
            }
            next[first] = 0;
            taken[first] = false;
            w = next;
        }
    }

    private double[] minimum(boolean[] taken, double lambda, double[] target) {
        int[] members = IntStream.range(0, taken.length).filter(i -> taken[i]).toArray();
        double[] w = new double[taken.length];
        double shift = lambda;
        while (members.length > 0) {
            DMatrixRMaj a = new DMatrixRMaj(members.length, members.length);
            DMatrixRMaj b = new DMatrixRMaj(members.length, 1);
            for (int i = 0; i < members.length; i++) {
                for (int j = 0; j < members.length; j++) {
                    a.set(i, j, gram.get(members[i], members[j]) + (i == j ? shift : 0));
                }
                b.set(i, 0, target[members[i]]);
            }
            LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(members.length);
            if (solver.setA(a)) {
                DMatrixRMaj solution = new DMatrixRMaj(members.length, 1);
                solver.solve(b, solution);
                for (int i = 0; i < members.length; i++) {
                    w[members[i]] = solution.get(i, 0);
                }
                return w;
            }
            // collinear features without regularisation
            shift = Math.max(10 * shift, 1e-12);
        }
        return w;
    }
}
