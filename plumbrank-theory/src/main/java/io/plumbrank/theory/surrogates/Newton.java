package io.plumbrank.theory.surrogates;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Damped Newton's method. The Hessian comes from central differences of the gradient, which cannot spoil the result: the risk is
 * convex, so the gradient at the end certifies the minimum.
 */
public final class Newton {
    private static final int MOST_STEPS = 300;
    private static final double DIFFERENCE = 1e-5;
    private static final double SMALL = 1e-13;
    private static final double PROOF = 1e-9;
    private static final double BENT = 1e-5;

    private final SmoothRisk risk;
    private final int n;
    private final boolean shiftless;
    private double[] scores;
    private double[] gradient;
    private double value;

    private Newton(SmoothRisk risk, double[] start, boolean shiftless) {
        this.risk = risk;
        this.n = start.length;
        this.shiftless = shiftless;
        this.scores = start;
        this.gradient = new double[n];
        this.value = risk.gradientInto(scores, gradient);
    }

    /** Where a risk is least, with mean 0 if it is shiftless, and whether the small gradient certifies it. */
    public record Minimum(double[] scores, boolean certified) {}

    public static Minimum minimise(SmoothRisk risk, int n) {
        return minimise(risk, n, true);
    }

    /** @param shiftless whether the risk does not change when all scores grow by the same */
    static Minimum minimise(SmoothRisk risk, int n, boolean shiftless) {
        Newton newton = new Newton(risk, new double[n], shiftless);
        double scale = Math.max(largest(newton.gradient), Math.abs(newton.value));
        for (int step = 0; step < MOST_STEPS && largest(newton.gradient) > SMALL * scale; step++) {
            if (!newton.step()) {
                break;
            }
        }
        double mean = 0;
        for (double s : newton.scores) {
            mean += shiftless ? s / n : 0;
        }
        for (int i = 0; i < n; i++) {
            newton.scores[i] -= mean;
        }
        return new Minimum(newton.scores, largest(newton.gradient) <= PROOF * scale);
    }

    /** Whether the Hessian is far from singular, but for the direction in which all scores grow: a minimum is the only one. */
    static boolean isBent(SmoothRisk risk, double[] at, boolean shiftless) {
        DMatrixRMaj hessian = new Newton(risk, at.clone(), shiftless).hessian();
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(at.length, false, true);
        if (!Arrays.stream(hessian.data).allMatch(Double::isFinite) || !eigen.decompose(hessian)) {
            return false;
        }
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (int i = 0; i < at.length; i++) {
            least = Math.min(least, eigen.getEigenvalue(i).getReal());
            most = Math.max(most, eigen.getEigenvalue(i).getReal());
        }
        return least > BENT * most;
    }

    /** One step, shortened until the value falls enough; false where rounding leaves nothing to gain. */
    private boolean step() {
        DMatrixRMaj hessian = hessian();
        DMatrixRMaj direction = new DMatrixRMaj(n, 1);
        if (!CommonOps_DDRM.solve(hessian, DMatrixRMaj.wrap(n, 1, gradient), direction)) {
            return false;
        }
        double slope = 0;
        for (int i = 0; i < n; i++) {
            slope += direction.data[i] * gradient[i];
        }
        double[] next = new double[n];
        double[] nextGradient = new double[n];
        for (double length = 1; length > 1e-10; length /= 2) {
            for (int i = 0; i < n; i++) {
                next[i] = scores[i] - length * direction.data[i];
            }
            double nextValue = risk.gradientInto(next, nextGradient);
            boolean falls = nextValue <= value - 0.1 * length * slope;
            // near the end the value is exact to rounding only, and the gradient tells
            boolean flattens =
                    nextValue <= value + 1e-14 * Math.abs(value) && largest(nextGradient) < 0.9 * largest(gradient);
            if (falls || flattens) {
                boolean same = Arrays.equals(next, scores);
                scores = next;
                gradient = nextGradient;
                value = nextValue;
                return !same;
            }
        }
        return false;
    }

    /** Where the risk is shiftless, plus a multiple of the matrix of ones, along which it is flat and the gradient is 0. */
    private DMatrixRMaj hessian() {
        DMatrixRMaj hessian = new DMatrixRMaj(n, n);
        double[] moved = scores.clone();
        double[] up = new double[n];
        double[] down = new double[n];
        double trace = 0;
        for (int i = 0; i < n; i++) {
            moved[i] = scores[i] + DIFFERENCE;
            risk.gradientInto(moved, up);
            moved[i] = scores[i] - DIFFERENCE;
            risk.gradientInto(moved, down);
            moved[i] = scores[i];
            for (int j = 0; j < n; j++) {
                double bend = (up[j] - down[j]) / (4 * DIFFERENCE);
                hessian.add(i, j, bend);
                hessian.add(j, i, bend);
            }
            trace += hessian.get(i, i);
        }
        CommonOps_DDRM.add(hessian, shiftless ? trace / n : 0);
        for (int i = 0; i < n; i++) {
            hessian.add(i, i, 1e-12 * trace);
        }
        return hessian;
    }

    private static double largest(double[] vector) {
        double largest = 0;
        for (double x : vector) {
            largest = Math.max(largest, Math.abs(x));
        }
        return largest;
    }
}
