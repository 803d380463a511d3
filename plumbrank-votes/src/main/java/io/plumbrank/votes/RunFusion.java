package io.plumbrank.votes;

import io.plumbrank.data.Ranking;
import io.plumbrank.decode.DecodeLimits;
import io.plumbrank.decode.algorithms.LinearOrdering;
import io.plumbrank.decode.algorithms.OrderingDecoder;
import io.plumbrank.decode.algorithms.SubsetProgram;
import io.plumbrank.trec.TrecItems;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Puts the lists of several runs for a query together into one. A run ranks by its scores, of equal ones the greater name first, as
 * trec_eval does, and so does what comes out. Immutable.
 *
 * <pre>{@code
 * TrecRun bm25 = new TrecRun(Path.of("bm25.run"), ReadOptions.defaults());
 * TrecRun dense = new TrecRun(Path.of("dense.run"), ReadOptions.defaults());
 * RunFusion fusion = RunFusion.of(RunFusion.Rule.RRF);
 * for (List<TrecItems> lists : RunFusion.byQuery(List.of(bm25.load(), dense.load()))) {
 *     RunFusion.Fused fused = fusion.fuse(lists);
 * }
 * }</pre>
 *
 * @param rule how lists are put together
 * @param k the constant of reciprocal ranks, not negative
 * @param pool how many of the best by reciprocal ranks Kemeny's rule orders, at least 1; the others follow as they were
 * @param limits of Kemeny's search, of no matter for pools of up to 22 items
 */
public record RunFusion(Rule rule, double k, int pool, DecodeLimits limits) {
    /** The constant of Cormack, Clarke and Büttcher (2009). */
    public static final double K = 60;

    /** So many items are ordered at once, with a proof, in a moment. */
    public static final int POOL = 16;

    public RunFusion {
        if (!(k >= 0 && Double.isFinite(k))) {
            throw new IllegalArgumentException("k must be finite and not negative, got " + k);
        }
        if (pool < 1) {
            throw new IllegalArgumentException("the pool must be at least 1, got " + pool);
        }
    }

    /** With the usual constants. */
    public static RunFusion of(Rule rule) {
        return new RunFusion(rule, K, POOL, DecodeLimits.defaults());
    }

    /** How lists are put together. */
    public enum Rule {
        /** Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): Σ over the runs that have the item of 1/(k + rank). */
        RRF("rrf"),
        /**
         * Borda's count (Aslam and Montague 2001): of n items in all, the one at a rank gets n + 1 − rank points, and those that a
         * run does not have share the points that are left.
         */
        BORDA("borda"),
        /** Kemeny's rule: the order that contradicts the fewest pairs of ranks; what a run does not have stands below what it has. */
        KEMENY("kemeny");

        private final String text;

        Rule(String text) {
            this.text = text;
        }

        /** The word on the command line. */
        public String text() {
            return text;
        }

        /**
         * The rule of a word.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Rule parse(String word) {
            String wanted = word.strip().toLowerCase(Locale.ROOT);
            return Arrays.stream(values())
                    .filter(rule -> rule.text.equals(wanted))
                    .findFirst()
                    .orElseThrow(() ->
                            new IllegalArgumentException("runs are fused by rrf, borda or kemeny, not '" + word + "'"));
        }
    }

    /**
     * The list of a query.
     *
     * @param items best first
     * @param scores one per item, falling; equal only where the names decide
     */
    public record Fused(String queryId, List<String> items, List<Double> scores) {
        public Fused {
            items = List.copyOf(items);
            scores = List.copyOf(scores);
        }
    }

    /** The lists of each query that some run has, in the order of their first appearance; empty of a run that lacks the query. */
    public static List<List<TrecItems>> byQuery(List<? extends Collection<TrecItems>> runs) {
        Map<String, List<TrecItems>> lists = new LinkedHashMap<>();
        for (int run = 0; run < runs.size(); run++) {
            for (TrecItems items : runs.get(run)) {
                lists.computeIfAbsent(
                                items.queryId(),
                                id -> new ArrayList<>(Collections.nCopies(runs.size(), TrecItems.none(id))))
                        .set(run, items);
            }
        }
        return List.copyOf(lists.values());
    }

    /** Fuses the lists of one query, at least one. */
    public Fused fuse(List<TrecItems> lists) {
        Ranks ranks = Ranks.of(lists);
        double[] reciprocal = ranks.reciprocal(k);
        double[] scores = switch (rule) {
            case RRF -> reciprocal;
            case BORDA -> ranks.borda();
            case KEMENY -> kemeny(ranks, ranks.sorted(reciprocal));
        };
        int[] order = ranks.sorted(scores);
        return new Fused(
                lists.get(0).queryId(),
                IntStream.of(order).mapToObj(ranks.names::get).toList(),
                IntStream.of(order).mapToObj(item -> scores[item]).toList());
    }

    /** n for the first of n items, down to 1. */
    private double[] kemeny(Ranks ranks, int[] order) {
        int[] best = Arrays.copyOf(order, Math.min(pool, order.length));
        double[][] weights = new double[best.length][best.length];
        for (int[] ranksOfRun : ranks.byRun) {
            for (int a = 0; a < best.length; a++) {
                for (int b = 0; b < best.length; b++) {
                    weights[a][b] += ranksOfRun[best[a]] < ranksOfRun[best[b]] ? 1 : 0;
                }
            }
        }
        OrderingDecoder decoder =
                best.length <= SubsetProgram.MOST_ITEMS ? OrderingDecoder.EXACT : OrderingDecoder.AUTO;
        Ranking ranking = decoder.decode(LinearOrdering.of(weights), limits).ranking();
        double[] scores = new double[order.length];
        for (int place = 0; place < order.length; place++) {
            int item = place < best.length ? best[ranking.itemAt(place)] : order[place];
            scores[item] = order.length - place;
        }
        return scores;
    }

    /**
     * What runs say of the items of a query.
     *
     * @param names of all items, in the order of their first appearance
     * @param byRun the rank of each item from 1 on, or {@link #NONE}
     */
    private record Ranks(List<String> names, List<int[]> byRun) {
        private static final int NONE = Integer.MAX_VALUE;

        static Ranks of(List<TrecItems> lists) {
            Map<String, Integer> numbers = new LinkedHashMap<>();
            for (TrecItems list : lists) {
                for (int item = 0; item < list.size(); item++) {
                    numbers.putIfAbsent(list.itemId(item), numbers.size());
                }
            }
            List<int[]> byRun = new ArrayList<>();
            for (TrecItems list : lists) {
                List<Integer> order = IntStream.range(0, list.size())
                        .boxed()
                        .sorted(Comparator.<Integer>comparingDouble(item -> -list.value(item))
                                .thenComparing((a, b) -> list.compareItemIds(b, a)))
                        .toList();
                int[] ranks = new int[numbers.size()];
                Arrays.fill(ranks, NONE);
                for (int rank = 1; rank <= order.size(); rank++) {
                    ranks[numbers.getOrDefault(list.itemId(order.get(rank - 1)), -1)] = rank;
                }
                byRun.add(ranks);
            }
            return new Ranks(List.copyOf(numbers.keySet()), byRun);
        }

        double[] reciprocal(double k) {
            double[] scores = new double[names.size()];
            for (int[] ranks : byRun) {
                for (int item = 0; item < scores.length; item++) {
                    scores[item] += ranks[item] == NONE ? 0 : 1 / (k + ranks[item]);
                }
            }
            return scores;
        }

        double[] borda() {
            int n = names.size();
            double[] scores = new double[n];
            for (int[] ranks : byRun) {
                long listed = Arrays.stream(ranks).filter(rank -> rank != NONE).count();
                for (int item = 0; item < n; item++) {
                    scores[item] += ranks[item] == NONE ? (n - listed + 1) / 2.0 : n + 1 - ranks[item];
                }
            }
            return scores;
        }

        /** The largest score first, of equal ones the greater name. */
        int[] sorted(double[] scores) {
            return IntStream.range(0, scores.length)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(item -> -scores[item])
                            .thenComparing((a, b) -> Arrays.compareUnsigned(bytes(b), bytes(a))))
                    .mapToInt(Integer::intValue)
                    .toArray();
        }

        private byte[] bytes(int item) {
            return names.get(item).getBytes(StandardCharsets.UTF_8);
        }
    }
}
