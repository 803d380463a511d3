package io.plumbrank.model;

import java.util.List;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * What a search of twice as many settings is expected to bring, by those that were drawn. Settings are taken as draws of a normal
 * distribution, of which the best of n is expected to lie z(n) standard deviations above the mean. What is seen of a setting is its
 * worth and noise, s² = t² + e²: of the apparent best, a share t²/s² of its lead is worth. So twice as many are expected to bring
 * t²/s · (z(2n) − z(n)).
 */
final class SearchOutlook {
    /** Blom's place of the largest of n normal numbers, whose expectation it is to some thousandths. */
    private static final double BLOM = 0.375;

    private static final int LEAST = 4;

    private SearchOutlook() {}

    /** @param settings the values of each setting, all on the same instances; NaN for fewer than {@value #LEAST} */
    static double expectedGain(List<HeldOutValues> settings) {
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
        double spread = 0;
        double noise = 0;
        for (HeldOutValues each : settings) {
            double off = 0;
            for (int place = 0; place < mean.length; place++) {
                off += (each.share(0, place) - mean[place]) / weight;
            }
            double squares = 0;
            for (int place = 0; place < mean.length; place++) {
                double own = each.share(0, place) - mean[place] - off * first.weight(place);
                squares += own * own;
            }
            spread += off * off / (count - 1);
            // the mean over settings takes a part of each one's noise along
            noise += squares / (weight * weight) * counted / Math.max(1, counted - 1) / (count - 1);
        }
        double worth = Math.max(0, spread - noise);
        return spread > 0 ? worth / Math.sqrt(spread) * (largest(2.0 * count) - largest(count)) : 0;
    }

    private static double largest(double count) {
        return NormalDistribution.of(0, 1).inverseCumulativeProbability((count - BLOM) / (count + 1 - 2 * BLOM));
    }
}
