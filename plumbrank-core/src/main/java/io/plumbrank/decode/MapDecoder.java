package io.plumbrank.decode;

import io.plumbrank.data.Ranking;
import io.plumbrank.util.DidYouMean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The decoders for average precision. All of them give an upper bound, and recognise an optimum that meets it. */
public enum MapDecoder implements Decoder<MapAssignment> {
    /** Sorts by u_ii. O(r² log r) with the bound; optimal for the distributions of P_reinforce (RAT13, Theorem 4). */
    DIAGONAL {
        @Override
        public DecodeResult decode(MapAssignment problem, DecodeLimits limits) {
            long start = System.nanoTime();
            Ranking ranking = MapSolving.diagonal(problem);
            double value = problem.value(ranking);
            double bound = new MapRelaxation(problem).bound();
            boolean proven = problem.proves(bound, value);
            return new DecodeResult(
                    ranking,
                    value,
                    proven ? value : Math.max(bound, value),
                    proven ? Optimality.PROVEN : Optimality.UNPROVEN,
                    text(),
                    Duration.ofNanos(System.nanoTime() - start));
        }
    },
    /** Insertions and swaps, shaken and repeated; then the bound. */
    LOCAL_SEARCH {
        @Override
        public DecodeResult decode(MapAssignment problem, DecodeLimits limits) {
            return new MapSolving(problem, limits).search();
        }
    },
    /**
     * Proves the optimum if time allows: by dynamic programming for up to 22 items, O(2^r r), by branch and bound for up
     * to 128. Beyond that a proof comes only from a bound that the search meets.
     */
    EXACT {
        @Override
        public DecodeResult decode(MapAssignment problem, DecodeLimits limits) {
            return new MapSolving(problem, limits).exact();
        }
    },
    /** The best ranking within the time limit: as {@link #EXACT}, but with more time for the search. */
    AUTO {
        @Override
        public DecodeResult decode(MapAssignment problem, DecodeLimits limits) {
            return new MapSolving(problem, limits).auto();
        }
    };

    /** A good ranking in O(r²) a pass, and the same on every machine: by u_ii, improved by moves of single items. */
    public static Ranking quickly(MapAssignment problem) {
        int[] order = MapSolving.diagonal(problem).toItems();
        new MapSearch(problem).insert(order);
        return Ranking.ofItems(order);
    }

    /** The name on the command line, such as {@code local-search}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The decoder of a word, whatever the case of its letters.
     *
     * @throws IllegalArgumentException if there is none, with a suggestion
     */
    public static MapDecoder parse(String word) {
        String wanted = word.trim().toLowerCase(Locale.ROOT);
        for (MapDecoder value : values()) {
            if (value.text().equals(wanted)) {
                return value;
            }
        }
        List<String> words = Arrays.stream(values()).map(MapDecoder::text).toList();
        throw new IllegalArgumentException("unknown decoder '" + word + "'" + DidYouMean.hint(wanted, words)
                + " (possible: " + String.join(", ", words) + ")");
    }

    @Override
    public String toString() {
        return text();
    }
}
