package io.plumbrank.votes;

import io.plumbrank.decode.algorithms.DifferenceGraph;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.Scores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What votes say of pairs of items, before any ranking: margins, ties, circles, and the points of rules that need no search. Decimal weights
 * are counted in units of their last digit, so that equal sums are equal; where they have too many digits for that, sums that differ by
 * what rounding may leave count as equal. Immutable.
 *
 * <pre>{@code
 * Majorities majorities = Majorities.of(VoteFile.read(Path.of("votes.soc"), Unranked.IGNORE));
 * majorities.margin(0, 1);  // how much more weight 0 has over 1 than 1 over 0
 * majorities.cycles();      // one for each set of items among which majorities run in circles
 * majorities.schulze();     // over how many items each wins by strongest paths
 * }</pre>
 */
public final class Majorities {
    /** What adding up decimal weights may leave, as a part of the largest. */
    private static final double ROUNDING = 1e-14;

    private final List<String> names;
    private final LinearOrdering graph;
    /** What margins are counted in, as a part of 1. */
    private final double units;
    /** By how much strengths of paths may differ and be the same. */
    private final double rounding;

    private final boolean exact;

    private Majorities(List<String> names, LinearOrdering weights, double units, double rounding) {
        this.names = names;
        this.graph = weights.majorities();
        this.units = units;
        this.rounding = rounding;
        this.exact = !weights.isBeyondIntegers();
    }

    public static Majorities of(PairwiseWeights votes) {
        double units = votes.unitsPerOne(PairwiseWeights.COUNTED);
        return units > 0
                ? new Majorities(votes.names(), votes.inUnits(units).ordering(), units, 0)
                : new Majorities(votes.names(), votes.ordering(), 1, ROUNDING * votes.largest());
    }

    /** The number of items. */
    public int size() {
        return names.size();
    }

    /** One name per item. */
    public List<String> names() {
        return names;
    }

    /** The weight of "i above j" less that of "j above i". */
    public double margin(int i, int j) {
        return graph.difference(i, j) / units;
    }

    /** Whether each pair without a majority is a tie; else weights are so large, from 2^53 on, that reading may have rounded one away. */
    public boolean isExact() {
        return exact;
    }

    /** The pairs without a majority, the smaller item first. */
    public List<int[]> ties() {
        List<int[]> ties = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            for (int j = i + 1; j < size(); j++) {
                if (margin(i, j) == 0) {
                    ties.add(new int[] {i, j});
                }
            }
        }
        return ties;
    }

    /**
     * Items among which majorities run in circles, so that no ranking agrees with all.
     *
     * @param items all of them, ascending: a strongly connected component of the majority graph
     * @param shortest a shortest circle: each has a majority over the next, the last over the first
     */
    public record Cycle(List<Integer> items, List<Integer> shortest) {
        public Cycle {
            items = List.copyOf(items);
            shortest = List.copyOf(shortest);
        }
    }

    /** One for each component of more than one item, in the order in which every best ranking has them. O(r³). */
    public List<Cycle> cycles() {
        return new DifferenceGraph(graph, 0)
                .components().stream()
                        .filter(component -> component.length > 1)
                        .map(component -> new Cycle(
                                Arrays.stream(component).boxed().toList(),
                                Arrays.stream(shortestCycle(component)).boxed().toList()))
                        .toList();
    }

    /** By breadth-first search from each item. */
    private int[] shortestCycle(int[] component) {
        int[] best = new int[0];
        for (int start : component) {
            int[] before = new int[size()];
            Arrays.fill(before, -1);
            int[] queue = new int[component.length];
            int[] steps = new int[size()];
            queue[0] = start;
            int filled = 1;
            int last = -1;
            for (int at = 0; at < filled && last < 0; at++) {
                int from = queue[at];
                if (margin(from, start) > 0) {
                    last = from;
                }
                for (int to : component) {
                    if (to != start && before[to] < 0 && margin(from, to) > 0) {
                        before[to] = from;
                        steps[to] = steps[from] + 1;
                        queue[filled++] = to;
                    }
                }
            }
            if (best.length == 0 || steps[last] + 1 < best.length) {
                best = new int[steps[last] + 1];
                for (int place = best.length - 1, item = last; place >= 0; place--) {
                    best[place] = item;
                    item = before[item];
                }
            }
        }
        return best;
    }

    /** Borda's: the sum of margins over all others. Half of it more than its mean is the usual count on ballots without gaps. */
    public double[] borda() {
        return Arrays.stream(Scores.netWeights(graph)).map(sum -> sum / units).toArray();
    }

    /** Copeland's: majorities won less majorities lost. */
    public double[] copeland() {
        return Scores.wins(graph);
    }

    /**
     * Schulze's (2011): over how many others an item wins, where i wins over j if its strongest path to j is stronger than that of j
     * to i. A path is as strong as the least margin on it. O(r³).
     */
    public int[] schulze() {
        return Arrays.stream(Scores.strongestPathWins(graph, rounding))
                .mapToInt(wins -> (int) wins)
                .toArray();
    }
}
