package io.plumbrank.report;

import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.report.Plot.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether what is seen is, on average, what was predicted: predictions in bins of about equally many, equal ones in one bin, with
 * the mean of both in each. Collects numbers one by one.
 */
final class Reliability {

    private double[] predicted = new double[1024];
    private double[] observed = new double[1024];
    private double[] weights = new double[1024];
    private int count;

    /**
     * One bin.
     *
     * @param observed the mean that was seen, with its error as if the numbers were independent
     */
    record Bin(double predicted, Estimate observed, int count) {
        Point point() {
            double mean = observed.mean();
            return new Point(predicted, mean, mean - observed.reach(), mean + observed.reach());
        }
    }

    void add(double prediction, double seen, double weight) {
        if (!(weight > 0)) {
            return;
        }
        if (count == predicted.length) {
            predicted = Arrays.copyOf(predicted, 2 * count);
            observed = Arrays.copyOf(observed, 2 * count);
            weights = Arrays.copyOf(weights, 2 * count);
        }
        predicted[count] = prediction;
        observed[count] = seen;
        weights[count++] = weight;
    }

    int count() {
        return count;
    }

    /** At most so many bins, by rising prediction. */
    List<Bin> bins(int most) {
        int[] order = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> predicted[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        List<Bin> bins = new ArrayList<>();
        int from = 0;
        for (int bin = 1; bin <= most && from < count; bin++) {
            int to = Math.max(from + 1, (int) ((long) bin * count / most));
            while (to < count && predicted[order[to]] == predicted[order[to - 1]]) {
                to++;
            }
            bins.add(bin(Arrays.copyOfRange(order, from, to)));
            from = to;
        }
        return bins;
    }

    private Bin bin(int[] members) {
        double weight = 0;
        double x = 0;
        double y = 0;
        for (int i : members) {
            weight += weights[i];
            x += weights[i] * predicted[i];
            y += weights[i] * observed[i];
        }
        double mean = y / weight;
        double squares = 0;
        double squaredWeight = 0;
        for (int i : members) {
            squaredWeight += weights[i] * weights[i];
            squares += weights[i] * weights[i] * (observed[i] - mean) * (observed[i] - mean);
        }
        return new Bin(x / weight, Estimate.ofMean(mean, weight, squaredWeight, squares), members.length);
    }
}
