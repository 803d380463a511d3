package io.plumbrank.target.labels;

import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.Promises;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.measures.PairScale;
import java.util.ArrayList;
import java.util.List;

/** What {@link LabelRankingTarget} promises, and its words for conditions. */
final class LabelPromises {
    private static final String AT_RANDOM =
            "which positions are known does not depend on the ranking once the features are given, and each pair of labels is"
                    + " known with a probability above 0, and full rankings have no ties";

    private final LabelRankingTarget target;
    private final int labels;

    LabelPromises(LabelRankingTarget target) {
        this.target = target;
        this.labels = target.labels();
    }

    Guarantee guarantee() {
        if (target.missing() == Missing.BOTTOM) {
            Guarantee lists = ofLabels();
            List<String> notPromised = new ArrayList<>(lists.notPromised());
            notPromised.add(
                    "the order of labels that are missing: they are tied below those whose positions are known.");
            return lists.with(lists.bound(), notPromised);
        }
        if (!target.isRandom()) {
            return ofLabels();
        }
        Guarantee full = LabelPairs.isSpearman(target.measure())
                ? Promises.exact(Math.sqrt(labels * (double) labels * (labels * (double) labels - 1) / 12))
                : ofLabels();
        RegretBound bound = full.bound();
        List<String> notPromised = new ArrayList<>(full.notPromised());
        notPromised.add(
                "the smallest expected loss where a position is missing because of the place it tells, as in lists of"
                        + " the best few: what is missing is part of the label then.");
        notPromised.add(
                "the smallest expected loss where full rankings have ties: the measure divides by a number that depends on"
                        + " the ties, and here all untied pairs count the same.");
        return full.with(bound == null ? null : bound.dividedBy("the smallest of these probabilities"), notPromised)
                .under(AT_RANDOM);
    }

    private Guarantee ofLabels() {
        if (target.form() == LabelRankingTarget.Form.PAIRS) {
            return ofPairs();
        }
        if (target.isAdditive()) {
            return Promises.exact(Math.sqrt((labels * (double) labels - 1) / (3.0 * labels)));
        }
        return new Guarantee(
                Calibration.UNDER_CONDITION,
                "RAT13, Theorem 6",
                NoiseCondition.SCORES.words(meaning(true)),
                null,
                Promises.OVER,
                List.of(
                        "the best where the condition fails; the surrogate pairs needs no condition (RAT13, Theorem 3).",
                        "a rate: no bound on the regret holds for all distributions that obey the condition.",
                        Promises.FUNCTION_CLASS));
    }

    /** What a condition says of rankings as they are encoded here, in words that complete "if …". */
    String words(NoiseCondition condition) {
        if (condition == NoiseCondition.RANDOM) {
            return condition.words();
        }
        String words = condition.words(meaning(condition == NoiseCondition.SCORES));
        return target.isRandom() ? NoiseCondition.RANDOM.words() + ", and " + words : words;
    }

    /** What y_ij is in noise conditions, and f where it matters. */
    private String meaning(boolean scores) {
        return switch (target.measure().structure()) {
            case PAIR_SHARE -> PairScale.SHARE.meaning(target.measure().pairWeight() == PairWeight.UNIT, scores);
            case PAIR_CORRELATION -> PairScale.CORRELATION.meaning(true, scores);
            default ->
                ", where y_ij is how many ranks i is above j, scaled to the spread of the known ranks, else 0"
                        + (scores ? ", and f_i = Σ_j (y_ij − y_ji)" : "");
        };
    }

    private Guarantee ofPairs() {
        Guarantee exact = Promises.exact(Math.sqrt(labels * (labels - 1.0) / 2));
        Guarantee guarantee = Promises.decoded(
                target.decoder(),
                exact,
                meaning(false),
                "the best where the condition fails; the exact decoder needs no condition.",
                "",
                exact.notPromised());
        if (guarantee.calibration() != Calibration.ALWAYS || labels <= OrderingDecoder.PROVEN_ITEMS) {
            return guarantee;
        }
        List<String> notPromised = new ArrayList<>(guarantee.notPromised());
        notPromised.add("the best ranking for the predicted pairs where decoder " + target.decoder()
                + " does not prove it in its " + DecodeLimits.DEFAULT_STEPS + " steps, which can happen from "
                + (OrderingDecoder.PROVEN_ITEMS + 1) + " labels on.");
        return guarantee.with(guarantee.bound(), notPromised);
    }
}
