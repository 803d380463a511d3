package io.plumbrank.target.probabilities;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.target.probabilities.ProbabilityMap.Rows;
import java.io.IOException;

/**
 * The softmax of u/T (Guo, Pleiss, Sun and Weinberger, 2017): T above 1 takes back confidence, below 1 adds some. The most probable
 * class stays the same; the cheapest prediction need not.
 */
record Temperature(double temperature) implements ProbabilityMap {
    private static final double LEAST = 1e-3;
    private static final double MOST = 1e3;
    private static final int HALVINGS = 100;

    /** @throws IllegalArgumentException unless T is positive and finite */
    public Temperature {
        if (!(temperature > 0 && temperature < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a temperature must be positive and finite, got " + temperature);
        }
    }

    @Override
    public String text() {
        return "temperature";
    }

    @Override
    public void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("calibration");
        json.writeStringField("method", text());
        json.writeNumberField("temperature", temperature);
        json.writeEndObject();
    }

    @Override
    public void probabilitiesInto(double[] u, int at, double[] probabilities) {
        ProbabilityMap.scaledSoftmaxInto(u, at, 1 / temperature, probabilities);
    }

    @Override
    public double logLoss(double[] u, int at, int classes, int label) {
        return ProbabilityMap.logLoss(u, at, classes, label, 1 / temperature);
    }

    /**
     * T of the least log-loss on some rows, within 10⁻³ … 10³. The loss is convex in 1/T, so its slope is 0 at one place, which is
     * found by halving.
     */
    static Temperature fit(Rows rows) {
        double low = 1 / MOST;
        double high = 1 / LEAST;
        for (int i = 0; i < HALVINGS && low < high; i++) {
            double middle = Math.sqrt(low * high);
            if (slope(rows, middle) > 0) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return new Temperature(1 / Math.sqrt(low * high));
    }

    /** The derivative of Σ w (log Σ_k e^{s·u_k} − s·u_y) by s. */
    private static double slope(Rows rows, double factor) {
        int n = rows.classes();
        double[] p = new double[n];
        double sum = 0;
        for (int row = 0; row < rows.labels().length; row++) {
            int at = row * n;
            ProbabilityMap.scaledSoftmaxInto(rows.u(), at, factor, p);
            double mean = 0;
            for (int y = 0; y < n; y++) {
                mean += p[y] * rows.u()[at + y];
            }
            sum += rows.weights()[row] * (mean - rows.u()[at + rows.labels()[row]]);
        }
        return sum;
    }
}
