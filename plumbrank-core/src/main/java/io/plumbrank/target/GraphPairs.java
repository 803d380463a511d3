package io.plumbrank.target;

import io.plumbrank.data.Ranking;
import java.util.Arrays;
import java.util.Optional;

/** Weights as a preference graph gives them. All in O(edges + r). */
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
            differences[i * (2 * r - i - 1) / 2 + j - i - 1] = above < below ? weight : -weight;
        });
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
