package io.plumbrank.cli.output;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.RegretBound;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A guarantee in one line, and its fields in JSON. */
public final class GuaranteeText {
    private static final Map<String, String> PAPERS = Map.of(
            "CUG13", "Calauzènes, Usunier and Gallinari, Machine Learning 93, 2013",
            "DMJ10", "Duchi, Mackey and Jordan, ICML 2010",
            "RAT13", "Ramaswamy, Agarwal and Tewari, NIPS 2013");

    /** The longest condition that a line has room for, in characters. */
    private static final int SHORT = 120;

    private GuaranteeText() {}

    /** The papers that sentences cite, a line each. */
    public static List<String> papers(List<String> sentences) {
        return new TreeMap<>(PAPERS)
                .entrySet().stream()
                        .filter(paper -> sentences.stream().anyMatch(sentence -> sentence.contains(paper.getKey())))
                        .map(paper -> paper.getKey() + ": " + paper.getValue() + ".")
                        .toList();
    }

    /** The guarantee in one line: the first theorem, the condition and the bound. */
    public static String line(Guarantee guarantee) {
        String theorem = guarantee.theorem().replaceFirst(";.*", "");
        RegretBound bound = guarantee.bound();
        String regret = bound == null ? "" : "; " + bound.words();
        String condition = guarantee.condition();
        return switch (guarantee.calibration()) {
            case ALWAYS -> "calibrated for every distribution (" + theorem + ")" + regret;
            case UNDER_CONDITION ->
                condition != null && condition.length() <= SHORT
                        ? "calibrated (" + theorem + ") if " + condition + regret
                        : "calibrated under conditions (" + theorem + "); plumbrank explain prints them"
                                + (bound == null ? "" : ", and the regret bound");
            case NO -> "none; not calibrated (" + theorem + "): a perfect fit may predict worse than the best";
        };
    }

    /** All that it takes to compute the bound. */
    public static void bound(Guarantee guarantee, Json json) throws IOException {
        for (Map.Entry<String, Object> fact :
                RegretBound.facts(guarantee.bound()).entrySet()) {
            if (fact.getValue() instanceof Double number) {
                json.field(fact.getKey(), number);
            } else {
                json.field(fact.getKey(), fact.getValue().toString());
            }
        }
    }

    public static void fields(Guarantee guarantee, Json json) throws IOException {
        json.field("calibrated", guarantee.calibration().toString())
                .field("theorem", guarantee.theorem())
                .field("condition", guarantee.condition());
        bound(guarantee, json);
        json.field("notPromised", guarantee.notPromised());
    }
}
