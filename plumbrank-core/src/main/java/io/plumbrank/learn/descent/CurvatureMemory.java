package io.plumbrank.learn.descent;

import io.plumbrank.learn.arithmetic.Kernels;

/**
 * The last few steps s and changes of gradient y, which stand for the inverse Hessian in L-BFGS (Nocedal and Wright,
 * algorithm 7.4). O(memory · variables).
 */
final class CurvatureMemory {
    private static final int PAIRS = 10;

    /** Below this, relative to ‖y‖², s·y is rounding. */
    private static final double ROUNDING = Math.ulp(1.0);

    /** Pair number n is at n modulo {@link #PAIRS}. */
    private final double[][] steps;

    private final double[][] changes;
    private final double[] products = new double[PAIRS];
    private final double[] coefficients = new double[PAIRS];
    private int oldest;
    private int end;

    CurvatureMemory(int variables) {
        steps = new double[PAIRS][variables];
        changes = new double[PAIRS][variables];
    }

    boolean isEmpty() {
        return oldest == end;
    }

    void clear() {
        oldest = end;
    }

    /** Takes in the way from one point to the next, unless the gradient has not grown along it. */
    void add(double[] from, double[] to, double[] gradientFrom, double[] gradientTo) {
        int at = end % PAIRS;
        for (int i = 0; i < from.length; i++) {
            steps[at][i] = to[i] - from[i];
            changes[at][i] = gradientTo[i] - gradientFrom[i];
        }
        products[at] = Kernels.dot(0, steps[at], 0, changes[at]);
        if (hasCurvature(at)) {
            end++;
            oldest = Math.max(oldest, end - PAIRS);
        } else if (end - oldest == PAIRS) {
            // The place that was tried was the oldest pair's.
            oldest++;
        }
    }

    /**
     * Makes it the memory of a function with (curvature/2)·x_i² more in every variable from {@code first} on; forgets all if
     * nothing is left of a pair's curvature.
     */
    void addCurvature(double curvature, int first) {
        for (int n = oldest; n < end; n++) {
            int at = n % PAIRS;
            Kernels.addOneInto(curvature, steps[at], first, steps[at].length, changes[at]);
            products[at] = Kernels.dot(0, steps[at], 0, changes[at]);
            if (!hasCurvature(at)) {
                clear();
            }
        }
    }

    private boolean hasCurvature(int at) {
        return products[at] > ROUNDING * Kernels.dot(0, changes[at], 0, changes[at]);
    }

    /** Writes −H·gradient, the gradient's opposite if nothing is known. */
    void directionInto(double[] gradient, double[] direction) {
        for (int i = 0; i < gradient.length; i++) {
            direction[i] = -gradient[i];
        }
        if (isEmpty()) {
            return;
        }
        for (int n = end - 1; n >= oldest; n--) {
            int at = n % PAIRS;
            coefficients[at] = Kernels.dot(0, steps[at], 0, direction) / products[at];
            Kernels.addOneInto(-coefficients[at], changes[at], 0, direction.length, direction);
        }
        int newest = (end - 1) % PAIRS;
        double scale = products[newest] / Kernels.dot(0, changes[newest], 0, changes[newest]);
        for (int i = 0; i < direction.length; i++) {
            direction[i] *= scale;
        }
        for (int n = oldest; n < end; n++) {
            int at = n % PAIRS;
            double correction = coefficients[at] - Kernels.dot(0, changes[at], 0, direction) / products[at];
            Kernels.addOneInto(correction, steps[at], 0, direction.length, direction);
        }
    }
}
