package io.plumbrank.target;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.measure.PairWeight;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Pairwise disagreement by scores (RAT13, Theorem 6): ℓ(y,σ) = κ(y) Σ_{i≠j} y_ij 1(σ(i) &gt; σ(j)) with y_ij ≥ 0 the weight of
 * "i above j" and κ the {@link PairScale}. The measures {@code pd} and {@code kendall} are made of it.
 *
 * <p><b>Encoder.</b> α_i = f_i(y), by default the net out-weight κ(y) Σ_j (y_ij − y_ji); then least squares on α is DMJ10's
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
public final class PairwiseTarget<Y> implements RankingTarget<Y> {
    private final String name;
    private final Pairs<Y> pairs;
    private final PairScale scale;
    private final @Nullable LabelScores<Y> scores;

    private PairwiseTarget(String name, Pairs<Y> pairs, PairScale scale, @Nullable LabelScores<Y> scores) {
        this.name = name;
        this.pairs = pairs;
        this.scale = scale;
        this.scores = scores;
    }

    private static <Y> PairwiseTarget<Y> of(Pairs<Y> pairs, PairScale scale) {
        return new PairwiseTarget<>("pairwise disagreement (" + pairs.text() + ", " + scale + ")", pairs, scale, null);
    }

    /**
     * Labels are grades; a pair of unequal grades is a preference.
     *
     * @throws IllegalArgumentException for difference weights with {@link PairScale#CORRELATION}, which counts pairs
     */
    public static PairwiseTarget<double[]> ofGrades(PairWeight weight, PairScale scale) {
        if (weight == PairWeight.DIFFERENCE) {
            requireWeighted(scale);
        }
        return of(GradePairs.of(weight), scale);
    }

    /**
     * Labels are grades with at most two distinct values in each label, such as relevant and not. Then the guarantee needs no
     * condition. A label with more grades is refused when it is encoded.
     */
    public static PairwiseTarget<double[]> ofTwoGrades(PairScale scale) {
        return of(GradePairs.ofTwoGrades(), scale);
    }

    /**
     * Labels are preference graphs.
     *
     * @throws IllegalArgumentException for {@link PairScale#CORRELATION}, which counts pairs
     */
    public static PairwiseTarget<PreferenceGraph> ofGraphs(PairScale scale) {
        requireWeighted(scale);
        return of(new GraphPairs(), scale);
    }

    private static void requireWeighted(PairScale scale) {
        if (scale == PairScale.CORRELATION) {
            throw new IllegalArgumentException("a rank correlation counts pairs and knows no weights");
        }
    }

    /**
     * The same target with another f of Theorem 6.
     *
     * @param what f, in words
     */
    public PairwiseTarget<Y> scoredBy(String what, LabelScores<Y> f) {
        return new PairwiseTarget<>(name + " by " + what, pairs, scale, f);
    }

    /** The same target under another name. */
    PairwiseTarget<Y> named(String newName) {
        return new PairwiseTarget<>(newName, pairs, scale, scores);
    }

    @Override
    public <Q> PairwiseTarget<Q> labelledBy(Function<Q, Y> label) {
        LabelScores<Q> carried = scores == null ? null : (carrier, f) -> scores.scoresInto(label.apply(carrier), f);
        return new PairwiseTarget<>(name, pairs.labelledBy(label), scale, carried);
    }

    @Override
    public double loss(Y label, Ranking ranking) {
        return factor(label) * pairs.contradicted(label, ranking);
    }

    @Override
    public int items(Y label) {
        return pairs.items(label);
    }

    @Override
    public long dimension(int items) {
        return items < 2 ? 0 : pairs.isAdditive() ? items - 1 : items * (items - 1L) / 2;
    }

    @Override
    public int depth(int items) {
        return items;
    }

    @Override
    public void encodeInto(Y label, double[] alpha) {
        if (scores != null) {
            scores.scoresInto(label, alpha);
            return;
        }
        pairs.netWeightsInto(label, alpha);
        if (scale != PairScale.SUM) {
            double factor = factor(label);
            for (int i = 0; i < pairs.items(label); i++) {
                alpha[i] *= factor;
            }
        }
    }

    /**
     * Writes κ(y) (y_ij − y_ji) for i &lt; j in the order (0,1), (0,2), …, (1,2), …: all that the loss knows of a label. O(r²).
     *
     * @throws IndexOutOfBoundsException if there are fewer than r(r − 1)/2 places
     */
    public void differencesInto(Y label, double[] differences) {
        pairs.differencesInto(label, differences);
        double factor = factor(label);
        int r = pairs.items(label);
        for (int k = 0; k < r * (r - 1) / 2; k++) {
            differences[k] *= factor;
        }
    }

    /** The same for the pairs of some items alone, which are counted in the order given. */
    void differencesInto(Y label, int[] some, double[] differences) {
        pairs.differencesInto(label, some, differences);
        double factor = factor(label);
        for (int k = 0; k < some.length * (some.length - 1) / 2; k++) {
            differences[k] *= factor;
        }
    }

    /** The class of each item; pairs of items of the same two classes have the same weights. */
    int[] classes(Y label) {
        return pairs.classes(label);
    }

    private double factor(Y label) {
        return scale == PairScale.SUM ? 1 : scale.factor(pairs.totalWeight(label), pairs.items(label));
    }

    private boolean isPositional() {
        return scores == null && pairs.isAdditive();
    }

    @Override
    public Optional<NoiseCondition> condition() {
        return isPositional() ? Optional.empty() : Optional.of(NoiseCondition.SCORES);
    }

    @Override
    public String theorem() {
        return "RAT13, Theorem 6";
    }

    @Override
    public OptionalDouble regretFactor(int items) {
        if (!isPositional()) {
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
        if (scores != null) {
            return Optional.empty();
        }
        return switch (scale) {
            case SUM -> pairs.netRange(mostItems);
            case SHARE -> Optional.of(new UtilityRange(-1, 1));
            case CORRELATION -> Optional.of(new UtilityRange(-2, 2));
        };
    }

    @Override
    public String singleItemCaveat() {
        return RankingPromises.wholeLabel(name.replaceFirst(" ?\\(.*", ""));
    }

    @Override
    public List<String> notPromised() {
        List<String> sentences = new ArrayList<>();
        if (!isPositional()) {
            sentences.add(
                    "the best where the condition fails: no convex surrogate that sorts by r scores is calibrated with"
                            + " pairwise disagreement for every distribution (RAT13, section 7); with pairs instead of scores there"
                            + " is one (RAT13, Theorem 3).");
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
