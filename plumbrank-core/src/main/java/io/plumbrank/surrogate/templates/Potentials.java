package io.plumbrank.surrogate.templates;

import java.util.Arrays;

public final class Potentials {
    private Potentials() {}

    /** ψ(v) = ½‖v‖², μ = 1, g(s) = s: half of least squares. */
    public static Potential squaredNorm() {
        return new SquaredNorm();
    }

    /**
     * ψ(v) = Σ_i v_i log v_i − v_i, g_i(s) = e^s_i: the generalised Kullback–Leibler divergence, or Poisson regression.
     *
     * <p>μ = 1/V for utilities up to V. Theorem 5.3 of CUG13 asks for strong convexity up to g(s), which may be beyond V; but of
     * two items in the wrong order the best scores are equal and stand for the mean of their expected utilities, which is not,
     * so its Theorem 5.2 gives the same constant.
     *
     * @param largest V &gt; 0
     */
    public static Potential kullbackLeibler(double largest) {
        if (!(largest > 0 && largest < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the largest utility must be positive and finite, got " + largest);
        }
        return new KullbackLeibler(largest);
    }

    /**
     * ψ(v) = Σ_i v_i log v_i + v_0 log v_0 − M log M with v_0 = M − Σ_i v_i, g_i(s) = M e^s_i / (1 + Σ_j e^s_j): softmax with a
     * spare item that takes what is left of the mass M. For recall and average precision M = 1, since their utilities add up to
     * 1, or to 0 where nothing is relevant.
     *
     * <p>μ = 2/M: for a direction d with positive part P and negative part N, the Hessian gives Σ d_i²/v_i + (Σd)²/v_0
     * ≥ (Σ|d_i| + |Σd|)²/M = 4 max(P, N)²/M ≥ 2(P² + N²)/M ≥ (2/M) Σ d_i².
     *
     * @param mass M &gt; 0, at least Σ_i v_i for every label
     */
    public static Potential softmax(double mass) {
        if (!(mass > 0 && mass < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the mass must be positive and finite, got " + mass);
        }
        return new Softmax(mass);
    }

    private static double requireUtility(double utility) {
        if (!(utility >= 0)) {
            throw new IllegalArgumentException("utility " + utility + " is negative");
        }
        return utility;
    }

    private record SquaredNorm() implements Potential {
        @Override
        public double value(double[] utilities, int items) {
            double sum = 0;
            for (int i = 0; i < items; i++) {
                sum += utilities[i] * utilities[i];
            }
            return sum / 2;
        }

        @Override
        public double conjugate(double[] scores, int items) {
            return value(scores, items);
        }

        @Override
        public void linkInto(double[] scores, int items, double[] utilities) {
            System.arraycopy(scores, 0, utilities, 0, items);
        }

        @Override
        public void linkSlopesInto(double[] scores, int items, double[] slopes) {
            Arrays.fill(slopes, 0, items, 1);
        }

        @Override
        public void inverseLinkInto(double[] utilities, int items, double[] scores) {
            System.arraycopy(utilities, 0, scores, 0, items);
        }

        @Override
        public double strongConvexity() {
            return 1;
        }

        @Override
        public String text() {
            return "squared-norm";
        }
    }

    private record KullbackLeibler(double largest) implements Potential {
        @Override
        public double value(double[] utilities, int items) {
            double sum = 0;
            for (int i = 0; i < items; i++) {
                sum += Numbers.entropyTerm(requireUtility(utilities[i])) - utilities[i];
            }
            return sum;
        }

        @Override
        public double conjugate(double[] scores, int items) {
            double sum = 0;
            for (int i = 0; i < items; i++) {
                sum += Numbers.exp(scores[i]);
            }
            return sum;
        }

        @Override
        public void linkInto(double[] scores, int items, double[] utilities) {
            for (int i = 0; i < items; i++) {
                utilities[i] = Numbers.expSlope(scores[i]);
            }
        }

        @Override
        public void linkSlopesInto(double[] scores, int items, double[] slopes) {
            for (int i = 0; i < items; i++) {
                slopes[i] = Numbers.expCurvature(scores[i]);
            }
        }

        @Override
        public void inverseLinkInto(double[] utilities, int items, double[] scores) {
            for (int i = 0; i < items; i++) {
                scores[i] = Math.log(requireUtility(utilities[i]));
            }
        }

        @Override
        public double strongConvexity() {
            return 1 / largest;
        }

        @Override
        public String text() {
            return "kullback-leibler";
        }
    }

    private record Softmax(double mass) implements Potential {
        private static final double ROUNDING = 1e-9;

        @Override
        public double value(double[] utilities, int items) {
            double sum = -Numbers.entropyTerm(mass);
            for (int i = 0; i < items; i++) {
                sum += Numbers.entropyTerm(requireUtility(utilities[i]));
            }
            return sum + Numbers.entropyTerm(spare(utilities, items));
        }

        @Override
        public double conjugate(double[] scores, int items) {
            return mass * logPartition(scores, items);
        }

        @Override
        public void linkInto(double[] scores, int items, double[] utilities) {
            double log = logPartition(scores, items);
            for (int i = 0; i < items; i++) {
                utilities[i] = mass * Math.exp(scores[i] - log);
            }
        }

        @Override
        public void linkSlopesInto(double[] scores, int items, double[] slopes) {
            double log = logPartition(scores, items);
            for (int i = 0; i < items; i++) {
                double share = Math.exp(scores[i] - log);
                slopes[i] = mass * share * (1 - share);
            }
        }

        @Override
        public void inverseLinkInto(double[] utilities, int items, double[] scores) {
            double log = Math.log(spare(utilities, items));
            for (int i = 0; i < items; i++) {
                scores[i] = Math.log(requireUtility(utilities[i])) - log;
            }
        }

        @Override
        public double strongConvexity() {
            return 2 / mass;
        }

        @Override
        public String text() {
            return "softmax";
        }

        private static double logPartition(double[] scores, int items) {
            return Numbers.logAdd(0, Numbers.logSumExp(scores, items));
        }

        private double spare(double[] utilities, int items) {
            double rest = mass;
            for (int i = 0; i < items; i++) {
                rest -= utilities[i];
            }
            if (rest < -ROUNDING * mass) {
                throw new IllegalArgumentException("the utilities of a label add up to more than the mass " + mass);
            }
            return Math.max(0, rest);
        }
    }
}
