package io.plumbrank.target.rankings;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Query;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.PairWeight;
import io.plumbrank.measure.PositionalMeasure;

/**
 * The targets of measures.
 *
 * <p>{@code pd} and {@code kendall} are targets as they are evaluated: divided, label by label, by the weight of all pairs and
 * by the root in tau-b ({@link PairScale}). ℓ_PD of the papers is {@link DisagreementScores#ofGrades} with
 * {@link PairScale#SUM}; least squares on its net out-weights is not calibrated with the quotient.
 */
public final class RankingTargets {
    private RankingTargets() {}

    /**
     * The target of a measure, whose labels are grades.
     *
     * @throws IllegalArgumentException if the labels of the measure are preferences
     * @throws RefusedMeasureException if no surrogate that sorts by scores can promise the measure: ERR, reciprocal rank,
     *     success, R-precision, bpref, counts
     */
    public static RankingTarget<double[]> of(MeasureSpec spec) {
        return switch (spec.structure()) {
            case POSITIONAL, RANK_CORRELATION ->
                new PositionalTarget<>((PositionalMeasure) spec.measure(), grades -> grades);
            case AVERAGE_PRECISION -> new AveragePrecisionScores<>(spec.measure(), grades -> grades);
            case PAIR_SHARE ->
                DisagreementScores.ofGrades(spec.pairWeight(), PairScale.SHARE).named(spec.text());
            case PAIR_CORRELATION ->
                DisagreementScores.ofGrades(PairWeight.UNIT, PairScale.CORRELATION)
                        .named(spec.text());
            case CASCADE ->
                throw new RefusedMeasureException(
                        spec,
                        "no score-and-sort surrogate is calibrated for it (CUG13, Theorem 3.3)",
                        "ndcg" + cutoff(spec),
                        "which weighs grades and the top likewise");
            case FIRST_RELEVANT ->
                throw new RefusedMeasureException(
                        spec,
                        "no score-and-sort surrogate is calibrated for it, since all depends on the first relevant item",
                        "map" + cutoff(spec) + relevance(spec),
                        "which is the same where a query has one relevant item");
            case ANY_RELEVANT ->
                throw new RefusedMeasureException(
                        spec,
                        "no score-and-sort surrogate is calibrated for it, since a second relevant item counts nothing",
                        spec.cutoff().orElseThrow() == 1
                                ? "wta" + relevance(spec)
                                : "recall" + cutoff(spec) + relevance(spec),
                        spec.cutoff().orElseThrow() == 1
                                ? "which is the same"
                                : "which is the same where a query has one relevant item");
            case LABEL_DEPTH ->
                throw new RefusedMeasureException(
                        spec,
                        "its cut-off, the number of relevant items, is part of the label",
                        "map" + relevance(spec),
                        "which weighs the same places");
            case CAPPED_PAIRS ->
                throw new RefusedMeasureException(
                        spec,
                        "it stops counting pairs at the number of relevant items, which is part of the label",
                        "auc" + relevance(spec),
                        "which counts all such pairs");
            case COUNT ->
                throw new RefusedMeasureException(spec, "it is the same for every ranking", "ndcg@10", "which is not");
        };
    }

    /**
     * The target of {@code pd(weight=observed)}, whose labels are preferences.
     *
     * @throws IllegalArgumentException if the measure is another
     */
    public static DisagreementScores<PreferenceGraph> ofPreferences(MeasureSpec spec) {
        return DisagreementScores.ofGraphs(PairScale.SHARE)
                .named(spec.overPreferences().text());
    }

    /**
     * The target of a measure for queries: of their preferences for {@code pd(weight=observed)}, else of their grades.
     *
     * @throws RefusedMeasureException as {@link #of}
     */
    public static RankingTarget<Query> ofQueries(MeasureSpec spec) {
        return spec.takesPreferences()
                ? ofPreferences(spec).labelledBy(Query::preferences)
                : of(spec).labelledBy(Query::labels);
    }

    /**
     * The same for data whose labels have at most two distinct grades each: {@code pd} and {@code kendall} then promise
     * without a condition, and refuse other labels; all other targets are those of {@link #of}.
     *
     * @throws RefusedMeasureException as {@link #of}
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

    private static String cutoff(MeasureSpec spec) {
        return spec.cutoff().isPresent() ? "@" + spec.cutoff().getAsInt() : "";
    }

    /** Our default is left unsaid. */
    private static String relevance(MeasureSpec spec) {
        String text = spec.relevance().text();
        return text.equals("1") ? "" : "(rel=" + text + ")";
    }
}
