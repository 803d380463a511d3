package io.plumbrank.target;

import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import java.util.Arrays;
import java.util.Optional;

/** Weights as a preference graph gives them. In O(edges + r) unless there are more numbers to write. */
record GraphPairs() implements Pairs<PreferenceGraph> {

    @Override
    public int items(PreferenceGraph graph) {
        return graph.items();
    }

    @Override
    public void netWeightsInto(PreferenceGraph graph, double[] net) {
        Arrays.fill(net, 0, graph.items(), 0);
        graph.forEach((above, below, weight) -> {
            net[above] += weight;
            net[below] -= weight;
        });
    }

    @Override
    public void differencesInto(PreferenceGraph graph, double[] differences) {
        int r = graph.items();
        Arrays.fill(differences, 0, r * (r - 1) / 2, 0);
        graph.forEach((above, below, weight) -> {
            int i = Math.min(above, below);
            int j = Math.max(above, below);
            differences[i * (2 * r - i - 1) / 2 + j - i - 1] += above < below ? weight : -weight;
        });
    }

    /** In O(edges + r + s²) for s items. */
    @Override
    public void differencesInto(PreferenceGraph graph, int[] some, double[] differences) {
        int[] placeOf = new int[graph.items()];
        Arrays.fill(placeOf, -1);
        int distinct = 0;
        for (int item : some) {
            placeOf[item] = placeOf[item] < 0 ? distinct++ : placeOf[item];
        }
        double[][] net = new double[distinct][distinct];
        graph.forEach((above, below, weight) -> {
            int i = placeOf[above];
            int j = placeOf[below];
            if (i >= 0 && j >= 0) {
                net[i][j] += weight;
                net[j][i] -= weight;
            }
        });
        int next = 0;
        for (int p = 0; p < some.length; p++) {
            for (int q = p + 1; q < some.length; q++) {
                differences[next++] = net[placeOf[some[p]]][placeOf[some[q]]];
            }
        }
    }

    /** Items with a preference are classes of their own; all others are one. */
    @Override
    public int[] classes(PreferenceGraph graph) {
        int[] classes = new int[graph.items()];
        Arrays.fill(classes, -1);
        int[] next = {0};
        graph.forEach((above, below, weight) -> {
            classes[above] = classes[above] < 0 ? next[0]++ : classes[above];
            classes[below] = classes[below] < 0 ? next[0]++ : classes[below];
        });
        Arrays.setAll(classes, item -> classes[item] < 0 ? next[0] : classes[item]);
        return classes;
    }

    @Override
    public double totalWeight(PreferenceGraph graph) {
        return graph.totalWeight();
    }

    @Override
    public double contradicted(PreferenceGraph graph, Ranking ranking) {
        double[] sum = new double[1];
        graph.forEach(
                (above, below, weight) -> sum[0] += ranking.positionOf(above) > ranking.positionOf(below) ? weight : 0);
        return sum[0];
    }

    @Override
    public boolean isAdditive() {
        return false;
    }

    @Override
    public Optional<UtilityRange> netRange(int mostItems) {
        return Optional.empty();
    }

    @Override
    public String text() {
        return "preference graphs";
    }
}
