package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What a model was chosen out of, and how sure that is: kept in its {@link Provenance}.
 *
 * @param criterion what was compared, a measure or {@code loss}
 * @param judgedOn the instances that decided, in words
 * @param value of the model's measure on new data, an estimate
 * @param valueBy how that was estimated, in words
 * @param preference by which one of those that are about as good as the best was chosen
 * @param rivals all that were tried, from the simplest to the least simple
 * @param leftOut what was not tried
 */
public record ModelChoice(
        String criterion,
        String judgedOn,
        Estimate value,
        String valueBy,
        Preference preference,
        List<Rival> rivals,
        List<LeftOut> leftOut) {
    /** By a file on which nothing was fitted, each part of it judging what the others chose. */
    public static final String BY_FILE = "validation file";

    /** By folds whose labels had a part in the models that chose for them. */
    public static final String OPTIMISTIC = "folds that also chose, optimistic";

    /** Words for data that also chose the model. */
    public static final String ALSO_CHOSE = ", which also chose the model";

    private static final double LEVEL = 0.975;

    /** One value alone has no degree of freedom, but for rounding. */
    private static final double ONE_VALUE = 1e-9;

    private static final double ROUNDING = 1e-9;

    /** So many degrees of freedom that it is a normal distribution, which older model files took. */
    private static final double MANY = 1e9;

    public ModelChoice {
        rivals = List.copyOf(rivals);
        leftOut = List.copyOf(leftOut);
        if (rivals.stream().filter(Rival::chosen).count() != 1) {
            throw new IllegalArgumentException("a choice of one among rivals must have one that is chosen");
        }
    }

    /** Which one is taken of those that are about as good as the best. */
    public enum Preference {
        /** The simplest within a quarter of a standard error. */
        BEST(0.25, "simplest", "a quarter of a standard error"),
        /** The simplest within one standard error. */
        SIMPLE(1, "simplest", "one standard error"),
        /** The one with the smallest function in a model file, within one standard error. */
        SMALL(1, "smallest", "one standard error"),
        /** The one that takes the fewest steps for a row, within one standard error. */
        FAST(1, "fastest", "one standard error");

        private final double errors;
        private final String superlative;
        private final String margin;

        Preference(double errors, String superlative, String margin) {
            this.errors = errors;
            this.superlative = superlative;
            this.margin = margin;
        }

        /** How many standard errors behind the best one may be. */
        public double errors() {
            return errors;
        }

        /** What is preferred, in one word. */
        public String superlative() {
            return superlative;
        }

        /** How far behind the best one may be, in words. */
        public String margin() {
            return margin;
        }

        /** The word of options and files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** @throws IllegalArgumentException if there is no such word */
        public static Preference parse(String word) {
            return Arrays.stream(values())
                    .filter(each -> each.word().equals(word.strip().toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "a preference is best, simple, small or fast, not '" + word + "'"));
        }
    }

    /** By some of the folds of the training data, each judging what was fitted and chosen without it. */
    public static String byFolds(int judged, int folds) {
        return judged == folds
                ? "nested validation in " + folds + " folds"
                : "nested validation, " + judged + " of " + folds + " folds";
    }

    /**
     * A mean over instances.
     *
     * @param error its standard error; NaN where one instance alone counts
     * @param degrees of freedom of the error
     */
    public record Estimate(double mean, double error, double degrees) {
        public Estimate {
            mean += 0.0; // −0 is 0
        }

        /**
         * A weighted mean of independent values, as many as (Σw)² / Σw². Equal values leave the error open: they do not show that others are equal too.
         *
         * @param weight Σw
         * @param squaredWeight Σw²
         * @param squares Σw²(x − mean)²
         */
        public static Estimate ofMean(double mean, double weight, double squaredWeight, double squares) {
            double degrees = weight * weight / squaredWeight - 1;
            return degrees > ONE_VALUE && squares > 0
                    ? new Estimate(mean, Math.sqrt(squares * (degrees + 1) / degrees) / weight, degrees)
                    : new Estimate(mean, Double.NaN, Math.max(0, degrees));
        }

        /** How far a 95 % interval reaches to both sides. */
        public double reach() {
            return Double.isNaN(error) ? error : TDistribution.of(degrees).inverseCumulativeProbability(LEVEL) * error;
        }

        /**
         * A copy with the error of a mean over folds that share training data, and over few values.
         *
         * <p>The variance of a mean over J test sets of n₂ instances each, with n₁ to train on, is that of the mean of independent values
         * times 1 + J n₂ / n₁ (Nadeau and Bengio, Inference for the generalization error, Machine Learning 2003). That n values happen to
         * be equal does not show that all are: one more, at the other end of the range, gives their variance.
         *
         * @param shared J n₂ / n₁
         * @param range between the least and the largest value that is possible, as far as known; 0 leaves the error open
         */
        public Estimate widened(double shared, double range) {
            double n = degrees + 1;
            double variance = error <= ROUNDING * range ? range * range / (n + 1) / n : error * error;
            return new Estimate(mean, range > 0 ? Math.sqrt((1 + shared) * variance) : Double.NaN, degrees);
        }

        private void write(String name, JsonGenerator json) throws IOException {
            json.writeNumberField(name, mean);
            if (!Double.isNaN(error)) {
                json.writeNumberField(name + "Error", error);
            }
            json.writeNumberField(name + "Degrees", degrees);
        }

        private static Estimate read(String name, Fields json) {
            return new Estimate(
                    json.number(name),
                    json.has(name + "Error") ? json.magnitude(name + "Error") : Double.NaN,
                    json.has(name + "Degrees") ? json.magnitude(name + "Degrees") : MANY);
        }
    }

    /**
     * One that was tried.
     *
     * @param name such as {@code trees with z,rank}
     * @param settings what it came to: learner, surrogate and λ, in words
     * @param value of the criterion, each instance judged by settings that had no part in it
     * @param behind how much better the best of them is, on the same instances; 0 for that one
     * @param chosen whether the model is of this kind
     */
    public record Rival(String name, String settings, Estimate value, Estimate behind, boolean chosen) {}

    /** One that was not tried, and why, in words. */
    public record LeftOut(String name, String why) {}

    public Rival chosen() {
        return rivals.stream().filter(Rival::chosen).findFirst().orElseThrow();
    }

    /** The one with the best value. */
    public Rival best() {
        return rivals.stream()
                .filter(rival -> rival.behind.mean == 0)
                .findFirst()
                .orElseGet(this::chosen);
    }

    void write(JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("choice");
        json.writeStringField("criterion", criterion);
        json.writeStringField("judgedOn", judgedOn);
        value.write("value", json);
        json.writeStringField("valueBy", valueBy);
        json.writeStringField("prefer", preference.word());
        json.writeArrayFieldStart("rivals");
        for (Rival rival : rivals) {
            json.writeStartObject();
            json.writeStringField("name", rival.name);
            json.writeStringField("settings", rival.settings);
            rival.value.write("value", json);
            rival.behind.write("behind", json);
            json.writeBooleanField("chosen", rival.chosen);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("leftOut");
        for (LeftOut each : leftOut) {
            json.writeStartObject();
            json.writeStringField("name", each.name);
            json.writeStringField("why", each.why);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static ModelChoice read(Fields json) {
        return new ModelChoice(
                json.text("criterion"),
                json.text("judgedOn"),
                Estimate.read("value", json),
                json.has("valueBy")
                        ? json.text("valueBy")
                        : json.text("judgedOn").endsWith("file") ? BY_FILE : OPTIMISTIC,
                json.has("prefer") ? Preference.parse(json.text("prefer")) : Preference.SIMPLE,
                json.objects("rivals").stream()
                        .map(rival -> new Rival(
                                rival.text("name"),
                                rival.text("settings"),
                                Estimate.read("value", rival),
                                Estimate.read("behind", rival),
                                rival.bool("chosen")))
                        .toList(),
                json.objects("leftOut").stream()
                        .map(each -> new LeftOut(each.text("name"), each.text("why")))
                        .toList());
    }
}
