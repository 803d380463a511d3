package io.plumbrank.decode;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Decodes u so that nothing but u and an order given from outside ({@link io.plumbrank.data.blocks.BlindOrder}) decides. Decoders break
 * ties by the number of the item; here items are numbered anew, in the given order, before u is decoded.
 *
 * <p>Items are alike if u stays the same when they change places. That is an equivalence, since (i k) = (i j)(j k)(i j), and
 * within a class of alike items every order has the same value. Alike items that stand together get equal scores, so that a
 * measure can average over their orders exactly. For preferences they always do: alike items cost nothing among themselves and
 * the same against others, so all may stand where the cheapest of them does.
 *
 * @param index of u
 * @param order the items in the order that decides
 */
public record OpenTies(PairIndex index, int[] order) {
    /**
     * A ranking, and what u leaves open of it.
     *
     * @param ranking with open ties decided by the given order
     * @param scores one per item, r for the first of r items and 1 for the last, the mean where alike items stand together
     * @param alike whether there are such
     */
    public record Open(Ranking ranking, double[] scores, boolean alike) {}

    /** A ranking with what u leaves open, and what the decoder knows of it. */
    public record Decoded(Open open, DecodeResult result) {}

    /** Decodes u, and keeps what the decoder knows: its value is that of the ranking, or the ranking is better still. */
    public Decoded decode(double[] u, Function<double[], DecodeResult> decoder) {
        double[] numbered = renumbered(u);
        DecodeResult result = decoder.apply(numbered);
        Open open = open(numbered, result.ranking());
        return new Decoded(open, result.withRanking(open.ranking));
    }

    /** Ranks by u. O(r²) on top of the decoder. */
    public Open rank(double[] u, Function<double[], Ranking> decoder) {
        double[] numbered = renumbered(u);
        return open(numbered, decoder.apply(numbered));
    }

    private Open open(double[] numbered, Ranking decoded) {
        int[] classes = classes(index, numbered, order.length);
        int[] items = decoded.toItems();
        if (index == PairIndex.STRICT) {
            gather(numbered, classes, items);
        }
        double[] scores = new double[items.length];
        boolean alike = false;
        for (int from = 0; from < items.length; ) {
            int to = from + 1;
            while (to < items.length && classes[items[to]] == classes[items[from]]) {
                to++;
            }
            alike |= to > from + 1;
            for (int position = from; position < to; position++) {
                scores[order[items[position]]] = items.length - (from + to - 1) / 2.0;
            }
            from = to;
        }
        int[] named = Arrays.stream(items).map(item -> order[item]).toArray();
        return new Open(Ranking.ofItems(named), scores, alike);
    }

    /**
     * Whether two numbers of u that tell different classes apart are equal, or one is 0: else no two rankings are equally good but
     * by a coincidence of sums.
     */
    public boolean mayDecide(double[] u) {
        double[] numbered = renumbered(u);
        int[] classes = classes(index, numbered, order.length);
        double[] sizes = new double[numbered.length];
        int[] count = new int[1];
        index.forEach(order.length, (i, j, at) -> {
            // one item stands for its class
            if (classes[i] == i && classes[j] == j) {
                sizes[count[0]++] = index == PairIndex.STRICT ? Math.abs(numbered[at]) : numbered[at] + 0.0;
            }
        });
        Arrays.sort(sizes, 0, count[0]);
        for (int at = 0; at < count[0]; at++) {
            if ((index == PairIndex.STRICT && sizes[at] == 0) || (at > 0 && sizes[at] == sizes[at - 1])) {
                return true;
            }
        }
        return false;
    }

    /** u of the items as the order numbers them. */
    private double[] renumbered(double[] u) {
        int r = order.length;
        double[] numbered = new double[u.length];
        index.forEach(r, (a, b, at) -> {
            double value = u[index.of(order[a], order[b], r)];
            boolean turned = index == PairIndex.STRICT && order[a] > order[b];
            numbered[at] = turned ? 0.0 - value : value + 0.0; // no -0
        });
        return numbered;
    }

    /** The first of the items that each is alike to. */
    private static int[] classes(PairIndex index, double[] u, int r) {
        if (!mayBeAlike(index, u, r)) {
            return IntStream.range(0, r).toArray();
        }
        long[] hashes = new long[r];
        index.forEach(r, (i, j, at) -> {
            long own = i == j ? 31 : 1;
            hashes[i] += own * mixed(u[at]);
            if (i != j) {
                hashes[j] += own * mixed(index == PairIndex.STRICT ? 0.0 - u[at] : u[at]);
            }
        });
        int[] classes = new int[r];
        Map<Long, int[]> firsts = new HashMap<>();
        for (int i = 0; i < r; i++) {
            int[] known = firsts.getOrDefault(hashes[i], new int[0]);
            int item = i;
            classes[i] = Arrays.stream(known)
                    .filter(first -> areAlike(index, u, r, first, item))
                    .findFirst()
                    .orElse(i);
            if (classes[i] == i) {
                int[] more = Arrays.copyOf(known, known.length + 1);
                more[known.length] = i;
                firsts.put(hashes[i], more);
            }
        }
        return classes;
    }

    /** Alike items have no preference between them, or the same u_ii: in most queries no two have. */
    private static boolean mayBeAlike(PairIndex index, double[] u, int r) {
        if (index == PairIndex.STRICT) {
            return Arrays.stream(u).anyMatch(value -> value == 0);
        }
        double[] own = IntStream.range(0, r)
                .mapToDouble(i -> u[index.of(i, i, r)])
                .sorted()
                .toArray();
        return IntStream.range(1, r).anyMatch(i -> own[i] == own[i - 1]);
    }

    /** A sum of these is the same in whatever order. */
    private static long mixed(double value) {
        long bits = Double.doubleToLongBits(value + 0.0) * 0x9e3779b97f4a7c15L;
        return (bits ^ (bits >>> 29)) * 0xbf58476d1ce4e5b9L;
    }

    private static boolean areAlike(PairIndex index, double[] u, int r, int i, int j) {
        if (index == PairIndex.STRICT ? of(index, u, r, i, j) != 0 : of(index, u, r, i, i) != of(index, u, r, j, j)) {
            return false;
        }
        for (int k = 0; k < r; k++) {
            if (k != i && k != j && of(index, u, r, i, k) != of(index, u, r, j, k)) {
                return false;
            }
        }
        return true;
    }

    private static double of(PairIndex index, double[] u, int r, int i, int j) {
        double value = u[index.of(i, j, r)];
        return index == PairIndex.STRICT && i > j ? 0.0 - value : value;
    }

    /** Puts alike items together, where the one of them stands that contradicts least. */
    private static void gather(double[] u, int[] classes, int[] items) {
        int r = items.length;
        int[] sizes = new int[r];
        for (int first : classes) {
            sizes[first]++;
        }
        for (int first = 0; first < r; first++) {
            if (sizes[first] < 2 || isTogether(items, classes, first, sizes[first])) {
                continue;
            }
            double least = Double.POSITIVE_INFINITY;
            double cost = 0;
            int before = 0;
            int place = 0;
            int[] others = new int[r - sizes[first]];
            for (int item : items) {
                if (classes[item] == first) {
                    if (cost < least) {
                        least = cost;
                        place = before;
                    }
                } else {
                    cost += of(PairIndex.STRICT, u, r, first, item);
                    others[before++] = item;
                }
            }
            System.arraycopy(others, 0, items, 0, place);
            int next = place;
            for (int item = 0; item < r; item++) {
                if (classes[item] == first) {
                    items[next++] = item;
                }
            }
            System.arraycopy(others, place, items, next, others.length - place);
        }
    }

    private static boolean isTogether(int[] items, int[] classes, int first, int size) {
        int from = 0;
        while (classes[items[from]] != first) {
            from++;
        }
        for (int at = from; at < from + size; at++) {
            if (at == items.length || classes[items[at]] != first) {
                return false;
            }
        }
        return true;
    }
}
