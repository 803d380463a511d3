package io.plumbrank.report;

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
    private static final double NORMAL_95 = 1.959963984540054;

    private double[] predicted = new double[1024];
    private double[] observed = new double[1024];
    private double[] weights = new double[1024];
    private int count;

    /**
     * One bin.
     *
     * @param error standard error of the mean that was seen, as if the numbers were independent; NaN for fewer than two
     */
    record Bin(double predicted, double observed, double error, int count) {
        Point point() {
            return new Point(predicted, observed, observed - NORMAL_95 * error, observed + NORMAL_95 * error);
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
        for (int i : members) {
            squares += weights[i] * weights[i] * (observed[i] - mean) * (observed[i] - mean);
        }
        double error = members.length < 2 ? Double.NaN : Math.sqrt(squares) / weight;
        return new Bin(x / weight, mean, error, members.length);
    }
}
