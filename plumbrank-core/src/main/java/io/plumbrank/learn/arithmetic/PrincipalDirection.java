package io.plumbrank.learn.arithmetic;

import java.util.Arrays;

/** The direction along which weighted points spread most. */
public final class PrincipalDirection {
    private static final int STEPS = 30;

    private PrincipalDirection() {}

    /** Power iteration from the point that is farthest from the mean; 0 where all points are one. */
    public static double[] of(double[][] points, double[] weights, int dimension) {
        double weight = Arrays.stream(weights).sum();
        double[] mean = new double[dimension];
        for (int i = 0; i < points.length; i++) {
            for (int o = 0; o < dimension; o++) {
                mean[o] += weights[i] * points[i][o] / weight;
            }
        }
        double[] direction = new double[dimension];
        for (double[] point : points) {
            double[] gap = new double[dimension];
            Arrays.setAll(gap, o -> point[o] - mean[o]);
            direction = dot(gap, gap) > dot(direction, direction) ? gap : direction;
        }
        for (int step = 0; step < STEPS; step++) {
            double[] next = new double[dimension];
            for (int i = 0; i < points.length; i++) {
                double along = dot(direction, points[i]) - dot(direction, mean);
                for (int o = 0; o < dimension; o++) {
                    next[o] += weights[i] * along * (points[i][o] - mean[o]);
                }
            }
            double length = Math.sqrt(dot(next, next));
            if (!(length > 0)) {
                break;
            }
            Arrays.setAll(next, o -> next[o] / length);
            direction = next;
        }
        return direction;
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int o = 0; o < a.length; o++) {
            sum += a[o] * b[o];
        }
        return sum;
    }
}
