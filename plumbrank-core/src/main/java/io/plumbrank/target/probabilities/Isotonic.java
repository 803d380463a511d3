package io.plumbrank.target.probabilities;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import io.plumbrank.json.JsonArrays;
import io.plumbrank.target.probabilities.ProbabilityMap.Rows;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * For each class a rising function of its softmax probability, and all divided by their sum (Zadrozny and Elkan, 2002): of all rising
 * functions the one nearest, by squares, to how often the class is true. Between the values of held-out rows it is a straight line.
 * No probability falls below {@link #LEAST} before the division, so that no log-loss is infinite.
 *
 * @param curves one per class
 */
record Isotonic(List<Curve> curves) implements ProbabilityMap {
    /** What a probability is raised to where no held-out row of the class was as improbable. */
    public static final double LEAST = 1e-6;

    /** @throws IllegalArgumentException if there is no curve */
    public Isotonic {
        curves = List.copyOf(curves);
        if (curves.isEmpty()) {
            throw new IllegalArgumentException("an isotonic map needs a curve per class");
        }
    }

    /** A rising function by its corners: ascending probabilities, and what they become, from 0 to 1. */
    public record Curve(double[] at, double[] values) implements Serializable {
        /** @throws IllegalArgumentException unless both rise, and are as long as each other */
        public Curve {
            at = at.clone();
            values = values.clone();
            if (at.length == 0 || at.length != values.length) {
                throw new IllegalArgumentException(at.length + " places with " + values.length + " values");
            }
            for (int i = 0; i < at.length; i++) {
                if (!(values[i] >= 0 && values[i] <= 1)
                        || !(at[i] >= 0 && at[i] <= 1)
                        || (i > 0 && (at[i] <= at[i - 1] || values[i] < values[i - 1]))) {
                    throw new IllegalArgumentException("a curve must rise within 0 … 1");
                }
            }
        }

        /** Its value; flat beyond the ends. */
        public double of(double probability) {
            int found = Arrays.binarySearch(at, probability);
            if (found >= 0) {
                return values[found];
            }
            int next = -found - 1;
            if (next == 0) {
                return values[0];
            }
            if (next == at.length) {
                return values[next - 1];
            }
            double share = (probability - at[next - 1]) / (at[next] - at[next - 1]);
            return values[next - 1] + share * (values[next] - values[next - 1]);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Curve that && Arrays.equals(at, that.at) && Arrays.equals(values, that.values);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(at) + Arrays.hashCode(values);
        }
    }

    @Override
    public String text() {
        return "isotonic";
    }

    @Override
    public void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("calibration");
        json.writeStringField("method", text());
        JsonArrays.rows("at", curves.stream().map(Curve::at).toArray(double[][]::new), json);
        JsonArrays.rows("values", curves.stream().map(Curve::values).toArray(double[][]::new), json);
        json.writeEndObject();
    }

    static Isotonic read(Fields json) {
        double[][] at = json.rows("at");
        double[][] values = json.rows("values");
        if (at.length != values.length) {
            throw new IllegalArgumentException(at.length + " curves with the values of " + values.length);
        }
        return new Isotonic(IntStream.range(0, at.length)
                .mapToObj(y -> new Curve(at[y], values[y]))
                .toList());
    }

    @Override
    public void probabilitiesInto(double[] u, int at, double[] probabilities) {
        ProbabilityMap.softmaxInto(u, at, probabilities);
        double sum = 0;
        for (int y = 0; y < probabilities.length; y++) {
            probabilities[y] = Math.max(LEAST, curves.get(y).of(probabilities[y]));
            sum += probabilities[y];
        }
        for (int y = 0; y < probabilities.length; y++) {
            probabilities[y] /= sum;
        }
    }

    /** The curves of some rows. */
    static Isotonic fit(Rows rows) {
        int n = rows.classes();
        int count = rows.labels().length;
        double[][] p = new double[count][n];
        for (int row = 0; row < count; row++) {
            ProbabilityMap.softmaxInto(rows.u(), row * n, p[row]);
        }
        return new Isotonic(IntStream.range(0, n)
                .mapToObj(label -> {
                    double[] x = new double[count];
                    double[] hits = new double[count];
                    for (int row = 0; row < count; row++) {
                        x[row] = p[row][label];
                        hits[row] = rows.labels()[row] == label ? 1 : 0;
                    }
                    return curve(x, hits, rows.weights());
                })
                .toList());
    }

    /** Pool adjacent violators: blocks of equal x at first, joined while one is not below the next. O(rows log rows). */
    static Curve curve(double[] x, double[] y, double[] weights) {
        int[] order = IntStream.range(0, x.length)
                .filter(row -> weights[row] > 0)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> x[row]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] low = new double[order.length];
        double[] high = new double[order.length];
        double[] sums = new double[order.length];
        double[] total = new double[order.length];
        int blocks = 0;
        for (int row : order) {
            if (blocks > 0 && high[blocks - 1] == x[row] && low[blocks - 1] == x[row]) {
                sums[blocks - 1] += weights[row] * y[row];
                total[blocks - 1] += weights[row];
                continue;
            }
            blocks = joined(blocks, high, sums, total);
            low[blocks] = x[row];
            high[blocks] = x[row];
            sums[blocks] = weights[row] * y[row];
            total[blocks++] = weights[row];
        }
        blocks = joined(blocks, high, sums, total);
        double[] at = new double[2 * blocks];
        double[] values = new double[2 * blocks];
        int corners = 0;
        for (int block = 0; block < blocks; block++) {
            double before = corners == 0 ? 0 : values[corners - 1];
            double value = Math.max(before, Math.min(1, sums[block] / total[block]));
            at[corners] = low[block];
            values[corners++] = value;
            if (high[block] > low[block]) {
                at[corners] = high[block];
                values[corners++] = value;
            }
        }
        return new Curve(Arrays.copyOf(at, corners), Arrays.copyOf(values, corners));
    }

    /** Joins the last blocks while the one before is not lower, and gives how many are left. */
    private static int joined(int blocks, double[] high, double[] sums, double[] total) {
        int left = blocks;
        while (left > 1 && sums[left - 2] * total[left - 1] >= sums[left - 1] * total[left - 2]) {
            high[left - 2] = high[left - 1];
            sums[left - 2] += sums[left - 1];
            total[left - 2] += total[left - 1];
            left--;
        }
        return left;
    }
}
