package io.plumbrank.decode.algorithms;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Upper bounds for MAP: for each p, a bound on c(S) over all sets S of p items (see {@link MapAssignment}); together they
 * bound the value, since every ranking is a chain of such sets. The better of two is taken for each p.
 *
 * <p><em>Split.</em> Share each u_ij between its items, a_ij + a_ji = u_ij. Then c(S) = Σ_{i∈S} (u_ii + Σ_{j∈S} a_ij) is
 * at most the sum of the p largest of u_ii plus the p − 1 largest a_ij. Any split is valid; halves come first, O(r² log r)
 * for all p, then a subgradient method looks for a split with a smaller bound (a Lagrangian dual), O(r²) a step.
 *
 * <p><em>Spectral.</em> With x the indicator of S and z its part orthogonal to 1, xᵀUx is a linear function of x plus
 * zᵀUz, and that is at most the largest eigenvalue of U on this space times p − p²/r. O(r³), once.
 */
final class MapRelaxation {
    /** Beyond this size the eigenvalues take seconds. */
    private static final int MOST_FOR_EIGENVALUES = 400;

    private final MapAssignment problem;
    private final int size;
    private final double[] pairs;
    private final double[] bounds;

    MapRelaxation(MapAssignment problem) {
        this.problem = problem;
        this.size = problem.size();
        this.pairs = problem.pairs();
        this.bounds = new double[size + 1];
        boundByHalves();
    }

    /** No ranking has a larger value. */
    double bound() {
        double sum = bounds[size] / Math.max(1, size);
        for (int p = 1; p < size; p++) {
            sum += bounds[p] / ((double) p * (p + 1));
        }
        return sum;
    }

    private void boundByHalves() {
        double[][] largest = new double[size][];
        for (int i = 0; i < size; i++) {
            largest[i] = runningSumsOfLargest(i);
        }
        double[] totals = new double[size];
        for (int p = 1; p < size; p++) {
            for (int i = 0; i < size; i++) {
                totals[i] = pairs[i * size + i] + largest[i][p - 1] / 2;
            }
            bounds[p] = Selection.sumOfLargest(totals, size, p);
        }
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                bounds[size] += pairs[i * size + j];
            }
        }
    }

    /** At k the sum of the k largest u_ij, j ≠ i. */
    private double[] runningSumsOfLargest(int i) {
        double[] others = new double[size - 1];
        for (int j = 0, next = 0; j < size; j++) {
            if (j != i) {
                others[next++] = pairs[i * size + j];
            }
        }
        Arrays.sort(others);
        double[] sums = new double[size];
        for (int k = 1; k < size; k++) {
            sums[k] = sums[k - 1] + others[size - 1 - k];
        }
        return sums;
    }

    /**
     * Lowers the bounds until the deadline, p = 1, 2, …, since small p weigh most.
     *
     * @param order a good ranking: where its sets meet the bound there is nothing to lower
     * @param splits if not empty, takes the best split found for each p, as r × r matrices
     * @return whether it came to its end before the deadline
     */
    boolean tighten(int[] order, double[][] splits, Deadline deadline) {
        if (size > 2 && size <= MOST_FOR_EIGENVALUES && !deadline.isPast()) {
            boundByEigenvalue();
            deadline.spend(2L * size * size * size);
        }
        SplitSearch search = new SplitSearch(problem);
        double reached = pairs.length == 0 ? 0 : pairs[order[0] * (size + 1)];
        for (int p = 2; p < size; p++) {
            for (int q = 0; q < p; q++) {
                reached += pairs[order[p - 1] * size + order[q]];
            }
            boolean needed = bounds[p] > reached + problem.tolerance() && !deadline.isPast();
            if (splits.length == 0 && !needed) {
                continue;
            }
            bounds[p] = Math.min(bounds[p], search.minimise(p, reached, deadline));
            if (splits.length > 0) {
                splits[p] = search.split();
            }
        }
        return !deadline.isPast();
    }

    private void boundByEigenvalue() {
        double eigenvalue = largestEigenvalueOffOnes();
        double[] rowSums = new double[size];
        double sum = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                rowSums[i] += i == j ? 0 : pairs[i * size + j];
            }
            sum += rowSums[i];
        }
        double[] linear = new double[size];
        for (int p = 1; p < size; p++) {
            double part = (double) p / size;
            for (int i = 0; i < size; i++) {
                linear[i] = pairs[i * size + i] + part * rowSums[i];
            }
            double quadratic = eigenvalue * (p - p * part);
            double spectral = Selection.sumOfLargest(linear, size, p) + (quadratic - part * part * sum) / 2;
            bounds[p] = Math.min(bounds[p], spectral);
        }
    }

    /** The largest eigenvalue of P U P, P the projection along 1, U with a diagonal of 0; rounded up. */
    private double largestEigenvalueOffOnes() {
        DMatrixRMaj u = new DMatrixRMaj(size, size);
        double[] means = new double[size];
        double mean = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                means[i] += i == j ? 0 : pairs[i * size + j] / size;
            }
            mean += means[i] / size;
        }
        double norm = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double centred = (i == j ? 0 : pairs[i * size + j]) - means[i] - means[j] + mean;
                u.set(i, j, centred);
                norm += centred * centred;
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, false, true);
        if (!eigen.decompose(u)) {
            return Math.sqrt(norm);
        }
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < eigen.getNumberOfEigenvalues(); k++) {
            largest = Math.max(largest, eigen.getEigenvalue(k).getReal());
        }
        return largest + 1e-13 * size * Math.sqrt(norm);
    }
}
