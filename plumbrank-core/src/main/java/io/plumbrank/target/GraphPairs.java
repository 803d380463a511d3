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
