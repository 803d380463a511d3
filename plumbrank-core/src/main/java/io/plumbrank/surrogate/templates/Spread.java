package io.plumbrank.surrogate.templates;

/** Whether sums over pairs of e^(s_i − s_j) may be split into products of sums over items. */
final class Spread {
    private Spread() {}

    /** Half-way between the least and the largest score: from there exponentials overflow last. */
    static double middle(double[] scores, int n) {
        return n == 0 ? 0 : least(scores, n) + (largest(scores, n) - least(scores, n)) / 2;
    }

    /** Whether no e^(s_i − s_j) is beyond the exponent at which {@link Numbers#exp} leaves the exponential. */
    static boolean isSmall(double[] scores, int n) {
        return n == 0 || largest(scores, n) - least(scores, n) <= Numbers.LARGEST_EXPONENT;
    }

    private static double least(double[] scores, int n) {
        double least = scores[0];
        for (int i = 1; i < n; i++) {
            least = Math.min(least, scores[i]);
        }
        return least;
    }

    private static double largest(double[] scores, int n) {
        double largest = scores[0];
        for (int i = 1; i < n; i++) {
            largest = Math.max(largest, scores[i]);
        }
        return largest;
    }
}
