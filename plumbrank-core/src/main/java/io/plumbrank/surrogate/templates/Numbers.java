package io.plumbrank.surrogate.templates;

/** Functions that do not overflow, and numbers as text. */
final class Numbers {
    /** Beyond it {@link #exp} goes on in a straight line; sums of 10¹² such terms with weights up to 10³⁰ stay finite. */
    static final double LARGEST_EXPONENT = 600;

    private static final double LARGEST_POWER = Math.exp(LARGEST_EXPONENT);

    private Numbers() {}

    /** e^x up to x = 600 and its tangent there beyond: convex, with a continuous slope, and finite. */
    static double exp(double x) {
        return x <= LARGEST_EXPONENT ? Math.exp(x) : LARGEST_POWER * (1 + (x - LARGEST_EXPONENT));
    }

    /** The derivative of {@link #exp}. */
    static double expSlope(double x) {
        return Math.exp(Math.min(x, LARGEST_EXPONENT));
    }

    /** The derivative of {@link #expSlope}. */
    static double expCurvature(double x) {
        return x <= LARGEST_EXPONENT ? Math.exp(x) : 0;
    }

    /** log(1 + e^x). */
    static double softplus(double x) {
        return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
    }

    /** 1/(1 + e^−x). */
    static double sigmoid(double x) {
        double e = Math.exp(-Math.abs(x));
        return (x >= 0 ? 1 : e) / (1 + e);
    }

    /** The derivative of {@link #sigmoid}. */
    static double sigmoidSlope(double x) {
        double e = Math.exp(-Math.abs(x));
        return e / ((1 + e) * (1 + e));
    }

    /** log(e^a + e^b). */
    static double logAdd(double a, double b) {
        double larger = Math.max(a, b);
        return larger == Double.NEGATIVE_INFINITY ? larger : larger + Math.log1p(Math.exp(-Math.abs(a - b)));
    }

    /** log Σ_i e^{x_i} over the first n, −∞ for none. */
    static double logSumExp(double[] x, int n) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, x[i]);
        }
        if (largest == Double.NEGATIVE_INFINITY) {
            return largest;
        }
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.exp(x[i] - largest);
        }
        return largest + Math.log(sum);
    }

    /** v log v, 0 for 0. */
    static double entropyTerm(double v) {
        return v > 0 ? v * Math.log(v) : 0;
    }

    /** Whole numbers without a point. */
    static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
