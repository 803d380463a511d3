package io.plumbrank.decode;

import io.plumbrank.data.Ranking;
import io.plumbrank.util.DidYouMean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The decoders for pairwise disagreement. All of them give a lower bound, and recognise an optimum that meets it.
 *
 * <p>The first three are one-pass rules. The others split the problem into the strongly connected components of the
 * difference graph, which loses nothing: an optimal ranking lists the components in topological order.
 */
public enum OrderingDecoder implements Decoder<LinearOrdering> {
    /** Sorts by net weight Σ_j (w_ij − w_ji); for complete votes, Borda's rule. O(r²). */
    BORDA {
        @Override
        public DecodeResult decode(LinearOrdering problem, DecodeLimits limits) {
            long start = System.nanoTime();
            return oneRanking(problem, Scores.borda(problem), start);
        }
    },
    /** Sorts by pairwise wins less losses. O(r²). */
    COPELAND {
        @Override
        public DecodeResult decode(LinearOrdering problem, DecodeLimits limits) {
            long start = System.nanoTime();
            return oneRanking(problem, Scores.copeland(problem), start);
        }
    },
    /** Algorithm 1 of RAT13: deletes the lightest arcs until no cycle is left. O(r² log r); exact on acyclic graphs. */
    ALGORITHM1 {
        @Override
        public DecodeResult decode(LinearOrdering problem, DecodeLimits limits) {
            long start = System.nanoTime();
            return oneRanking(problem, new Algorithm1(problem).decode(), start);
        }
    },
    /** Insertion local search, shaken and repeated; the bound is a packing of 3-cycles. */
    LOCAL_SEARCH {
        @Override
        public DecodeResult decode(LinearOrdering problem, DecodeLimits limits) {
            return new ComponentDecoder(problem, ComponentDecoder.Effort.SEARCH, limits).decode();
        }
    },
    /**
     * Proves the optimum if time allows: by dynamic programming for components of up to 22 items, beyond that by an
     * {@link OrderingSolver} if there is one, else by branch and bound.
     */
    EXACT {
        @Override
        public DecodeResult decode(LinearOrdering problem, DecodeLimits limits) {
            return new ComponentDecoder(problem, ComponentDecoder.Effort.EXACT, limits).decode();
        }
    },
    /** The best ranking within the time limit: searches first, then proves, and searches on while time is left. */
    AUTO {
        @Override
        public DecodeResult decode(LinearOrdering problem, DecodeLimits limits) {
            return new ComponentDecoder(problem, ComponentDecoder.Effort.AUTO, limits).decode();
        }
    };

    /** Up to so many items {@link #EXACT} proves the optimum within a second or two, by dynamic programming. */
    public static final int PROVEN_ITEMS = SubsetProgram.MOST_ITEMS;

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
     * A good ranking in O(r²) a pass, and the same on every machine: by net weight, improved by moves of single items. It is the best
     * where no two items are tied and the difference graph has no cycle: neighbours that stand the wrong way round would change
     * places, so none do, and without cycles all others then stand the right way round too.
     */
    public static Ranking quickly(LinearOrdering problem) {
        return improve(problem, Scores.borda(problem), Deadline.NONE);
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
    public static OrderingDecoder parse(String word) {
        String wanted = word.trim().toLowerCase(Locale.ROOT);
        for (OrderingDecoder value : values()) {
            if (value.text().equals(wanted)) {
                return value;
            }
        }
        List<String> words = Arrays.stream(values()).map(OrderingDecoder::text).toList();
        throw new IllegalArgumentException("unknown decoder '" + word + "'" + DidYouMean.hint(wanted, words)
                + " (possible: " + String.join(", ", words) + ")");
    }

    @Override
    public String toString() {
        return text();
    }

    DecodeResult oneRanking(LinearOrdering problem, Ranking ranking, long start) {
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
