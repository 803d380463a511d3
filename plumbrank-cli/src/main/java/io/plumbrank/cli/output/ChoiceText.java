package io.plumbrank.cli.output;

import io.plumbrank.model.ModelChoice;
import io.plumbrank.model.ModelChoice.Estimate;
import io.plumbrank.model.ModelChoice.Rival;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a model was chosen out of, in words and in JSON. */
public final class ChoiceText {
    /** As many as there are kinds of models; a search has more. */
    private static final int MOST_RIVALS = 8;

    private ChoiceText() {}

    /** A mean with its 95 % interval. */
    public static String words(Estimate estimate) {
        return Texts.fixed(estimate.mean()) + " ± " + Texts.fixed(estimate.reach());
    }

    /** The other kinds that were tried, best first, with what they reached. */
    public static String rivals(ModelChoice choice) {
        List<Rival> others = new ArrayList<>(
                choice.rivals().stream().filter(rival -> !rival.chosen()).toList());
        others.sort((one, other) ->
                Double.compare(one.behind().mean(), other.behind().mean()));
        String tried = others.stream()
                .limit(MOST_RIVALS)
                .map(rival -> rival.name() + " " + Texts.fixed(rival.value().mean()))
                .collect(Collectors.joining(", "));
        int more = others.size() - MOST_RIVALS;
        return tried.isEmpty() ? "nothing else" : more > 0 ? tried + " and " + more + " more" : tried;
    }

    /** How sure the choice is. */
    public static String sureness(ModelChoice choice) {
        Rival chosen = choice.chosen();
        Rival best = choice.best();
        if (choice.rivals().size() == 1) {
            return "nothing else was tried";
        }
        if (Double.isNaN(chosen.behind().error())) {
            return "one instance alone tells nothing; the simplest is taken";
        }
        if (!best.equals(chosen)) {
            return best.name() + " is better by " + words(chosen.behind())
                    + ", less than one standard error; the simpler one is taken";
        }
        Rival next = choice.rivals().stream()
                .filter(rival -> !rival.chosen())
                .min((one, other) ->
                        Double.compare(one.behind().mean(), other.behind().mean()))
                .orElseThrow();
        if (next.behind().mean() == 0) {
            return next.name() + " is as good; the simpler one is taken";
        }
        boolean sure = next.behind().mean() > next.behind().reach();
        boolean simpler = choice.rivals().indexOf(chosen) < choice.rivals().indexOf(next);
        return "better than " + next.name() + " by " + words(next.behind())
                + (sure ? "" : simpler ? ", which may be chance, and simpler" : ", more than one standard error");
    }

    /** What was not tried. */
    public static List<String> leftOut(ModelChoice choice) {
        return choice.leftOut().stream()
                .map(each -> each.name() + " was left out: " + each.why())
                .toList();
    }

    public static void fields(ModelChoice choice, Json json) throws IOException {
        json.field("criterion", choice.criterion()).field("judgedOn", choice.judgedOn());
        estimate("value", choice.value(), json);
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

    static void estimate(String name, Estimate estimate, Json json) throws IOException {
        json.field(name, estimate.mean()).field(name + "Error", estimate.error());
    }
}
