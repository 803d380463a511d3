package io.plumbrank.theory;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Damped Newton's method. The Hessian comes from central differences of the gradient, which cannot spoil the result: the risk is
 * convex, so the gradient at the end certifies the minimum.
 */
final class Newton {
    private static final int MOST_STEPS = 300;
    private static final double DIFFERENCE = 1e-5;
    private static final double SMALL = 1e-13;
    private static final double PROOF = 1e-9;

    private final SmoothRisk risk;
    private final int n;
    private double[] scores;
    private double[] gradient;
    private double value;

    private Newton(SmoothRisk risk, int n) {
        this.risk = risk;
        this.n = n;
        this.scores = new double[n];
        this.gradient = new double[n];
        this.value = risk.gradientInto(scores, gradient);
    }

    /**
     * Where a risk is least.
     *
     * @param scores with mean 0
     * @param certified whether the gradient is small beside that at 0 and the value
     */
    record Minimum(double[] scores, boolean certified) {}

    static Minimum minimise(SmoothRisk risk, int n) {
        Newton newton = new Newton(risk, n);
        double scale = Math.max(largest(newton.gradient), Math.abs(newton.value));
        for (int step = 0; step < MOST_STEPS && largest(newton.gradient) > SMALL * scale; step++) {
            if (!newton.step()) {
                break;
            }
        }
        double mean = 0;
        for (double s : newton.scores) {
            mean += s / n;
        }
        for (int i = 0; i < n; i++) {
            newton.scores[i] -= mean;
        }
        return new Minimum(newton.scores, largest(newton.gradient) <= PROOF * scale);
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

    /** Plus a multiple of the matrix of ones, along which the risk is flat and the gradient is 0. */
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
        CommonOps_DDRM.add(hessian, trace / n);
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
