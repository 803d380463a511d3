package io.plumbrank.evaluate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/** Tests of paired differences, and the correction for making many of them. */
final class PairedTests {
    private PairedTests() {}

    /**
     * Two-sided p of Student's paired t-test with n − 1 degrees of freedom.
     *
     * @return NaN for fewer than two pairs; 1 if all differences are zero; 0 if they are all the same but not zero
     */
    static double tTest(double[] differences) {
        int n = differences.length;
        if (n < 2) {
            return Double.NaN;
        }
        double mean = Arrays.stream(differences).sum() / n;
        double squares =
                Arrays.stream(differences).map(d -> (d - mean) * (d - mean)).sum();
        if (squares == 0) {
            return mean == 0 ? 1 : 0;
        }
        double t = mean / Math.sqrt(squares / (n - 1) / n);
        return 2 * TDistribution.of(n - 1).survivalProbability(Math.abs(t));
    }

    /**
     * Holm's step-down adjustment of a family of p-values (Holm 1979): the k-th smallest is multiplied by m − k + 1, and
     * made monotone. NaN stays NaN and is no member of the family.
     */
    static double[] holm(double[] p) {
        int[] order = IntStream.range(0, p.length)
                .filter(i -> !Double.isNaN(p[i]))
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] adjusted = p.clone();
        double largest = 0;
        for (int k = 0; k < order.length; k++) {
            largest = Math.max(largest, Math.min(1, (order.length - k) * p[order[k]]));
            adjusted[order[k]] = largest;
        }
        return adjusted;
    }
}
