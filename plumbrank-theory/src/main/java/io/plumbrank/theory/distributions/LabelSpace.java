package io.plumbrank.theory.distributions;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.PreferenceGraph.Preference;
import io.plumbrank.data.Ranking;
import io.plumbrank.target.LossMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The labels that distributions are made of, all different, with a text for each. */
public record LabelSpace<Y>(List<Y> labels, LabelFormat<Y> format) {
    private static final int MOST_LABELS = 20_000;
    private static final int MOST_RANKED = 6;
    private static final int MOST_CENSORED = 5;

    public LabelSpace {
        labels = List.copyOf(labels);
        if (labels.isEmpty()) {
            throw new IllegalArgumentException("there must be a label");
        }
    }

    /** All vectors of r grades from 0 to a largest; at most 20,000 of them. */
    public static LabelSpace<double[]> grades(int items, int largest) {
        if (items < 1 || largest < 1) {
            throw new IllegalArgumentException("labels need at least 1 item and a largest grade of at least 1, got "
                    + items + " items and grade " + largest);
        }
        if (Math.pow(largest + 1.0, items) > MOST_LABELS) {
            throw new IllegalArgumentException("labels of " + items + " items with grades 0 to " + largest
                    + " are more than " + MOST_LABELS + "; take fewer items or grades");
        }
        int count = (int) Math.round(Math.pow(largest + 1.0, items));
        List<double[]> labels = new ArrayList<>(count);
        for (int code = 0; code < count; code++) {
            double[] label = new double[items];
            for (int i = items - 1, rest = code; i >= 0; i--, rest /= largest + 1) {
                label[i] = rest % (largest + 1);
            }
            labels.add(label);
        }
        return new LabelSpace<>(labels, LabelFormat.grades(items));
    }

    /**
     * All graphs of r items with one preference of weight 1. Sums of pair weights depend on a distribution of graphs only
     * through the expected weight of each pair, and mixtures of these have all expectations there are, up to a factor.
     */
    public static LabelSpace<PreferenceGraph> preferences(int items) {
        if (items < 2) {
            throw new IllegalArgumentException("preferences need at least 2 items, got " + items);
        }
        List<PreferenceGraph> labels = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < items; j++) {
                if (i != j) {
                    labels.add(PreferenceGraph.of(items, List.of(new Preference(i, j, 1))));
                }
            }
        }
        return new LabelSpace<>(labels, LabelFormat.graphs(items));
    }

    /** All orders with ties of 2 to 6 labels, as positions from 1 on; unless complete, NaN where not known. */
    public static LabelSpace<double[]> rankings(int items, boolean complete) {
        requireLabels(items, MOST_RANKED);
        List<double[]> labels = new ArrayList<>();
        for (int[] known : subsets(items)) {
            if (complete && known.length < items) {
                continue;
            }
            for (double[] levels : weakOrders(known.length)) {
                double[] positions = new double[items];
                Arrays.fill(positions, Double.NaN);
                for (int k = 0; k < known.length; k++) {
                    positions[known[k]] = 1 + levels[k];
                }
                labels.add(positions);
            }
        }
        return new LabelSpace<>(labels, LabelFormat.rankings(items));
    }

    /** All rankings of r ≤ 5 labels without ties, each with all sets of two or more positions that may be known. */
    public static LabelSpace<CensoredRanking> censoredRankings(int items) {
        requireLabels(items, MOST_CENSORED);
        List<CensoredRanking> labels = new ArrayList<>();
        List<int[]> subsets = subsets(items);
        Ranking.forEach(items, ranking -> subsets.forEach(known -> labels.add(CensoredRanking.of(ranking, known))));
        return new LabelSpace<>(labels, LabelFormat.censoredRankings(items));
    }

    private static void requireLabels(int items, int most) {
        if (items < 2 || items > most) {
            throw new IllegalArgumentException("rankings of 2 to " + most + " labels are listed, got " + items);
        }
    }

    /** All sets of two or more of r items. */
    private static List<int[]> subsets(int items) {
        return IntStream.range(0, 1 << items)
                .filter(set -> Integer.bitCount(set) > 1)
                .mapToObj(set -> IntStream.range(0, items)
                        .filter(i -> ((set >> i) & 1) > 0)
                        .toArray())
                .toList();
    }

    /** All vectors of the levels 0 … k, each of them used, for all k: the orders with ties. */
    public static List<double[]> weakOrders(int items) {
        List<double[]> orders = new ArrayList<>();
        int count = (int) Math.round(Math.pow(items, items));
        for (int code = 0; code < count; code++) {
            double[] level = new double[items];
            boolean[] used = new boolean[items];
            int top = 0;
            for (int i = 0, rest = code; i < items; i++, rest /= items) {
                level[i] = rest % items;
                used[rest % items] = true;
                top = Math.max(top, rest % items);
            }
            boolean all = true;
            for (int k = 0; k <= top; k++) {
                all &= used[k];
            }
            if (all) {
                orders.add(level);
            }
        }
        return orders;
    }

    /** The classes of a loss matrix. */
    public static LabelSpace<Integer> classes(LossMatrix matrix) {
        return new LabelSpace<>(IntStream.range(0, matrix.classes()).boxed().toList(), LabelFormat.classes(matrix));
    }

    public String text(Y label) {
        return format.text(label);
    }
}
