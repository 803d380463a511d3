package io.plumbrank.target;

import io.plumbrank.data.Query;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.LinearOrdering;
import io.plumbrank.decode.MapAssignment;
import io.plumbrank.decode.MapDecoder;
import io.plumbrank.decode.OrderingDecoder;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.target.Guarantee.Calibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Average precision and pairwise disagreement by pairs (RAT13, sections 6 and 7): one output for each pair of items, which holds
 * the whole loss, and a decoder that has to search.
 *
 * <p><b>Average precision.</b> α_ij = y_i y_j / ‖y‖₁ for i ≥ j, β_σij = −1/max(σ(i), σ(j)). Exact decoding is calibrated for every
 * distribution (Theorem 3), sorting by u_ii over P_reinforce (Theorem 4).
 *
 * <p><b>Pairwise disagreement.</b> α_ij = κ (y_ij − y_ji) for i &lt; j, β_σij = 1(σ(i) &gt; σ(j)). Exact decoding is calibrated for
 * every distribution, Algorithm 1 over P_DAG (Theorem 7).
 *
 * <pre>{@code
 * PairsTarget<double[]> target = PairsTarget.of(MeasureSpec.parse("map"), "exact");
 * Ranking ranking = target.decode(u); // u predicts α
 * }</pre>
 *
 * @param <Y> a label, or what carries one
 */
public final class PairsTarget<Y> implements LowRankLoss<Y, Ranking> {
    /** What the exact decoder costs, in words. */
    static final String SEARCH = "a search, NP-hard in general; O(2^r r) up to 22 items";

    private static final String EXACT = "exact";
    private static final String DIAGONAL = "diagonal";
    private static final String ALGORITHM1 = "algorithm1";

    /** Up to so many items the optimum takes a moment. */
    private static final int FEW_ITEMS = 12;

    private final RankingTarget<Y> target;
    private final @Nullable PairwiseTarget<Y> pairs;
    private final String decoder;

    private PairsTarget(RankingTarget<Y> target, @Nullable PairwiseTarget<Y> pairs, String decoder) {
        this.target = target;
        this.pairs = pairs;
        this.decoder = decoder.strip().toLowerCase(Locale.ROOT);
        String cheap = pairs == null ? DIAGONAL : ALGORITHM1;
        if (!this.decoder.equals(EXACT) && !this.decoder.equals(cheap)) {
            throw new IllegalArgumentException("decoder '" + decoder + "' comes with no promise for " + target
                    + " by pairs; possible: " + EXACT + ", " + cheap);
        }
    }

    /**
     * The target of {@code map}, {@code pd} or {@code kendall}.
     *
     * @param decoder {@code exact}, or {@code diagonal} for map, {@code algorithm1} for the others
     * @throws IllegalArgumentException if the measure or the decoder is another, or the measure has a cut-off
     */
    public static PairsTarget<double[]> of(MeasureSpec spec, String decoder) {
        RankingTarget<double[]> target = RankingTargets.of(spec);
        if (target instanceof PairwiseTarget<double[]> disagreement) {
            return of(disagreement, decoder);
        }
        if (!covers(spec)) {
            throw new IllegalArgumentException(
                    "'pairs' is a surrogate of map, pd and kendall, not of '" + spec.typed() + "'");
        }
        return new PairsTarget<>(target, null, decoder);
    }

    /** Whether a measure is one that pairs hold the whole loss of. */
    public static boolean covers(MeasureSpec spec) {
        return switch (spec.structure()) {
            case AVERAGE_PRECISION -> spec.cutoff().isEmpty();
            case PAIR_SHARE, PAIR_CORRELATION -> true;
            default -> false;
        };
    }

    /**
     * Pairwise disagreement.
     *
     * @param decoder {@code exact} or {@code algorithm1}
     * @throws IllegalArgumentException if the decoder is another
     */
    public static <Y> PairsTarget<Y> of(PairwiseTarget<Y> target, String decoder) {
        return new PairsTarget<>(target, target, decoder);
    }

    /**
     * The target of {@code map}, {@code pd} or {@code kendall} for queries, as {@link RankingTargets#ofQueries} has it.
     *
     * @throws IllegalArgumentException as {@link #of(MeasureSpec, String)}
     */
    public static PairsTarget<Query> ofQueries(MeasureSpec spec, String decoder) {
        return spec.takesPreferences()
                ? of(RankingTargets.ofPreferences(spec), decoder).labelledBy(Query::preferences)
                : of(spec, decoder).labelledBy(Query::labels);
    }

    /** The same target for what carries a label. */
    public <Q> PairsTarget<Q> labelledBy(Function<Q, Y> label) {
        PairwiseTarget<Q> disagreement = pairs == null ? null : pairs.labelledBy(label);
        return new PairsTarget<>(disagreement == null ? target.labelledBy(label) : disagreement, disagreement, decoder);
    }

    /**
     * The length of α for r items.
     *
     * @throws IllegalArgumentException if no array is so long
     */
    public int encodedSize(int items) {
        return Vectors.pairs(items, pairs == null ? items + 1L : items - 1L);
    }

    /** The name of the decoder. */
    public String decoder() {
        return decoder;
    }

    /** What decoding costs, in words. */
    public String decodingCost() {
        return switch (decoder) {
            case DIAGONAL -> "O(r log r)";
            case ALGORITHM1 -> "O(r² log r)";
            default -> SEARCH;
        };
    }

    /** What the distribution must obey; empty where the guarantee holds for all. */
    public Optional<NoiseCondition> condition() {
        return switch (decoder) {
            case DIAGONAL -> Optional.of(NoiseCondition.REINFORCE);
            case ALGORITHM1 -> Optional.of(NoiseCondition.DAG);
            default -> Optional.empty();
        };
    }

    @Override
    public double loss(Y label, Ranking ranking) {
        return target.loss(label, ranking);
    }

    @Override
    public int encodedSize(Y label) {
        return encodedSize(target.items(label));
    }

    @Override
    public int dimension(Y label) {
        return Math.toIntExact(dimension(target.items(label)));
    }

    /** The least size that an encoding for r items could have. */
    public long dimension(int items) {
        return target.dimension(items);
    }

    @Override
    public void encodeInto(Y label, double[] alpha) {
        if (pairs != null) {
            pairs.differencesInto(label, alpha);
            return;
        }
        encodeInto(label, IntStream.range(0, target.items(label)).toArray(), alpha);
    }

    /**
     * Writes α of the pairs of some items alone, in the order of α for a query that has only them. O(r log r + s²) for s of r items
     * with grades.
     */
    public void encodeInto(Y label, int[] some, double[] alpha) {
        if (pairs != null) {
            pairs.differencesInto(label, some, alpha);
            return;
        }
        double[] single = new double[target.items(label)];
        target.encodeInto(label, single);
        int next = 0;
        for (int i = 0; i < some.length; i++) {
            for (int j = 0; j <= i; j++) {
                alpha[next++] = single[some[j]] > 0 ? single[some[i]] : 0;
            }
        }
    }

    /**
     * The class of each item, counted from 0: α of a pair depends on the classes of its two items alone. Items with equal grades are
     * one class, and so are all without a preference.
     */
    public int[] classes(Y label) {
        if (pairs != null) {
            return pairs.classes(label);
        }
        double[] single = new double[target.items(label)];
        target.encodeInto(label, single);
        return Vectors.classes(single);
    }

    /** β_σ, in the order of α. */
    public double[] embedding(Ranking ranking) {
        int r = ranking.size();
        double[] beta = new double[encodedSize(r)];
        int next = 0;
        for (int i = 0; i < r; i++) {
            for (int j = pairs == null ? 0 : i + 1; pairs == null ? j <= i : j < r; j++) {
                int lower = Math.max(ranking.positionOf(i), ranking.positionOf(j));
                beta[next++] =
                        pairs == null ? -1.0 / (lower + 1) : ranking.positionOf(i) > ranking.positionOf(j) ? 1 : 0;
            }
        }
        return beta;
    }

    /** The first in the order of the decoder where several are best. Within ten seconds: beyond some 60 items not always exact. */
    @Override
    public Ranking decode(double[] u) {
        DecodeLimits limits = DecodeLimits.defaults();
        return pairs == null
                ? MapDecoder.parse(decoder)
                        .decode(MapAssignment.ofPairs(u), limits)
                        .ranking()
                : OrderingDecoder.parse(decoder)
                        .decode(LinearOrdering.ofDifferences(u), limits)
                        .ranking();
    }

    /**
     * The ranking of any decoder for the problem that u poses, with what the decoder knows about it.
     *
     * @param word a {@link MapDecoder} for average precision, else an {@link OrderingDecoder}
     * @throws IllegalArgumentException if there is no such decoder
     */
    public DecodeResult decode(double[] u, String word, DecodeLimits limits) {
        return pairs == null
                ? MapDecoder.parse(word).decode(MapAssignment.ofPairs(u), limits)
                : OrderingDecoder.parse(word).decode(LinearOrdering.ofDifferences(u), limits);
    }

    /**
     * A good ranking in little time, and the same on every machine: the best for up to {@value #FEW_ITEMS} items; beyond that
     * items sorted by Σ_j u_ij or u_ii, improved by moves of single items.
     */
    public Ranking decodeQuickly(double[] u) {
        if (u.length <= encodedSize(FEW_ITEMS)) {
            return decode(u, EXACT, new DecodeLimits(Duration.ofDays(1), 1)).ranking();
        }
        return pairs == null
                ? MapDecoder.quickly(MapAssignment.ofPairs(u))
                : OrderingDecoder.quickly(LinearOrdering.ofDifferences(u));
    }

    /** Whether it is average precision, for which pairs have something in common; else they are preferences. */
    public boolean isAveragePrecision() {
        return pairs == null;
    }

    @Override
    public Guarantee guarantee() {
        return guarantee(null);
    }

    /** The promise for queries of r items, with the bound where there is one. */
    public Guarantee guarantee(int items) {
        return guarantee(decoder.equals(EXACT) ? new RegretBound(largestDistance(items)) : null);
    }

    private Guarantee guarantee(@Nullable RegretBound bound) {
        List<String> notPromised = new ArrayList<>();
        condition()
                .ifPresent(condition -> notPromised.add("the best where the condition fails: decoder " + decoder
                        + " may then choose wrongly, which decoder exact does not."));
        notPromised.add(singlePairCaveat());
        notPromised.add(Promises.FUNCTION_CLASS);
        String theorem = switch (decoder) {
            case DIAGONAL -> "RAT13, Theorem 4";
            case ALGORITHM1 -> "RAT13, Theorem 7";
            default -> Promises.THEOREM;
        };
        return new Guarantee(
                condition().isPresent() ? Calibration.UNDER_CONDITION : Calibration.ALWAYS,
                theorem,
                condition().map(NoiseCondition::words).orElse(null),
                bound,
                RankingPromises.OVER,
                notPromised);
    }

    /** The sentence of the guarantee that is for scorers of single pairs; it falls where f sees the whole query. */
    public String singlePairCaveat() {
        return RankingPromises.wholeLabelOfPairs(target.toString().replaceFirst(" ?\\(.*", ""));
    }

    /**
     * At least max ‖β_σ − β_σ'‖. For pairs it is √(r(r−1)/2), between a ranking and its reverse. For average precision all β_σ have
     * the same entries in another order, −1/m as often as m, so ‖β_σ − β_σ'‖² = 2 (Σ 1/m − ⟨β_σ, β_σ'⟩), and the product is least
     * where the entries run against each other. O(r).
     */
    private double largestDistance(int items) {
        if (pairs != null) {
            return Math.sqrt(items * (items - 1.0) / 2);
        }
        double sum = 0;
        for (int m = 1; m <= items; m++) {
            sum += 1.0 / m;
        }
        int up = 1;
        int down = items;
        int upLeft = up;
        int downLeft = down;
        while (up <= items) {
            int both = Math.min(upLeft, downLeft);
            sum -= both / ((double) up * down);
            upLeft -= both;
            downLeft -= both;
            upLeft = upLeft > 0 ? upLeft : ++up;
            downLeft = downLeft > 0 ? downLeft : --down;
        }
        return Math.sqrt(2 * sum);
    }

    @Override
    public String toString() {
        return target.toString();
    }
}
