package io.plumbrank.train;

import io.plumbrank.task.HeldOutValues;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * What a search of twice as many settings is expected to bring, by those that were drawn. The best of all n of them is above the best of
 * half of them, over all halves on average, by some lead; of normal numbers the lead of 2n over n is (z(2n) − z(n)) / (z(n) − z(n/2))
 * times as large, where z(n) is what the largest of n is expected to be. So what lies near a ceiling, or has a few settings far below
 * the others, promises little. What is seen of a setting is its worth and noise, s² = t² + e²: a share t²/s² of a lead is worth.
 */
final class SearchOutlook {
    /** Blom's place of the largest of n normal numbers, whose expectation it is to some thousandths. */
    private static final double BLOM = 0.375;

    private static final int LEAST = 4;

    private SearchOutlook() {}

    /**
     * @param settings the values of each setting, all on the same instances
     * @param larger whether larger values are better
     * @return NaN for fewer than {@value #LEAST} settings, and where one instance alone counts, which does not tell worth from noise
     */
    static double expectedGain(List<HeldOutValues> settings, boolean larger) {
        int count = settings.size();
        if (count < LEAST) {
            return Double.NaN;
        }
        HeldOutValues first = settings.get(0);
        double[] mean = new double[first.places()];
        for (HeldOutValues each : settings) {
            for (int place = 0; place < mean.length; place++) {
                mean[place] += each.share(0, place) / count;
            }
        }
        double weight = 0;
        int counted = 0;
        for (int place = 0; place < mean.length; place++) {
            weight += first.weight(place);
            counted += first.weight(place) > 0 ? 1 : 0;
        }
        if (counted < 2) {
            return Double.NaN;
        }
        double[] leads = new double[count];
        double spread = 0;
        double noise = 0;
        for (int setting = 0; setting < count; setting++) {
            HeldOutValues each = settings.get(setting);
            double off = 0;
            for (int place = 0; place < mean.length; place++) {
                off += (each.share(0, place) - mean[place]) / weight;
            }
            double squares = 0;
            for (int place = 0; place < mean.length; place++) {
                double own = each.share(0, place) - mean[place] - off * first.weight(place);
                squares += own * own;
            }
            leads[setting] = larger ? off : -off;
            spread += off * off / (count - 1);
            // the mean over settings takes a part of each one's noise along
            noise += squares / (weight * weight) * counted / (counted - 1) / (count - 1);
        }
        int half = count / 2;
        double more = (largest(2.0 * count) - largest(count)) / (largest(count) - largest(half));
        return spread > 0 ? leadOverHalf(leads, half) * more * Math.max(0, spread - noise) / spread : 0;
    }

    /** How far the largest is above the largest of so many of them, over all choices of these on average. */
    private static double leadOverHalf(double[] values, int half) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        double expected = 0;
        // the i-th smallest is the largest of those chosen with probability C(i − 1, half − 1) / C(count, half)
        double probability = (double) half / count;
        for (int i = count; i >= half; i--) {
            expected += probability * sorted[i - 1];
            probability *= (double) (i - half) / Math.max(1, i - 1);
        }
        return sorted[count - 1] - expected;
    }

    private static double largest(double count) {
        return NormalDistribution.of(0, 1).inverseCumulativeProbability((count - BLOM) / (count + 1 - 2 * BLOM));
    }
}
