package io.plumbrank.decode;

import io.plumbrank.data.Ranking;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

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
     * to 64. Beyond that a proof comes only from a bound that the search meets.
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

    /** The name on the command line, such as {@code local-search}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The decoder of that name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names
     */
    public static MapDecoder named(String text) {
        return Arrays.stream(values())
                .filter(decoder -> decoder.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no decoder '" + text + "', there is "
                        + Arrays.stream(values()).map(MapDecoder::text).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return text();
    }
}
