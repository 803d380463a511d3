package io.plumbrank.target.measures;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.PositionalMeasure;
import io.plumbrank.measure.settings.Key.Gain;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.ArrayList;
import java.util.List;

/**
 * The targets of measures.
 *
 * <p>{@code pd} and {@code kendall} are targets as they are evaluated: divided, label by label, by the weight of all pairs and
 * by the root in tau-b ({@link PairScale}). ℓ_PD of the papers is {@link DisagreementScores#ofGrades} with
 * {@link PairScale#SUM}; least squares on its net out-weights is not calibrated with the quotient.
 */
public final class RankingTargets {
    /** What is said of the measure that a refusal names; tests hold both claims against all labels and rankings of few items. */
    static final String SAME_FOR_ONE = "which is the same where a query has one relevant item";

    static final String SAME_BEST = "which is largest for the same rankings of a label";

    private RankingTargets() {}

    /**
     * The target of a measure, whose labels are grades.
     *
     * @throws IllegalArgumentException if the labels of the measure are preferences
     * @throws RefusedMeasureException if no order-preserving surrogate can promise the measure: ERR, reciprocal rank and success
     *     beyond the first place, R-precision, bpref, counts
     */
    public static RankingTarget<double[]> of(MeasureSpec spec) {
        if (spec.hasGain() && spec.gain() == Gain.SIGNED) {
            throw new RefusedMeasureException(
                    spec,
                    "gains below 0 are for evaluation as scikit-learn has it",
                    "dcg" + cutoff(spec) + "(gain=linear)",
                    "which counts a negative grade 0");
        }
        return switch (spec.structure()) {
            case POSITIONAL, RANK_CORRELATION -> {
                if (spec.needsMaxGrade()) {
                    throw new IllegalArgumentException("'" + spec.typed()
                            + "' needs the largest grade of its scale to be trained for: write 'err@1(max=4)'");
                }
                yield new PositionalTarget<>((PositionalMeasure) spec.measure(), grades -> grades);
            }
            case AVERAGE_PRECISION -> new AveragePrecisionScores<>(spec.measure(), grades -> grades);
            case PAIR_SHARE ->
                DisagreementScores.ofGrades(spec.pairWeight(), PairScale.SHARE).named(spec.text());
            case PAIR_CORRELATION ->
                DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.CORRELATION)
                        .named(spec.text());
            case CASCADE ->
                throw new RefusedMeasureException(
                        spec,
                        "no order-preserving surrogate is calibrated for it (CUG13, Theorem 3.3)",
                        "ndcg" + cutoff(spec),
                        SAME_BEST);
            case FIRST_RELEVANT ->
                throw new RefusedMeasureException(
                        spec,
                        "no order-preserving surrogate is calibrated for it, since all depends on the first relevant item",
                        "map" + cutoff(spec) + relevance(spec),
                        SAME_FOR_ONE);
            case ANY_RELEVANT ->
                throw new RefusedMeasureException(
                        spec,
                        "no order-preserving surrogate is calibrated for it, since a second relevant item counts nothing",
                        "recall" + cutoff(spec) + relevance(spec),
                        SAME_FOR_ONE);
            case LABEL_DEPTH ->
                throw new RefusedMeasureException(
                        spec,
                        "its cut-off, the number of relevant items, is part of the label",
                        "map" + relevance(spec),
                        SAME_BEST);
            case CAPPED_PAIRS ->
                throw new RefusedMeasureException(
                        spec,
                        "it stops counting pairs at the number of relevant items, which is part of the label",
                        "auc" + relevance(spec),
                        SAME_BEST);
            case COUNT ->
                throw new RefusedMeasureException(spec, "it is the same for every ranking", "ndcg@10", "which is not");
        };
    }

    /** The target of {@code pd(weight=observed)}, whose labels are preferences. */
    public static DisagreementScores<PreferenceGraph> ofPreferences(MeasureSpec spec) {
        return DisagreementScores.ofGraphs(PairScale.SHARE)
                .named(spec.overPreferences().text());
    }

    /** The target for queries: of their preferences for {@code pd(weight=observed)}, else of their grades. */
    public static RankingTarget<Query> ofQueries(MeasureSpec spec) {
        return spec.takesPreferences()
                ? ofPreferences(spec).labelledBy(Query::preferences)
                : of(spec).labelledBy(Query::labels);
    }

    /**
     * The same for data whose labels have at most two distinct grades each: {@code pd} and {@code kendall} then promise
     * without a condition, and refuse other labels; all other targets are those of {@link #of}.
     */
    public static RankingTarget<double[]> ofTwoGrades(MeasureSpec spec) {
        return switch (spec.structure()) {
            case PAIR_SHARE ->
                spec.pairWeight() == PairWeight.DIFFERENCE
                        ? of(spec)
                        : DisagreementScores.ofTwoGrades(PairScale.SHARE).named(spec.text());
            case PAIR_CORRELATION ->
                DisagreementScores.ofTwoGrades(PairScale.CORRELATION).named(spec.text());
            default -> of(spec);
        };
    }

    /**
     * {@code map}, {@code pd} or {@code kendall} by pairs, decoded exactly.
     *
     * @throws IllegalArgumentException if the measure is another, or has a cut-off
     */
    public static PairRankingTarget<double[]> byPairs(MeasureSpec spec) {
        return byPairs(spec, of(spec));
    }

    /**
     * The target by pairs of queries, as {@link #ofQueries} has it.
     *
     * @throws IllegalArgumentException as {@link #byPairs(MeasureSpec)}
     */
    public static PairRankingTarget<Query> pairsOfQueries(MeasureSpec spec) {
        return byPairs(spec, ofQueries(spec));
    }

    private static <Y> PairRankingTarget<Y> byPairs(MeasureSpec spec, RankingTarget<Y> scores) {
        return scores.byPairs()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'pairs' is a surrogate of map, pd and kendall, not of '" + spec.typed() + "'"));
    }

    /** What the conventions of a measure take from its promise, in sentences that complete "Not promised: …". */
    public static List<String> caveats(MeasureSpec spec) {
        List<String> caveats = new ArrayList<>();
        if (spec.skipsEmpty()) {
            caveats.add(
                    "anything for queries that " + spec.typed()
                            + " leaves out: training leaves them out too, and surrogate and measure are means over the others.");
        }
        if (!spec.ranksTies()) {
            caveats.add("the same for equal scores: the promise is for rankings, and where scores tie " + spec.typed()
                    + " is not the mean of the rankings that they leave open; ties=average is.");
        }
        return caveats;
    }

    private static String cutoff(MeasureSpec spec) {
        return spec.cutoff().isPresent() ? "@" + spec.cutoff().getAsInt() : "";
    }

    /** Our default is left unsaid. */
    private static String relevance(MeasureSpec spec) {
        String text = spec.relevance().text();
        return text.equals("1") ? "" : "(rel=" + text + ")";
    }
}
