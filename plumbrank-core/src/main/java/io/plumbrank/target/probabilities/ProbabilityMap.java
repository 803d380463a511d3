package io.plumbrank.target.probabilities;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import java.io.IOException;
import java.io.Serializable;

/**
 * What becomes probabilities of the outputs u of a model that was fitted by log-loss: their softmax, p_y = e^{u_y} / Σ e^{u_k}, or
 * a function of it that was fitted to held-out rows. Immutable.
 */
public sealed interface ProbabilityMap extends Serializable permits ProbabilityMap.Softmax, Temperature, Isotonic {
    /** The softmax alone. */
    ProbabilityMap NONE = new Softmax();

    /** What it is called where a user chooses: {@code none}, {@code temperature}, {@code isotonic}. */
    String text();

    /** Writes the probabilities of the row whose outputs begin at {@code at}. */
    void probabilitiesInto(double[] u, int at, double[] probabilities);

    /** Writes the field {@code calibration} of a model file; none for the softmax alone. */
    default void write(JsonGenerator json) throws IOException {}

    /** Reads what {@link #write} has written. */
    static ProbabilityMap read(Fields json) {
        if (!json.has("calibration")) {
            return NONE;
        }
        Fields calibration = json.object("calibration");
        String method = calibration.text("method");
        return switch (method) {
            case "temperature" -> new Temperature(calibration.number("temperature"));
            case "isotonic" -> Isotonic.read(calibration);
            default -> throw new IllegalArgumentException("unknown calibration '" + method + "'");
        };
    }

    /** −log of the probability of a class, in nats. */
    default double logLoss(double[] u, int at, int classes, int label) {
        double[] probabilities = new double[classes];
        probabilitiesInto(u, at, probabilities);
        return -StrictMath.log(probabilities[label]);
    }

    /** log Σ e^{s·u_k} − s·u_y, finite wherever u is. */
    static double logLoss(double[] u, int at, int classes, int label, double factor) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int y = 0; y < classes; y++) {
            largest = Math.max(largest, factor * u[at + y]);
        }
        double sum = 0;
        for (int y = 0; y < classes; y++) {
            sum += StrictMath.exp(factor * u[at + y] - largest);
        }
        return StrictMath.log(sum) + largest - factor * u[at + label];
    }

    /** e^{u_y} / Σ e^{u_k}, with the largest exponent taken off first, so that nothing overflows. */
    static void softmaxInto(double[] u, int at, double[] probabilities) {
        scaledSoftmaxInto(u, at, 1, probabilities);
    }

    /** The softmax of so many times u. */
    static void scaledSoftmaxInto(double[] u, int at, double factor, double[] probabilities) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int y = 0; y < probabilities.length; y++) {
            largest = Math.max(largest, factor * u[at + y]);
        }
        double sum = 0;
        for (int y = 0; y < probabilities.length; y++) {
            probabilities[y] = StrictMath.exp(factor * u[at + y] - largest);
            sum += probabilities[y];
        }
        for (int y = 0; y < probabilities.length; y++) {
            probabilities[y] /= sum;
        }
    }

    record Softmax() implements ProbabilityMap {
        @Override
        public String text() {
            return "none";
        }

        @Override
        public void probabilitiesInto(double[] u, int at, double[] probabilities) {
            softmaxInto(u, at, probabilities);
        }

        @Override
        public double logLoss(double[] u, int at, int classes, int label) {
            return ProbabilityMap.logLoss(u, at, classes, label, 1);
        }
    }

    /** Outputs u of rows that a model was not fitted to, row by row, with their classes and weights. */
    record Rows(double[] u, int[] labels, double[] weights) {
        public int classes() {
            return labels.length == 0 ? 0 : u.length / labels.length;
        }
    }

    /** How a map is found. */
    enum Method {
        NONE,
        TEMPERATURE,
        ISOTONIC;

        /** @throws IllegalArgumentException if there is none of that name */
        public static Method parse(String word) {
            for (Method method : values()) {
                if (method.name().equalsIgnoreCase(word.strip())) {
                    return method;
                }
            }
            throw new IllegalArgumentException(
                    "probabilities are calibrated by none, temperature or isotonic, not '" + word + "'");
        }

        /** Fits it to held-out rows. */
        public ProbabilityMap fit(Rows rows) {
            return switch (this) {
                case NONE -> ProbabilityMap.NONE;
                case TEMPERATURE -> Temperature.fit(rows);
                case ISOTONIC -> Isotonic.fit(rows);
            };
        }
    }
}
