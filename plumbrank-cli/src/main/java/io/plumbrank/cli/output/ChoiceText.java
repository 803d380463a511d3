package io.plumbrank.cli.output;

import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.Rival;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The choice among kinds of models, in words and in JSON. */
public final class ChoiceText {
    private ChoiceText() {}

    /** A mean with its 95 % interval, where there is one. */
    public static String words(Estimate estimate) {
        String mean = Texts.fixed(estimate.mean());
        return Double.isNaN(estimate.reach()) ? mean : mean + " ± " + Texts.fixed(estimate.reach());
    }

    /** The best of the others beside what was chosen, both as they were compared; empty where nothing else was tried. */
    public static Optional<String> bestOther(ModelChoice choice) {
        return next(choice)
                .map(rival -> "Best of the others: " + rival.name() + " " + words(rival.value()) + ", chosen "
                        + words(choice.chosen().value()) + " (" + choice.criterion() + ", " + choice.judgedOn() + ")");
    }

    private static Optional<Rival> next(ModelChoice choice) {
        return choice.rivals().stream()
                .filter(rival -> !rival.chosen())
                .min(Comparator.comparingDouble(rival -> rival.behind().mean()));
    }

    /** The name and the settings, in which the name of the learner is not repeated. */
    public static String named(Rival rival) {
        String learner = rival.name() + ", ";
        String settings = rival.settings();
        return rival.name() + " (" + (settings.startsWith(learner) ? settings.substring(learner.length()) : settings)
                + ")";
    }

    /** Why the model was chosen, in one clause. */
    public static String reason(ModelChoice choice) {
        Rival chosen = choice.chosen();
        Rival next = next(choice).orElse(null);
        String tried = " of " + choice.rivals().size();
        if (next == null) {
            return "the only one tried";
        }
        if (Double.isNaN(chosen.behind().error())) {
            return "the simplest" + tried + ": one instance cannot tell them apart";
        }
        if (!choice.best().equals(chosen)) {
            return "the " + choice.preference().superlative() + tried + " within "
                    + choice.preference().margin() + " of the best; "
                    + choice.best().name() + " is better by "
                    + words(chosen.behind());
        }
        if (next.behind().mean() == 0) {
            return "as good as " + next.name() + " and simpler";
        }
        boolean significant = next.behind().mean() > next.behind().reach();
        return "best" + tried + ", ahead of " + next.name() + " by " + words(next.behind())
                + (significant ? "" : " (not significant)");
    }

    /** The models that were not tried, each with the reason. */
    public static List<String> leftOut(ModelChoice choice) {
        return choice.leftOut().stream()
                .map(each -> each.name() + " was not tried: " + each.why())
                .toList();
    }

    public static void fields(ModelChoice choice, Json json) throws IOException {
        json.field("criterion", choice.criterion()).field("judgedOn", choice.judgedOn());
        estimate("value", choice.value(), json);
        json.field("valueBy", choice.valueBy())
                .field("prefer", choice.preference().word());
        json.array("rivals", choice.rivals(), (fields, rival) -> {
            fields.field("name", rival.name()).field("settings", rival.settings());
            estimate("value", rival.value(), fields);
            estimate("behind", rival.behind(), fields);
            fields.field("chosen", rival.chosen());
        });
        json.array(
                "leftOut",
                choice.leftOut(),
                (fields, each) -> fields.field("name", each.name()).field("why", each.why()));
    }

    /** Writes the mean, its standard error and half the width of its 95 % interval. */
    public static void estimate(String name, Estimate estimate, Json json) throws IOException {
        json.field(name, estimate.mean())
                .field(name + "Error", estimate.error())
                .field(name + "Reach", estimate.reach());
    }
}
