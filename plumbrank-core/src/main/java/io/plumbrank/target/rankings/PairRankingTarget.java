package io.plumbrank.target.rankings;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.Decoder.Exactness;
import io.plumbrank.decode.OpenTies;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.Guarantee.Calibration;
import io.plumbrank.target.LowRankLoss;
import io.plumbrank.target.Promises;
import io.plumbrank.target.RegretBound;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Average precision or pairwise disagreement by pairs (RAT13, sections 6 and 7): one output per pair of items, which together hold
 * the whole loss, and a decoder that turns them into a ranking. Calibrated for every distribution where the decoder is exact
 * (Theorem 3); else the {@link Exactness} of the decoder says for which.
 *
 * <pre>{@code
 * PairRankingTarget<double[]> target = RankingTargets.byPairs(MeasureSpec.parse("map"));
 * Ranking ranking = target.decode(u); // u predicts α
 * }</pre>
 *
 * @param <Y> a label, or what carries one
 */
public interface PairRankingTarget<Y> extends LowRankLoss<Y, Ranking> {

    /** Which form of a sum over pairs a bound is for, as {@link RegretBound#where(String)} has it. */
    String DIVIDED = "where the surrogate's sum over a query's pairs is divided by its number of items";

    /** The same loss by one score per item, α_ii where items have one. */
    RankingTarget<Y> scores();

    /** What y_ij is in the noise conditions of decoders, see {@link io.plumbrank.target.NoiseCondition#words(String)}. */
    default String meaning() {
        return "";
    }

    Decoder<?> decoder();

    /** The decoders that there are for the problem that u poses. */
    List<? extends Decoder<?>> decoders();

    /** The same with another of the {@link #decoders}, by its name. */
    PairRankingTarget<Y> decodedBy(String word);

    /** The same with a decoder that promises something before it has decoded anything. */
    default PairRankingTarget<Y> promisedBy(String word) {
        List<String> promising = Decoder.texts(decoders().stream()
                .filter(each -> each.promise().exactness().isKnownAhead())
                .toList());
        if (!promising.contains(word.strip().toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("decoder '" + word + "' has no guarantee for " + this
                    + " by pairs; possible: " + String.join(", ", promising));
        }
        return decodedBy(word);
    }

    /** The same with a decoder that does not search. */
    default PairRankingTarget<Y> byRule() {
        return decodedBy(decoders().stream()
                .filter(each -> each.promise().kind() == Decoder.Kind.RULE)
                .findFirst()
                .orElseThrow()
                .text());
    }

    /** The target of models of earlier versions, whose α_ij are those of the measure and no multiple. */
    default PairRankingTarget<Y> plain() {
        return this;
    }

    /** The order of α, β and u. */
    PairIndex index();

    /** Whether α_ij = −α_ji, as for preferences; else α_ij = α_ji, and items have an α_ii of their own. */
    default boolean antisymmetric() {
        return index() == PairIndex.STRICT;
    }

    /** The length of α for r items. */
    default int encodedSize(int items) {
        return index().size(items);
    }

    @Override
    default int encodedSize(Y label) {
        return encodedSize(scores().items(label));
    }

    /** The least size that an encoding for r items could have. */
    default long dimension(int items) {
        return scores().dimension(items);
    }

    @Override
    default int dimension(Y label) {
        return Math.toIntExact(dimension(scores().items(label)));
    }

    @Override
    default double loss(Y label, Ranking ranking) {
        return scores().loss(label, ranking);
    }

    /**
     * The class of each item, counted from 0: α of a pair depends on the classes of its two items alone. Items with equal grades are
     * one class, and so are all without a preference.
     */
    int[] classes(Y label);

    /** α of two different items by their classes, so that pairs need not be encoded one by one. */
    double[][] alphaOfClasses(Y label);

    /** β_σ, in the order of α. */
    double[] embedding(Ranking ranking);

    /** The first in the order of the decoder where several are best. Within the default limits: beyond some 60 items not always exact. */
    @Override
    default Ranking decode(double[] u) {
        return decode(u, DecodeLimits.defaults()).ranking();
    }

    /** The ranking, and what the decoder knows about it. */
    default DecodeResult decode(double[] u, DecodeLimits limits) {
        return decoder().decode(u, limits);
    }

    /** By the decoder where it is a rule, else by what takes little time and is the same on every machine. */
    default Ranking decodeQuickly(double[] u) {
        return decoder().decodeQuickly(u);
    }

    /** Decodes with ties broken by this order of items, such as {@link io.plumbrank.data.blocks.BlindOrder}. */
    default OpenTies.Decoded decode(double[] u, int[] order, DecodeLimits limits) {
        return new OpenTies(index(), order).decode(u, numbered -> decode(numbered, limits));
    }

    /** {@link #decodeQuickly(double[])}, so that the places of items decide nothing. */
    default OpenTies.Open decodeQuickly(double[] u, int[] order) {
        return new OpenTies(index(), order).rank(u, this::decodeQuickly);
    }

    /** At least max ‖β_σ − β_σ'‖ over rankings of r items. */
    double largestDistance(int items);

    @Override
    default Guarantee guarantee() {
        return guarantee(null);
    }

    /** ψ* over the number r of items, as it is trained, so that a query of many items does not outweigh all others. */
    @Override
    default double surrogate(Y label, double[] u) {
        return LowRankLoss.super.surrogate(label, u) / Math.max(1, scores().items(label));
    }

    /** The promise for queries of r items, with the bound where there is one: √r times that of the sum over pairs. */
    default Guarantee guarantee(int items) {
        return guarantee(new RegretBound(Math.sqrt(items) * largestDistance(items)).where(DIVIDED));
    }

    private Guarantee guarantee(@Nullable RegretBound bound) {
        List<String> notPromised = List.of(singlePairCaveat(), Promises.FUNCTION_CLASS);
        return Promises.decoded(
                decoder(),
                new Guarantee(Calibration.ALWAYS, Promises.THEOREM, null, bound, RankingPromises.OVER, notPromised),
                meaning(),
                "the best where the condition fails: decoder " + decoder()
                        + " may then choose wrongly, which decoder exact does not.",
                " for the predicted pairs; decoder auto searches on and says how far off it may be",
                List.of());
    }

    /** The sentence of the guarantee that is for scorers of single pairs; it falls where f sees the whole query. */
    default String singlePairCaveat() {
        return "the best for a scorer of single pairs, f(x_i, x_j): it attains the optimum only where E[α_ij | query] depends on"
                + " the two items alone, which is not so for " + toString().replaceFirst(" ?\\(.*", "")
                + "; context features, aggregates over the query's items beside each item's own, make the scorer a function"
                + " of the whole query.";
    }
}
