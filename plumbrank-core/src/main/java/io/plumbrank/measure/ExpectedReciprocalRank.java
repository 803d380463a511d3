package io.plumbrank.measure;

import io.plumbrank.measure.settings.GradeException;
import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Gain;
import io.plumbrank.measure.settings.Numbers;
import java.util.List;

/**
 * Expected reciprocal rank Σ_k (1/k) R_k Π_{i&lt;k} (1 − R_i) with R = (2^grade − 1)/2^max: the user goes down the list and
 * stops at an item with chance R (Chapelle, Metzler, Zhang and Grinspan 2009). Undefined where all gains are 0.
 *
 * <p>Let q = 1 − R and M_j be the mean of the product of q over all j-subsets of a tied group. In the mean over its orders the
 * user stops at the j-th place of the group with chance M_{j−1} − M_j. Adding the group's items one by one, M_j(n) = ((n −
 * j)/n) M_j(n − 1) + (j/n) q_n M_{j−1}(n − 1), a mean of means and so stable. O(n), and O(g·min(k, J)) for a tied group of g
 * items of unequal grades, where J is the place to which the user comes with a chance below rounding.
 */
record ExpectedReciprocalRank(MeasureSpec spec) implements Measure {
    /** The chance of satisfaction is a power of the grade by definition. */
    private static final Key<Gain> POWER =
            Key.choice("gain", Gain.EXPONENTIAL, List.of(Gain.EXPONENTIAL, Gain.EXPONENTIAL_INT));

    static final MeasureKind KIND = MeasureKind.of(
                    Structure.CASCADE,
                    "err expected_reciprocal_rank",
                    spec -> FirstPlace.where(new ExpectedReciprocalRank(spec)))
            .mayBeCut()
            .keys(Key.MAX, POWER, Key.TIES, Key.EMPTY)
            .habit(MeasureKind.CUTOFF, 10, Compat.RANKLIB);

    private static final double BELOW_ROUNDING = 1e-18;

    @Override
    public double evaluate(JudgedList list) {
        if (isEmpty(list)) {
            return spec.empty().value();
        }
        double max = spec.get(Key.MAX);
        double[] continuing = continuing(list.gradesByPosition(spec.ties()), max);
        int[] starts = list.groupStarts(spec.ties());
        int depth = spec.depth(list.retrieved());
        double value = 0;
        double reach = 1;
        for (int group = 0; starts[group] < depth && reach > 0; group++) {
            int from = starts[group];
            int to = starts[group + 1];
            int places = Math.min(to, depth) - from;
            if (allEqual(continuing, from, to)) {
                for (int place = 1; place <= places; place++) {
                    value += reach * (1 - continuing[from]) / (from + place);
                    reach *= continuing[from];
                }
            } else {
                double[] means = subsetMeans(continuing, from, to, places);
                for (int place = 1; place < means.length; place++) {
                    value += reach * (means[place - 1] - means[place]) / (from + place);
                }
                reach *= means[means.length - 1];
            }
        }
        return value;
    }

    /** q by position. */
    private double[] continuing(double[] grades, double max) {
        double scale = Math.pow(2, -max);
        double largest = spec.gain().of(max);
        double[] continuing = new double[grades.length];
        for (int i = 0; i < grades.length; i++) {
            double gain = spec.gain().of(grades[i]);
            if (gain > largest) {
                throw new GradeException("grade " + Numbers.text(grades[i]) + " is above the scale of " + spec.typed()
                        + ", which ends at max=" + Numbers.text(max));
            }
            continuing[i] = 1 - gain * scale;
        }
        return continuing;
    }

    private static boolean allEqual(double[] values, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            if (values[i] != values[from]) {
                return false;
            }
        }
        return true;
    }

    /** M_0, M_1, … of {@code q[from, to)}, up to M_places or to the first that is below rounding. */
    private static double[] subsetMeans(double[] q, int from, int to, int places) {
        int last = Math.min(places, 64);
        double[] means = subsetMeansUpTo(q, from, to, last);
        while (last < places && means[last] > BELOW_ROUNDING) { // M_j falls with j
            last = Math.min(places, 2 * last);
            means = subsetMeansUpTo(q, from, to, last);
        }
        return means;
    }

    private static double[] subsetMeansUpTo(double[] q, int from, int to, int last) {
        double[] means = new double[last + 1];
        means[0] = 1;
        for (int n = 1; n <= to - from; n++) {
            double added = q[from + n - 1];
            for (int j = Math.min(n, last); j >= 1; j--) {
                means[j] = ((n - j) * means[j] + j * added * means[j - 1]) / n;
            }
        }
        return means;
    }

    @Override
    public boolean isEmpty(JudgedList list) {
        return list.labels().once(this, () -> spec.gain().of(list.labels().largestGrade()) == 0);
    }

    @Override
    public int tellingGrade() {
        return (int) Math.min(2, spec.get(Key.MAX));
    }
}
