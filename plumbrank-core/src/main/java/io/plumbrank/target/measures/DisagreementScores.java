package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.Promises;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.target.rankings.RankingTarget.CalibratedChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Pairwise disagreement by scores (RAT13, Theorem 6): ℓ(y,σ) = κ(y) Σ_{i≠j} y_ij 1(σ(i) &gt; σ(j)) with y_ij ≥ 0 the weight of
 * "i above j" and κ the {@link PairScale}. The measures {@code pd} and {@code kendall} are made of it.
 *
 * <p><b>Encoder.</b> α_i = f_i(y), the net out-weight κ(y) Σ_j (y_ij − y_ji); then least squares on α is DMJ10's
 * value-regularised linear loss. From grades it takes O(r log r), from a graph O(edges). Calibrated over P_f: whenever
 * E[κ Y_ij] &gt; E[κ Y_ji], also E[f_i] &gt; E[f_j].
 *
 * <p><b>Always calibrated</b> for difference weights and for labels of two grades. There y_ij − y_ji = c_i − c_j with c the
 * grades, or 1 for the upper of two and 0 for the lower. So the net out-weight is κ (r·c_i − Σc), P_f holds for every
 * distribution, and the loss is positional: the items above i contribute c_i − c_j for each such j, whence
 * ℓ = κW/2 − Σ_i α_i φ(σ(i)) + const with φ(k) = (r − k)/r. Hence the dimension r − 1 and the bound with C_φ(2).
 *
 * <p><b>No bound</b> otherwise: the mean scores of two items may differ by as little as you like while the pair decides much.
 *
 * @param <Y> a label: grades, or a {@link PreferenceGraph}; or what carries one
 */
public final class DisagreementScores<Y> implements RankingTarget<Y> {
    private final String name;
    private final Function<Y, Pairs> pairs;
    /** Whether y_ij − y_ji = c_i − c_j with some c of the label. */
    private final boolean additive;
    /** Whether all weights are 0 or 1. */
    private final boolean unit;

    private final PairScale scale;

    private DisagreementScores(String name, Function<Y, Pairs> pairs, boolean additive, boolean unit, PairScale scale) {
        this.name = name;
        this.pairs = pairs;
        this.additive = additive;
        this.unit = unit;
        this.scale = scale;
    }

    /** Labels are grades; a pair of unequal grades is a preference of weight unit or difference. */
    public static DisagreementScores<double[]> ofGrades(PairWeight weight, PairScale scale) {
        if (weight == PairWeight.OBSERVED) {
            throw new IllegalArgumentException("grades give pairs the weight unit or difference, not " + weight.text());
        }
        if (weight == PairWeight.DIFFERENCE) {
            requireWeighted(scale);
        }
        return ofGrades(weight, false, scale);
    }

    /**
     * Labels are grades with at most two distinct values in each label, such as relevant and not. Then the guarantee needs no
     * condition. A label with more grades is refused when it is encoded.
     */
    public static DisagreementScores<double[]> ofTwoGrades(PairScale scale) {
        return ofGrades(PairWeight.UNIT, true, scale);
    }

    private static DisagreementScores<double[]> ofGrades(PairWeight weight, boolean two, PairScale scale) {
        Measure share =
                MeasureSpec.parse("pd(weight=" + weight.text() + ",empty=zero)").measure();
        return new DisagreementScores<>(
                "pairwise disagreement (pairs of " + (two ? "two grades" : "grades") + ", weight=" + weight.text()
                        + ", " + scale + ")",
                grades -> new GradePairs(weight, two, share, grades),
                two || weight == PairWeight.DIFFERENCE,
                weight == PairWeight.UNIT,
                scale);
    }

    /** Labels are preference graphs; {@link PairScale#CORRELATION}, which counts pairs, is refused. */
    public static DisagreementScores<PreferenceGraph> ofGraphs(PairScale scale) {
        requireWeighted(scale);
        return new DisagreementScores<>(
                "pairwise disagreement (preference graphs, " + scale + ")", GraphPairs::new, false, false, scale);
    }

    private static void requireWeighted(PairScale scale) {
        if (scale == PairScale.CORRELATION) {
            throw new IllegalArgumentException("a rank correlation counts pairs and knows no weights");
        }
    }

    DisagreementScores<Y> named(String newName) {
        return new DisagreementScores<>(newName, pairs, additive, unit, scale);
    }

    @Override
    public Optional<PairRankingTarget<Y>> byPairs() {
        return Optional.of(new DisagreementPairs<>(this, OrderingDecoder.EXACT, scale != PairScale.SUM));
    }

    @Override
    public <Q> DisagreementScores<Q> labelledBy(Function<Q, Y> label) {
        return new DisagreementScores<>(name, pairs.compose(label), additive, unit, scale);
    }

    @Override
    public double loss(Y label, Ranking ranking) {
        Pairs of = pairs.apply(label);
        return factor(of) * of.contradicted(ranking);
    }

    @Override
    public int items(Y label) {
        return pairs.apply(label).items();
    }

    @Override
    public long dimension(int items) {
        return items < 2 ? 0 : additive ? items - 1 : PairIndex.STRICT.count(items);
    }

    @Override
    public void encodeInto(Y label, double[] alpha) {
        Pairs of = pairs.apply(label);
        of.netWeightsInto(alpha);
        scale(factor(of), alpha, of.items());
    }

    /** Writes κ(y) (y_ij − y_ji) in the order {@link PairIndex#STRICT}: all that the loss knows of a label. O(r²). */
    public void differencesInto(Y label, double[] differences) {
        Pairs of = pairs.apply(label);
        of.differencesInto(differences);
        scale(factor(of), differences, PairIndex.STRICT.size(of.items()));
    }

    /** The same by the {@link #classes} of i and j. */
    double[][] differencesOfClasses(Y label) {
        Pairs of = pairs.apply(label);
        double[][] differences = of.differencesOfClasses();
        double factor = factor(of);
        for (double[] row : differences) {
            scale(factor, row, row.length);
        }
        return differences;
    }

    /** The class of each item; pairs of items of the same two classes have the same weights. */
    int[] classes(Y label) {
        return pairs.apply(label).classes();
    }

    private static void scale(double factor, double[] values, int count) {
        for (int k = 0; k < count; k++) {
            values[k] *= factor;
        }
    }

    private double factor(Pairs of) {
        return scale == PairScale.SUM ? 1 : scale.factor(of.totalWeight(), of.items());
    }

    @Override
    public Optional<NoiseCondition> condition() {
        return additive ? Optional.empty() : Optional.of(NoiseCondition.SCORES);
    }

    @Override
    public Optional<String> conditionWords() {
        return condition().map(needed -> needed.words(meaning()));
    }

    /** What y_ij and f are in noise conditions. */
    private String meaning() {
        return scale.meaning(unit, true);
    }

    /** What y_ij is in noise conditions that are not about f. */
    String meaningOfPairs() {
        return scale.meaning(unit, false);
    }

    /** What a condition on preferences says of labels as they are encoded here, in words that complete "if …". */
    public String words(NoiseCondition condition) {
        return condition.words(condition == NoiseCondition.SCORES ? meaning() : meaningOfPairs());
    }

    /** Preferences both ways may differ by anything. */
    @Override
    public boolean countsWinsOfTwo() {
        return unit || (additive && scale == PairScale.SHARE);
    }

    @Override
    public String theorem() {
        return "RAT13, Theorem 6";
    }

    @Override
    public OptionalDouble regretFactor(int items) {
        if (!additive) {
            return OptionalDouble.empty();
        }
        double sum = 0;
        for (int i = 1; i <= items / 2; i++) {
            double difference = (items + 1.0 - 2 * i) / items;
            sum += difference * difference;
        }
        return OptionalDouble.of(Math.sqrt(sum));
    }

    /** |Σ_j (y_ij − y_ji)| ≤ W bounds a share by 1; with at most r − 1 pairs an item, a correlation by 2 √(2/r) ≤ 2. */
    @Override
    public Optional<UtilityRange> utilityRange(int mostItems) {
        return switch (scale) {
            case SUM -> {
                double most = Math.max(0, mostItems - 1);
                yield unit ? Optional.of(new UtilityRange(-most, most)) : Optional.empty();
            }
            case SHARE -> Optional.of(new UtilityRange(-1, 1));
            case CORRELATION -> Optional.of(new UtilityRange(-2, 2));
        };
    }

    @Override
    public String singleItemCaveat() {
        return Caveats.wholeLabel(name.replaceFirst(" ?\\(.*", ""));
    }

    @Override
    public List<String> notPromised() {
        List<String> sentences = new ArrayList<>();
        if (!additive) {
            sentences.add(
                    "the best where the condition fails: no convex surrogate that sorts by r scores is calibrated with"
                            + " pairwise disagreement for every distribution (RAT13, section 7); "
                            + CalibratedChoice.of(this).get(0).words() + " (RAT13, Theorem 3).");
            sentences.add("a rate: no bound on the regret holds for all distributions that obey the condition.");
        }
        sentences.add(singleItemCaveat());
        sentences.add(Promises.FUNCTION_CLASS);
        return sentences;
    }

    @Override
    public String toString() {
        return name;
    }
}
