package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.DecodeResult.Optimality;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.Decoder.Exactness;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The decoders for pairwise disagreement. All of them give a lower bound, and recognise an optimum that meets it.
 *
 * <p>The first four are rules without a search. The others split the problem into the strongly connected components of the
 * difference graph, which loses nothing: an optimal ranking lists the components in topological order.
 */
@SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
public enum OrderingDecoder implements Decoder<LinearOrdering> {
    /** Sorts by net weight Σ_j (w_ij − w_ji); for complete votes, Borda's rule. */
    BORDA(Kind.VOTE, "O(r²)", Exactness.SUMS, Scores::borda),
    /** Sorts by pairwise wins less losses. */
    COPELAND(Kind.VOTE, "O(r²)", Exactness.UNKNOWN, Scores::copeland),
    /** Sorts by wins by strongest paths (Schulze's rule). */
    SCHULZE(Kind.VOTE, "O(r³)", Exactness.UNKNOWN, Scores::schulze),
    /** Algorithm 1 of RAT13: deletes the lightest arcs until no cycle is left. */
    ALGORITHM1(Kind.RULE, "O(r² log r)", Exactness.ACYCLIC, problem -> new Algorithm1(problem).decode()),
    /** Insertion local search, shaken and repeated; the bound is a packing of 3-cycles. */
    LOCAL_SEARCH("a search without proof", Exactness.LOCAL, ComponentDecoder.Effort.SEARCH),
    /**
     * Proves the optimum if the limits allow: by dynamic programming for components of up to 22 items, beyond that by an
     * {@link OrderingSolver} if there is one, else by branch and bound.
     */
    EXACT(SubsetProgram.COST, Exactness.ALWAYS, ComponentDecoder.Effort.EXACT),
    /** The best ranking within the limits: searches first, then proves, and searches on with what is left of them. */
    AUTO(SubsetProgram.COST, Exactness.PROOF_OR_GAP, ComponentDecoder.Effort.AUTO);

    /** Up to so many items {@link #EXACT} proves the optimum within a second or two, by dynamic programming. */
    public static final int PROVEN_ITEMS = SubsetProgram.MOST_ITEMS;

    private final Promise promise;
    private final BiFunction<LinearOrdering, DecodeLimits, DecodeResult> decoding;

    OrderingDecoder(Kind kind, String cost, Exactness exactness, Function<LinearOrdering, Ranking> rule) {
        this.promise = new Promise(kind, cost, exactness);
        this.decoding = (problem, limits) -> byRule(problem, rule);
    }

    OrderingDecoder(String cost, Exactness exactness, ComponentDecoder.Effort effort) {
        this.promise = new Promise(Kind.SEARCH, cost, exactness);
        this.decoding = (problem, limits) -> new ComponentDecoder(problem, effort, limits).decode();
    }

    @Override
    public Promise promise() {
        return promise;
    }

    @Override
    public LinearOrdering problem(double[] u) {
        return LinearOrdering.ofDifferences(u);
    }

    @Override
    public DecodeResult decode(LinearOrdering problem, DecodeLimits limits) {
        return decoding.apply(problem, limits);
    }

    /**
     * Moves single items to better places until no such move helps: the local search on its own, O(r²) a pass. Never
     * worse than the start.
     */
    public static Ranking improve(LinearOrdering problem, Ranking start, Deadline deadline) {
        int[] order = start.toItems();
        new InsertionSearch(problem).improve(order, deadline);
        return Ranking.ofItems(order);
    }

    /**
     * The best for a few items; beyond that by net weight, improved by moves of single items, O(r²) a pass. That too is the best
     * where no two items are tied and the difference graph has no cycle: neighbours that stand the wrong way round would change
     * places, so none do, and without cycles all others then stand the right way round too.
     */
    @Override
    public Ranking quickly(LinearOrdering problem) {
        return problem.size() <= SubsetProgram.FEW_ITEMS
                ? EXACT.decode(problem, DecodeLimits.NONE).ranking()
                : improve(problem, Scores.borda(problem), Deadline.NONE);
    }

    /**
     * The decoder of a word.
     *
     * @throws IllegalArgumentException if there is none, with a suggestion
     */
    public static OrderingDecoder parse(String word) {
        return Decoder.parse(word, values());
    }

    @Override
    public String toString() {
        return text();
    }

    private DecodeResult byRule(LinearOrdering problem, Function<LinearOrdering, Ranking> rule) {
        long start = System.nanoTime();
        Ranking ranking = rule.apply(problem);
        double value = problem.value(ranking);
        boolean proven = problem.meetsSumOfMinima(ranking);
        return new DecodeResult(
                ranking,
                value,
                proven ? value : Math.min(value, problem.sumOfMinima()),
                proven ? Optimality.PROVEN : Optimality.UNPROVEN,
                text(),
                Duration.ofNanos(System.nanoTime() - start));
    }
}
