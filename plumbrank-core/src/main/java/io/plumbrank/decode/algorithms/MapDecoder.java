package io.plumbrank.decode.algorithms;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.DecodeResult;
import io.plumbrank.decode.Decoder;
import io.plumbrank.decode.Decoder.Exactness;
import java.util.function.Function;

/** The decoders for average precision. All of them give an upper bound, and recognise an optimum that meets it. */
@SuppressWarnings("ImmutableEnumChecker") // the functions keep nothing
public enum MapDecoder implements Decoder<MapAssignment> {
    /** Sorts by u_ii. O(r² log r) with the bound. */
    DIAGONAL(Kind.RULE, "O(r log r)", Exactness.REINFORCE, MapSolving::sorted),
    /** Insertions and swaps, shaken and repeated; then the bound. */
    LOCAL_SEARCH(Kind.SEARCH, "a search without proof", Exactness.LOCAL, MapSolving::search),
    /**
     * Proves the optimum if the limits allow: by dynamic programming for up to 22 items, O(2^r r), by branch and bound for up
     * to 128. Beyond that a proof comes only from a bound that the search meets.
     */
    EXACT(Kind.SEARCH, SubsetProgram.COST, Exactness.ALWAYS, MapSolving::exact),
    /** The best ranking within the limits: as {@link #EXACT}, but with a larger share of them for the search. */
    AUTO(Kind.SEARCH, SubsetProgram.COST, Exactness.PROOF_OR_GAP, MapSolving::auto);

    private final Promise promise;
    private final Function<MapSolving, DecodeResult> decoding;

    MapDecoder(Kind kind, String cost, Exactness exactness, Function<MapSolving, DecodeResult> decoding) {
        this.promise = new Promise(kind, cost, exactness);
        this.decoding = decoding;
    }

    @Override
    public Promise promise() {
        return promise;
    }

    @Override
    public MapAssignment problem(double[] u) {
        return MapAssignment.ofPairs(u);
    }

    @Override
    public DecodeResult decode(MapAssignment problem, DecodeLimits limits) {
        return decoding.apply(new MapSolving(problem, limits));
    }

    /** The best for a few items; beyond that by u_ii, improved by moves of single items, O(r²) a pass. */
    @Override
    public Ranking quickly(MapAssignment problem) {
        if (problem.size() <= SubsetProgram.FEW_ITEMS) {
            return EXACT.decode(problem, DecodeLimits.NONE).ranking();
        }
        int[] order = MapSolving.diagonal(problem).toItems();
        new MapSearch(problem).insert(order);
        return Ranking.ofItems(order);
    }

    /**
     * The decoder of a word.
     *
     * @throws IllegalArgumentException if there is none, with a suggestion
     */
    public static MapDecoder parse(String word) {
        return Decoder.parse(word, values());
    }

    @Override
    public String toString() {
        return text();
    }
}
