package io.plumbrank.model;

import com.fasterxml.jackson.core.JsonGenerator;
import io.plumbrank.json.Fields;
import java.io.IOException;
import java.util.List;

/**
 * What a model was chosen out of, and how sure that is: kept in its {@link Provenance}.
 *
 * @param criterion what was compared, a measure or {@code loss}
 * @param judgedOn the instances that decided, in words
 * @param value what the whole choice is worth on instances that had no part in it, of the model's measure
 * @param rivals all that were tried, from the simplest to the least simple
 * @param leftOut what was not tried
 */
public record ModelChoice(
        String criterion, String judgedOn, Estimate value, List<Rival> rivals, List<LeftOut> leftOut) {
    /** Half of the width of a 95 % interval, in standard errors. */
    private static final double WIDTH = 1.96;

    public ModelChoice {
        rivals = List.copyOf(rivals);
        leftOut = List.copyOf(leftOut);
        if (rivals.stream().filter(Rival::chosen).count() != 1) {
            throw new IllegalArgumentException("a choice of one among rivals must have one that is chosen");
        }
    }

    /**
     * A mean over instances.
     *
     * @param error its standard error; NaN where one instance alone counts
     */
    public record Estimate(double mean, double error) {
        public Estimate {
            mean += 0.0; // −0 is 0
        }

        /** How far a 95 % interval reaches to both sides. */
        public double reach() {
            return WIDTH * error;
        }

        private void write(String name, JsonGenerator json) throws IOException {
            json.writeNumberField(name, mean);
            if (!Double.isNaN(error)) {
                json.writeNumberField(name + "Error", error);
            }
        }

        private static Estimate read(String name, Fields json) {
            return new Estimate(
                    json.number(name), json.has(name + "Error") ? json.magnitude(name + "Error") : Double.NaN);
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

    /** The one that was chosen. */
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
