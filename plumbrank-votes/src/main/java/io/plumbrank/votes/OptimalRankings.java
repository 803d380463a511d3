package io.plumbrank.votes;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.DifferenceGraph;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.SubsetProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rankings of the least value, all of them or the first few.
 *
 * <p>A ranking is one of them if and only if no arc of the majority graph between two strongly connected components runs upwards and
 * each component is ordered at its own least value: what a ranking contradicts is a sum over components, of which each can be least at
 * once, and over arcs between them, of which all can be 0 at once. So items are placed one by one, an item when all that must
 * stand above it does and its component can still be ordered at its least; no choice leads to a dead end, since arcs between two
 * components all run one way.
 *
 * @param rankings in the order of their items, the smallest first
 * @param all whether there are no others
 */
public record OptimalRankings(List<Ranking> rankings, boolean all) {
    public OptimalRankings {
        rankings = List.copyOf(rankings);
    }

    /** Whether there is one alone. */
    public boolean isUnique() {
        return all && rankings.size() == 1;
    }

    /**
     * Looks for them. O(2^m m²) for a component of m items, and O(r²) per ranking. Values that are the same but for rounding are
     * the same.
     *
     * @param limit how many to give at most, at least 1
     * @return empty where the majorities run in circles among more than 22 items
     */
    public static Optional<OptimalRankings> of(LinearOrdering problem, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit must be at least 1, got " + limit);
        }
        LinearOrdering majorities = problem.majorities();
        List<int[]> components = new DifferenceGraph(majorities, 0).components();
        if (components.stream().anyMatch(component -> component.length > SubsetProgram.MOST_ITEMS)) {
            return Optional.empty();
        }
        Search search = new Search(majorities, components, limit);
        search.place(0);
        return Optional.of(
                new OptimalRankings(search.found.subList(0, Math.min(limit, search.found.size())), !search.hasMore()));
    }

    /** The largest number of items among which the majorities run in circles; 1 where they do nowhere. */
    public static int largestCircle(LinearOrdering problem) {
        return new DifferenceGraph(problem.majorities(), 0)
                .components().stream()
                        .mapToInt(component -> component.length)
                        .max()
                        .orElse(1);
    }

    private static final class Search {
        private final LinearOrdering problem;
        private final int limit;
        private final int[] componentOf;
        private final int[] placeIn;
        private final List<double[]> rest = new ArrayList<>();
        private final int[] placed;
        private final boolean[] isPlaced;
        private final int[] order;
        private final List<Ranking> found = new ArrayList<>();

        Search(LinearOrdering problem, List<int[]> components, int limit) {
            this.problem = problem;
            this.limit = limit;
            int size = problem.size();
            componentOf = new int[size];
            placeIn = new int[size];
            placed = new int[components.size()];
            isPlaced = new boolean[size];
            order = new int[size];
            for (int c = 0; c < components.size(); c++) {
                int[] items = components.get(c);
                for (int place = 0; place < items.length; place++) {
                    componentOf[items[place]] = c;
                    placeIn[items[place]] = place;
                }
                rest.add(rest(items));
            }
        }

        /** By the set of items of a component that are placed, the least that the others contradict among themselves. */
        private double[] rest(int[] items) {
            int m = items.length;
            double[] least = new double[1 << m];
            for (int set = least.length - 2; set >= 0; set--) {
                least[set] = Double.POSITIVE_INFINITY;
                for (int i = 0; i < m; i++) {
                    if ((set >> i & 1) == 0) {
                        least[set] = Math.min(least[set], upwards(items, i, set) + least[set | 1 << i]);
                    }
                }
            }
            return least;
        }

        /** What placing an item next contradicts: the arcs to it from those that are not placed. */
        private double upwards(int[] items, int i, int set) {
            double sum = 0;
            for (int j = 0; j < items.length; j++) {
                sum += (set >> j & 1) == 0 && j != i ? problem.weight(items[j], items[i]) : 0;
            }
            return sum;
        }

        boolean hasMore() {
            return found.size() > limit;
        }

        void place(int position) {
            if (position == order.length) {
                found.add(Ranking.ofItems(order.clone()));
                return;
            }
            for (int item = 0; item < order.length && !hasMore(); item++) {
                if (!isPlaced[item] && mayFollow(item)) {
                    int bit = 1 << placeIn[item];
                    order[position] = item;
                    isPlaced[item] = true;
                    placed[componentOf[item]] |= bit;
                    place(position + 1);
                    placed[componentOf[item]] &= ~bit;
                    isPlaced[item] = false;
                }
            }
        }

        private boolean mayFollow(int item) {
            int component = componentOf[item];
            double contradicted = 0;
            for (int other = 0; other < order.length; other++) {
                if (isPlaced[other] || other == item) {
                    continue;
                }
                if (componentOf[other] == component) {
                    contradicted += problem.weight(other, item);
                } else if (problem.weight(other, item) > 0) {
                    return false;
                }
            }
            double[] least = rest.get(component);
            int set = placed[component];
            return problem.isRounding(contradicted + least[set | 1 << placeIn[item]] - least[set]);
        }
    }
}
