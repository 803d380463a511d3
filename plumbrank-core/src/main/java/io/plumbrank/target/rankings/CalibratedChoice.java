package io.plumbrank.target.rankings;

import io.plumbrank.target.NoiseCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A surrogate that is calibrated with a target, and for which distributions. Every advice to take another surrogate comes from
 * here, and {@code plumbrank-theory} tests each choice by its search for counterexamples.
 *
 * @param surrogate its name on the command line; {@code pairs} with decoder {@code exact}
 * @param condition what distributions must obey; empty where it is calibrated for all
 */
public record CalibratedChoice(String surrogate, Optional<NoiseCondition> condition) {
    private static final String PAIRS = "pairs";
    private static final String SCORES = "squared";

    /** Those for a target, the one with the fewest conditions first; never empty. */
    public static List<CalibratedChoice> of(RankingTarget<?> target) {
        List<CalibratedChoice> choices = new ArrayList<>();
        if (target.condition().isPresent() && target.byPairs().isPresent()) {
            choices.add(new CalibratedChoice(PAIRS, Optional.empty()));
        }
        choices.add(new CalibratedChoice(SCORES, target.condition()));
        return choices;
    }

    /** All of them in one clause, such as {@code squared is calibrated for every distribution}. */
    static String clause(RankingTarget<?> target) {
        return of(target).stream().map(CalibratedChoice::words).collect(Collectors.joining(", and "));
    }

    /** In words, without a full stop. */
    public String words() {
        return surrogate
                + (surrogate.equals(PAIRS) ? " with decoder exact" : "")
                + " is calibrated "
                + condition
                        .map(needed -> "under the condition " + needed.text())
                        .orElse("for every distribution");
    }
}
