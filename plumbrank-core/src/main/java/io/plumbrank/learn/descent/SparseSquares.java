package io.plumbrank.learn.descent;

import io.plumbrank.learn.maps.FeatureSpread;
import java.util.Arrays;

/**
 * Least squares over rows of which few values are present, for many λ at once, without the matrix of products of features: conjugate
 * gradients for all shifts R + λI from the products with R alone (Jegerlehner 1996), since residuals of all λ stay parallel. R, c and
 * the means are those of {@link io.plumbrank.learn.ridge.RidgeProblem}: about the mean of all rows, or of the rows of a group.
 *
 * <p>O(values + features · λ) a step, features · λ memory.
 */
final class SparseSquares {
    /** What a residual must have fallen to, relative to c. */
    static final double TOLERANCE = 1e-10;

    private static final int MOST_STEPS = 1000;

    private final SparseRows rows;
    private final int[] groups;
    private final boolean centred;
    private final double weight;
    private final double groupWeight;
    private final double[] means;
    /** 1 over what a feature is divided by; 0 where it does not vary. */
    private final double[] scales;

    /** The solutions of one output by λ: weights of z in its own scale, and ‖c − (R + λI)v‖ / ‖c‖. */
    record Path(double[] intercepts, double[][] weights, double[] residuals) {}

    /** @param centred whether rows count about the mean of their group, and not of all */
    SparseSquares(SparseRows rows, int[] groups, boolean centred, boolean standardise) {
        this.rows = rows;
        this.groups = groups;
        this.centred = centred;
        int width = rows.width();
        double[] sums = new double[width];
        double[] squares = new double[width];
        double[] between = new double[width];
        double[] own = new double[width];
        double all = 0;
        double ofGroups = 0;
        for (int group : groups) {
            double inGroup = 0;
            ofGroups += rows.weight(group);
            for (int row = rows.first(group); row < rows.end(group); row++) {
                double w = weight(group, row);
                inGroup += w;
                rows.addTo(row, w, own);
                rows.addSquaresTo(row, w, squares);
            }
            all += inGroup;
            double total = inGroup;
            rows.features(rows.first(group), rows.end(group)).forEach(j -> {
                // each once, since it is 0 afterwards
                sums[j] += own[j];
                between[j] += total > 0 ? own[j] * own[j] / total : 0;
                own[j] = 0;
            });
        }
        this.weight = all;
        this.groupWeight = ofGroups;
        FeatureSpread spread = FeatureSpread.of(all, sums, squares);
        this.means = spread.means();
        this.scales = new double[width];
        for (int j = 0; j < width; j++) {
            boolean varies = spread.deviations()[j] > 0
                    && (!centred || squares[j] - between[j] > FeatureSpread.ROUNDING * squares[j]);
            scales[j] = varies ? standardise ? 1 / spread.deviations()[j] : 1 : 0;
        }
    }

    private double weight(int group, int row) {
        return rows.weight(group) * rows.rowWeight(row);
    }

    /** The mean loss of groups over the mean over rows. */
    double lossPerRow() {
        return weight / groupWeight;
    }

    /** Solves for one output, whose targets are multiplied by a factor. */
    Path solve(int output, double factor, double[] shifts) {
        double[] y = new double[rows.rows()];
        double mean = 0;
        for (int group : groups) {
            for (int row = rows.first(group); row < rows.end(group); row++) {
                y[row] = factor * rows.target(row, output);
                mean += weight(group, row) * y[row];
            }
        }
        mean /= weight;
        double[] c = new double[means.length];
        centre(y);
        pull(y, c);
        double[][] solved = shifted(c, shifts);
        double[] intercepts = new double[shifts.length];
        double[] residuals = new double[shifts.length];
        double norm = norm(c);
        double[] product = new double[c.length];
        for (int l = 0; l < shifts.length; l++) {
            productInto(solved[l], y, product);
            for (int j = 0; j < c.length; j++) {
                product[j] = c[j] - product[j] - shifts[l] * solved[l][j];
            }
            residuals[l] = norm == 0 ? 0 : norm(product) / norm;
            intercepts[l] = mean;
            for (int j = 0; j < c.length; j++) {
                solved[l][j] *= scales[j];
                intercepts[l] -= means[j] * solved[l][j];
            }
        }
        return new Path(intercepts, solved, residuals);
    }

    /** Takes the mean of a group, or of all, off the numbers of rows, and weighs them. */
    private void centre(double[] ofRows) {
        double all = 0;
        for (int group : groups) {
            double sum = 0;
            double w = 0;
            for (int row = rows.first(group); row < rows.end(group); row++) {
                sum += weight(group, row) * ofRows[row];
                w += weight(group, row);
            }
            all += sum;
            double mean = centred && w > 0 ? sum / w : 0;
            for (int row = rows.first(group); centred && row < rows.end(group); row++) {
                ofRows[row] = weight(group, row) * (ofRows[row] - mean);
            }
        }
        double mean = all / weight;
        for (int group : groups) {
            for (int row = rows.first(group); !centred && row < rows.end(group); row++) {
                ofRows[row] = weight(group, row) * (ofRows[row] - mean);
            }
        }
    }

    /** Zᵀ of numbers that add up to 0, in scaled features. */
    private void pull(double[] ofRows, double[] out) {
        Arrays.fill(out, 0);
        for (int group : groups) {
            for (int row = rows.first(group); row < rows.end(group); row++) {
                rows.addTo(row, ofRows[row], out);
            }
        }
        for (int j = 0; j < out.length; j++) {
            out[j] *= scales[j] / weight;
        }
    }

    /** R·v. */
    private void productInto(double[] v, double[] scratch, double[] out) {
        double[] scaled = new double[v.length];
        for (int j = 0; j < v.length; j++) {
            scaled[j] = v[j] * scales[j];
        }
        for (int group : groups) {
            for (int row = rows.first(group); row < rows.end(group); row++) {
                scratch[row] = rows.dot(row, scaled);
            }
        }
        centre(scratch);
        pull(scratch, out);
    }

    /** (R + λI)⁻¹c for every λ, as far as {@value #MOST_STEPS} steps go. */
    private double[][] shifted(double[] c, double[] shifts) {
        int n = shifts.length;
        double least = Arrays.stream(shifts).min().orElse(0);
        double[][] x = new double[n][c.length];
        double[][] p = new double[n][];
        Arrays.setAll(p, l -> c.clone());
        double[] zeta = new double[n];
        double[] zetaBefore = new double[n];
        boolean[] done = new boolean[n];
        Arrays.fill(zeta, 1);
        Arrays.fill(zetaBefore, 1);
        double[] r = c.clone();
        double[] direction = c.clone();
        double[] product = new double[c.length];
        double[] scratch = new double[rows.rows()];
        double square = dot(r, r);
        double enough = TOLERANCE * TOLERANCE * square;
        double stepBefore = 1;
        double turn = 0;
        for (int step = 0; step < MOST_STEPS && square > enough; step++) {
            productInto(direction, scratch, product);
            for (int j = 0; j < c.length; j++) {
                product[j] += least * direction[j];
            }
            double bend = dot(direction, product);
            if (!(bend > 0)) {
                break;
            }
            double length = -square / bend;
            for (int j = 0; j < c.length; j++) {
                r[j] += length * product[j];
            }
            double next = dot(r, r);
            double turnNext = next / square;
            for (int l = 0; l < n; l++) {
                if (done[l]) {
                    continue;
                }
                double shift = shifts[l] - least;
                double zetaNext = zeta[l]
                        * zetaBefore[l]
                        * stepBefore
                        / (length * turn * (zetaBefore[l] - zeta[l])
                                + zetaBefore[l] * stepBefore * (1 - shift * length));
                double own = length * zetaNext / zeta[l];
                double ownTurn = turnNext * zetaNext * own / (zeta[l] * length);
                for (int j = 0; j < c.length; j++) {
                    x[l][j] -= own * p[l][j];
                    p[l][j] = zetaNext * r[j] + ownTurn * p[l][j];
                }
                zetaBefore[l] = zeta[l];
                zeta[l] = zetaNext;
                done[l] = zetaNext * zetaNext * next <= enough;
            }
            for (int j = 0; j < c.length; j++) {
                direction[j] = r[j] + turnNext * direction[j];
            }
            stepBefore = length;
            turn = turnNext;
            square = next;
        }
        return x;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
            sum += a[j] * b[j];
        }
        return sum;
    }

    private static double norm(double[] a) {
        return Math.sqrt(dot(a, a));
    }
}
