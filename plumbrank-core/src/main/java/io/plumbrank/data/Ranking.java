package io.plumbrank.data;

import io.plumbrank.util.internal.Sorting;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An immutable ranking σ of the items 0 … r − 1, best first. Items and positions are 0-based here and 1-based in
 * {@link #toString}.
 *
 * <pre>{@code
 * Ranking ranking = Ranking.byScores(new double[] {0.2, 1.5, 0.7});
 * ranking.itemAt(0);     // 1, the item on top
 * ranking.positionOf(0); // 2, the last place
 * }</pre>
 */
public final class Ranking {
    private final int[] items;
    private final int[] positions;

    private Ranking(int[] items) {
        this.items = items;
        this.positions = inverse(items);
    }

    /**
     * The ranking that lists these items, best first.
     *
     * @throws IllegalArgumentException unless each of 0 … r − 1 stands there once
     */
    public static Ranking ofItems(int... itemsBestFirst) {
        return new Ranking(itemsBestFirst.clone());
    }

    /**
     * The ranking that puts item i at {@code positions[i]}.
     *
     * @throws IllegalArgumentException unless each of 0 … r − 1 stands there once
     */
    public static Ranking ofPositions(int... positions) {
        return new Ranking(inverse(positions));
    }

    /** The ranking 0, 1, …, r − 1. */
    public static Ranking identity(int r) {
        int[] items = new int[r];
        for (int i = 0; i < r; i++) {
            items[i] = i;
        }
        return new Ranking(items);
    }

    /**
     * Sorts by score, largest first; equal scores keep the order of their items. O(r log r).
     *
     * @throws IllegalArgumentException if a score is NaN
     */
    public static Ranking byScores(double[] scores) {
        for (int i = 0; i < scores.length; i++) {
            if (Double.isNaN(scores[i])) {
                throw new IllegalArgumentException("score " + i + " is NaN");
            }
        }
        return new Ranking(Sorting.descending(scores, scores.length));
    }

    /**
     * Sorts by score, largest first; equal scores keep the order that is given. O(r log r).
     *
     * @param order asked for where scores are equal, since it may take longer than to sort
     * @throws IllegalArgumentException if a score is NaN, or the order is none of these items
     */
    public static Ranking byScores(double[] scores, Supplier<int[]> order) {
        Ranking sorted = byScores(scores);
        for (int position = 1; position < scores.length; position++) {
            if (scores[sorted.items[position]] == scores[sorted.items[position - 1]]) {
                return inOrder(scores, order.get());
            }
        }
        return sorted;
    }

    private static Ranking inOrder(double[] scores, int[] order) {
        Ranking sorted =
                byScores(Arrays.stream(order).mapToDouble(item -> scores[item]).toArray());
        return new Ranking(Arrays.stream(sorted.items).map(at -> order[at]).toArray());
    }

    /**
     * Hands every ranking of r items to the visitor, in lexicographic order of {@link #itemAt}. There are r! of them.
     *
     * @throws IllegalArgumentException if r is negative or above 12
     */
    public static void forEach(int r, Consumer<Ranking> visitor) {
        if (r < 0 || r > 12) {
            throw new IllegalArgumentException("r must be in 0..12 to enumerate r! rankings, got " + r);
        }
        int[] items = identity(r).items;
        do {
            visitor.accept(new Ranking(items.clone()));
        } while (nextPermutation(items));
    }

    /** The number of items, r. */
    public int size() {
        return items.length;
    }

    /** The item at a position; position 0 is the top. */
    public int itemAt(int position) {
        return items[position];
    }

    /** σ(i), the position of an item; 0 is the top. */
    public int positionOf(int item) {
        return positions[item];
    }

    /** The items, best first, as a fresh array. */
    public int[] toItems() {
        return items.clone();
    }

    /** The same items from worst to best. */
    public Ranking reversed() {
        int r = items.length;
        int[] reversed = new int[r];
        for (int i = 0; i < r; i++) {
            reversed[i] = items[r - 1 - i];
        }
        return new Ranking(reversed);
    }

    /** Scores that sort as this ranking does: r for the first of r items, 1 for the last. */
    public double[] asScores() {
        double[] scores = new double[size()];
        for (int item = 0; item < scores.length; item++) {
            scores[item] = scores.length - positionOf(item);
        }
        return scores;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Ranking that && Arrays.equals(items, that.items);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(items);
    }

    /** For people: 1-based, {@code 2 ≻ 3 ≻ 1}. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < items.length; i++) {
            out.append(i == 0 ? "" : " ≻ ").append(items[i] + 1);
        }
        return out.toString();
    }

    private static int[] inverse(int[] permutation) {
        int[] inverse = new int[permutation.length];
        Arrays.fill(inverse, -1);
        for (int i = 0; i < permutation.length; i++) {
            int value = permutation[i];
            if (value < 0 || value >= permutation.length || inverse[value] >= 0) {
                throw new IllegalArgumentException(
                        "not a permutation of 0.." + (permutation.length - 1) + ": " + Arrays.toString(permutation));
            }
            inverse[value] = i;
        }
        return inverse;
    }

    private static boolean nextPermutation(int[] a) {
        int i = a.length - 2;
        while (i >= 0 && a[i] > a[i + 1]) {
            i--;
        }
        if (i < 0) {
            return false;
        }
        int j = a.length - 1;
        while (a[j] < a[i]) {
            j--;
        }
        swap(a, i, j);
        for (int low = i + 1, high = a.length - 1; low < high; low++, high--) {
            swap(a, low, high);
        }
        return true;
    }

    private static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
