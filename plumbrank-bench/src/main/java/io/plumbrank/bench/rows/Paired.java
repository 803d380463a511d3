package io.plumbrank.bench.rows;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The mean of differences on the same queries or rows.
 *
 * @param reach half the width of its 95 % interval
 */
public record Paired(double mean, double reach) {
    /** The first less the second. */
    public static Paired of(List<Double> one, List<Double> other) {
        int n = one.size();
        double[] differences = IntStream.range(0, n)
                .mapToDouble(i -> one.get(i) - other.get(i))
                .toArray();
        double mean = IntStream.range(0, n).mapToDouble(i -> differences[i]).sum() / n;
        double squares = 0;
        for (double difference : differences) {
            squares += (difference - mean) * (difference - mean);
        }
        return new Paired(mean, 1.96 * Math.sqrt(squares / (n - 1.0) / n));
    }

    public static double mean(List<Double> values) {
        return values.stream().mapToDouble(value -> value).average().orElseThrow();
    }

    /** Whether the first is smaller by more than chance. */
    public boolean isBelow() {
        return mean < -reach;
    }

    /** Whether the first is larger by more than chance. */
    public boolean isAbove() {
        return mean > reach;
    }

    public String text() {
        return mean == 0 && reach == 0 ? "0" : String.format(Locale.ROOT, "%+.4f ± %.4f", mean, reach);
    }
}
