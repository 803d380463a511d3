package io.plumbrank.learn.descent;

import io.plumbrank.learn.arithmetic.Kernels;
import java.util.function.IntConsumer;

/**
 * Minimises a convex function by L-BFGS with the bracketing line search of Lewis and Overton, <i>Nonsmooth optimization via
 * quasi-Newton methods</i> (2013): it asks for the weak Wolfe conditions only, which can be met at kinks too. Near the
 * minimum, where values differ by rounding alone, decrease is judged by slopes (Hager and Zhang, 2005).
 *
 * <p>Keeps its memory of curvature from one call to the next.
 */
final class Descent {
    /** Of the decrease that the slope promises, what a step must give. */
    private static final double DECREASE = 1e-4;

    /** What may be left of the slope after a step. */
    private static final double FLATNESS = 0.9;

    /** Relative difference of values that may be rounding. */
    private static final double ROUNDING = 1e-14;

    /** Trials of a line search: from the first on, steps double or halve. */
    private static final int TRIALS = 60;

    /** Steps after which it looks back at what they have won; at kinks no gradient ends descent. */
    private static final int PATIENCE = 30;

    /** Descent goes on where the value has fallen by the tolerance, relative to itself, or the least gradient to this share. */
    private static final double SHRINKAGE = 0.9;

    private final Objective objective;
    private final CurvatureMemory memory;
    private final double[] direction;

    /** How far the last step went, a guess at how far the next one will where nothing else is known. */
    private double stepLength = 1;

    private double[] point;
    private double[] gradient;
    private double value;

    /** Where the line search is. */
    private double[] nextPoint;

    private double[] nextGradient;
    private double nextValue;

    /** From this point on. */
    Descent(Objective objective, double[] start) {
        this.objective = objective;
        this.memory = new CurvatureMemory(start.length);
        this.direction = new double[start.length];
        this.point = start.clone();
        this.gradient = new double[start.length];
        this.nextPoint = new double[start.length];
        this.nextGradient = new double[start.length];
    }

    /** How it ended: converged if the gradient is below tolerance times its scale. */
    record End(double[] point, double value, double gradientNorm, int iterations, boolean converged) {}

    /** What is known of curvature, to be mended when the objective changes between calls. */
    CurvatureMemory memory() {
        return memory;
    }

    /**
     * Goes on from the last point until the gradient is small, steps win nothing more, or iterations run out.
     *
     * @param follower receives the number of iterations after each
     * @throws IllegalArgumentException if the objective is not finite where it begins
     */
    End minimise(int maxIterations, double tolerance, IntConsumer follower) {
        value = objective.gradientInto(point, gradient);
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("the loss must be finite where descent begins, got " + value);
        }
        double scale = objective.gradientScale();
        int iterations = 0;
        double valueBefore = value;
        double least = norm(gradient);
        double leastBefore = least;
        while (norm(gradient) > tolerance * scale && iterations < maxIterations) {
            if (step()) {
                scale = objective.gradientScale();
                least = Math.min(least, norm(gradient));
                follower.accept(++iterations);
                if (iterations % PATIENCE == 0) {
                    boolean fallen = valueBefore - value >= tolerance * Math.abs(value);
                    if (!fallen && least > SHRINKAGE * leastBefore) {
                        break;
                    }
                    valueBefore = value;
                    leastBefore = least;
                }
            } else if (memory.isEmpty()) {
                break;
            } else {
                memory.clear();
            }
        }
        double norm = norm(gradient);
        return new End(point.clone(), value, norm, iterations, norm <= tolerance * scale);
    }

    /** Moves on, if there is a way down. */
    private boolean step() {
        memory.directionInto(gradient, direction);
        double slope = Kernels.dot(0, gradient, 0, direction);
        if (!(slope < 0) || Double.isInfinite(slope)) {
            return false;
        }
        if (!search(slope, memory.isEmpty() ? stepLength / norm(gradient) : 1)) {
            return false;
        }
        memory.add(point, nextPoint, gradient, nextGradient);
        double squares = 0;
        for (int i = 0; i < point.length; i++) {
            squares += (nextPoint[i] - point[i]) * (nextPoint[i] - point[i]);
        }
        stepLength = Math.sqrt(squares);
        double[] spare = point;
        point = nextPoint;
        nextPoint = spare;
        spare = gradient;
        gradient = nextGradient;
        nextGradient = spare;
        value = nextValue;
        return true;
    }

    /** Looks along the direction for a point that is lower and flatter, or failing that at a kink, lower. */
    private boolean search(double slope, double first) {
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double length = first;
        for (int trial = 0; trial < TRIALS; trial++) {
            double nextSlope = moveTo(length);
            if (!isLower(length, slope, nextSlope)) {
                high = length;
            } else if (nextSlope < FLATNESS * slope) {
                low = length;
            } else {
                return true;
            }
            length = high == Double.POSITIVE_INFINITY ? 2 * low : low + (high - low) / 2;
            if (length == low || length == high) {
                break;
            }
        }
        if (low == 0 || high == Double.POSITIVE_INFINITY) {
            return false;
        }
        moveTo(low);
        return true;
    }

    private boolean isLower(double length, double slope, double nextSlope) {
        // Also false where either is NaN; −∞ is no minimum.
        if (!(Math.abs(nextValue) < Double.POSITIVE_INFINITY) || !(Math.abs(nextSlope) < Double.POSITIVE_INFINITY)) {
            return false;
        }
        return nextValue <= value + DECREASE * length * slope
                || (nextValue <= value + ROUNDING * Math.abs(value) && nextSlope <= (2 * DECREASE - 1) * slope);
    }

    /** Evaluates the point so far along the direction, and gives the slope there. */
    private double moveTo(double length) {
        for (int i = 0; i < point.length; i++) {
            nextPoint[i] = point[i] + length * direction[i];
        }
        nextValue = objective.gradientInto(nextPoint, nextGradient);
        return Kernels.dot(0, nextGradient, 0, direction);
    }

    private static double norm(double[] vector) {
        return Math.sqrt(Kernels.dot(0, vector, 0, vector));
    }
}
