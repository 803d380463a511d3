package io.plumbrank.target.rankings;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.target.TargetLoss;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A measure of rankings as a target: what a scorer regresses on, how its scores become a ranking, and what that is worth.
 *
 * <p>Every label y of a query with r items is encoded to one number α_i an item, and pred(u) sorts the items by u. The loss
 * is what a ranking falls short of the best ranking for the same label: ℓ(y,σ) = max_σ' r(y,σ') − r(y,σ) for a measure r.
 * It differs from 1 − r, where that is common, by a number that depends on the label alone, so regrets are the same.
 *
 * <pre>{@code
 * RankingTarget<double[]> target = RankingTargets.of(MeasureSpec.parse("ndcg@10"));
 * target.encodeInto(grades, alpha);                 // what a learner regresses on
 * Ranking ranking = target.decode(scores);          // its prediction
 * target.guarantee().sentences();                   // what that is worth
 * }</pre>
 *
 * <p>{@code toString} gives the full text of the measure where the target was made from one.
 *
 * @param <Y> a label: the grades of a query's items, or a {@link PreferenceGraph}; or what carries one, such as a query
 */
public interface RankingTarget<Y> extends TargetLoss<Y, Ranking> {

    /** r, the number of items that a label speaks of. */
    int items(Y label);

    /** The length of α for queries of r items: one number per item. */
    default int encodedSize(int items) {
        return items;
    }

    /**
     * The affine dimension of the loss, that is the rank of its doubly centred matrix of all labels and all rankings of r
     * items: r − 1 for the positional measures. Above {@link #encodedSize} where r scores cannot hold the whole loss, so
     * that a {@link #condition} is needed.
     */
    long dimension(int items);

    /**
     * Writes α_y into the first r places and leaves the others as they are. A label on which the measure is undefined, and
     * so the same for all rankings, gives zeros. O(r log r) or less.
     */
    void encodeInto(Y label, double[] alpha);

    /** The name of the decoder: {@code sort}. */
    default String decoder() {
        return "sort";
    }

    /** pred(u): the items by falling u, equal ones in the order of their numbers. O(r log r). */
    default Ranking decode(double[] u) {
        Vectors.requireFinite(u, u.length);
        return Ranking.byScores(u);
    }

    /** What the distribution must obey; empty where the guarantee holds for all. */
    Optional<NoiseCondition> condition();

    /** The same in words that complete "if …", for labels as they are encoded here. */
    default Optional<String> conditionWords() {
        return condition().map(NoiseCondition::words);
    }

    /**
     * Whether the utilities of two items differ by the same amount in every label of two items that tells them apart. Then how
     * often each is ahead decides, and losses of observed pairs order two items rightly.
     */
    default boolean countsWinsOfTwo() {
        return true;
    }

    /** Whether only order-preserving surrogates are calibrated with this target in queries of r items (CUG13, Theorem 3.2, part 2). */
    default boolean needsOrderPreservation(int items) {
        return false;
    }

    /** The result by which order-preserving surrogates are calibrated with this target. */
    String theorem();

    /**
     * C_φ(2) = (Σ_{i ≤ r/2} (φ(i) − φ(r−i+1))²)^½ of CUG13, section 5: measure regret ≤ c · C_φ(2) · sqrt(surrogate regret)
     * with the c of the surrogate. Empty where no such bound holds for all distributions that the guarantee covers.
     */
    OptionalDouble regretFactor(int items);

    /**
     * Bounds on α that hold for any grades, in queries of up to so many items; empty where they depend on the scale of the
     * data, which {@link UtilityRange#including} then collects.
     */
    Optional<UtilityRange> utilityRange(int mostItems);

    /** The sentence among {@link #notPromised} that is for scorers of single items; it falls where f sees the whole query. */
    String singleItemCaveat();

    /** What a reader might expect of this target and does not get, whatever the surrogate. */
    List<String> notPromised();

    /** The promise for least squares on α, for queries of any size and so without a bound. */
    @Override
    default Guarantee guarantee() {
        return guarantee(theorem());
    }

    /** The promise for least squares on α, by a theorem. */
    default Guarantee guarantee(String theorem) {
        return RankingPromises.leastSquares(this, theorem);
    }

    /** The promise for a surrogate and queries of r items, with the bound where there is one. */
    default Guarantee guarantee(OrderPreservation surrogate, int items) {
        return RankingPromises.of(this, surrogate, items);
    }

    /** The same loss by pairs, decoded exactly, if it is one that pairs hold the whole of. */
    default Optional<PairRankingTarget<Y>> byPairs() {
        return Optional.empty();
    }

    /** The same target for what carries a label. */
    <Q> RankingTarget<Q> labelledBy(Function<Q, Y> label);

    /**
     * A surrogate that is calibrated with a target, and for which distributions. Every advice to take another surrogate comes from
     * here, and {@code plumbrank-theory} tests each choice by its search for counterexamples.
     *
     * @param surrogate its name on the command line; {@code pairs} with decoder {@code exact}
     * @param condition what distributions must obey; empty where it is calibrated for all
     */
    record CalibratedChoice(String surrogate, Optional<NoiseCondition> condition) {
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
}
