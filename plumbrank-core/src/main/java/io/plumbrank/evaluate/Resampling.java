package io.plumbrank.evaluate;

import io.plumbrank.util.internal.Batches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Intervals and tests by resampling queries. Each resample has a random stream of its own, so that results depend on the
 * seed and never on threads.
 */
final class Resampling {
    private static final int EXACT_UP_TO = 16;

    /** Resamples of one task: enough to be worth handing over, few enough for all threads to get some. */
    private static final int BLOCK = 50;

    private Resampling() {}

    /**
     * Percentile bootstrap interval of a weighted mean Σ share / Σ weight (Efron 1979). O(resamples · n).
     *
     * <p>Resamples of n values vary less than fresh samples by a factor of √((n − 1)/n), and know of no value that is missing. So the
     * percentiles are those of Student's interval, Φ(∓t √(n/(n − 1))) (Hesterberg, What teachers should know about the bootstrap, American
     * Statistician 2015). n is (Σw)² / Σw².
     *
     * @param weights all positive
     * @param level e.g. 0.95
     * @return low and high; NaN for fewer than two queries and for equal values, which say nothing about others
     */
    static double[] bootstrapInterval(
            double[] shares, double[] weights, int resamples, double level, long seed, int threads) {
        int n = shares.length;
        if (IntStream.range(1, n).allMatch(i -> shares[i] / weights[i] == shares[0] / weights[0])) {
            return new double[] {Double.NaN, Double.NaN};
        }
        double[] means = statistics(resamples, threads, b -> {
            SplittableRandom random = stream(seed, b);
            double share = 0;
            double weight = 0;
            int i = 0;
            while (i < n) {
                long bits = random.nextLong();
                int first = index(bits >>> 32, n);
                share += shares[first];
                weight += weights[first];
                i++;
                if (i < n) {
                    int second = index(bits & 0xFFFFFFFFL, n);
                    share += shares[second];
                    weight += weights[second];
                    i++;
                }
            }
            return share / weight;
        });
        Arrays.sort(means);
        double tail = tail(weights, level);
        return new double[] {quantile(means, tail), quantile(means, 1 - tail)};
    }

    private static double tail(double[] weights, double level) {
        double sum = Arrays.stream(weights).sum();
        double degrees = sum * sum / Arrays.stream(weights).map(w -> w * w).sum() - 1;
        if (!(degrees > 0)) {
            return 0;
        }
        double t = TDistribution.of(degrees).inverseCumulativeProbability((1 - level) / 2);
        return NormalDistribution.of(0, 1).cumulativeProbability(t * Math.sqrt((degrees + 1) / degrees));
    }

    /**
     * Two-sided paired randomisation test of mean difference zero (Fisher): each difference keeps or changes its sign.
     * All 2^n sign patterns where n is at most 16, else random ones with the observed one counted among them. O(n)
     * a pattern.
     *
     * @return NaN without a pair
     */
    static double randomizationTest(double[] differences, int resamples, long seed, int threads) {
        if (differences.length == 0) {
            return Double.NaN;
        }
        // a zero stays zero under any sign
        double[] d = Arrays.stream(differences).filter(x -> x != 0).toArray();
        double total = Arrays.stream(d).sum();
        // sums in another order differ in the last bits; a pattern as extreme as the observed one must count
        double observed =
                Math.abs(total) - 1e-12 * Arrays.stream(d).map(Math::abs).sum();
        if (d.length <= EXACT_UP_TO) {
            int patterns = 1 << d.length;
            long extreme = IntStream.range(0, patterns)
                    .filter(bits -> Math.abs(flippedSum(d, total, 0, bits)) >= observed)
                    .count();
            return (double) extreme / patterns;
        }
        double[] sums = statistics(resamples, threads, b -> {
            SplittableRandom random = stream(seed, b);
            double sum = total;
            for (int from = 0; from < d.length; from += 64) {
                sum = flippedSum(d, sum, from, random.nextLong());
            }
            return sum;
        });
        long extreme =
                Arrays.stream(sums).filter(sum -> Math.abs(sum) >= observed).count();
        return (extreme + 1.0) / (resamples + 1.0);
    }

    /** The statistic of each resample. */
    private static double[] statistics(int resamples, int threads, IntToDoubleFunction statistic) {
        List<double[]> blocks = new ArrayList<>();
        Batches.<Integer, double[]>inOrder(
                IntStream.range(0, resamples).boxed()::forEach,
                BLOCK,
                threads,
                "plumbrank-resampler",
                batch -> {
                    double[] block = new double[batch.items().size()];
                    Arrays.setAll(
                            block, i -> statistic.applyAsDouble(batch.items().get(i)));
                    return block;
                },
                blocks::add);
        return blocks.stream().flatMapToDouble(Arrays::stream).toArray();
    }

    /** {@code sum} with the signs changed of those of the 64 differences at {@code from} whose bit is set. */
    private static double flippedSum(double[] d, double sum, int from, long bits) {
        int count = Math.min(64, d.length - from);
        double flipped = 0;
        for (int k = 0; k < count; k++) {
            flipped += d[from + k] * ((bits >>> k) & 1);
        }
        return sum - 2 * flipped;
    }

    /** Seeds a stream apart from all others: neighbouring seeds of SplittableRandom would be one stream, shifted. */
    private static SplittableRandom stream(long seed, long number) {
        long z = seed + 0xD1342543DE82EF95L * (number + 1);
        z = (z ^ (z >>> 33)) * 0xFF51AFD7ED558CCDL;
        z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return new SplittableRandom(z ^ (z >>> 33));
    }

    /** 32 random bits to 0 … n − 1 by multiplication; its bias is below n/2^32. */
    private static int index(long bits32, int n) {
        return (int) ((bits32 * n) >>> 32);
    }

    /** Linear interpolation between order statistics. */
    private static double quantile(double[] sorted, double q) {
        double at = q * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
