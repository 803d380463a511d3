package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.PreferenceGraph;
import io.plumbrank.data.Ranking;
import java.util.Arrays;

/** Weights as a preference graph gives them. In O(edges + r) unless there are more numbers to write. */
record GraphPairs(PreferenceGraph graph) implements Pairs {

    @Override
    public int items() {
        return graph.items();
    }

    @Override
    public void netWeightsInto(double[] net) {
        Arrays.fill(net, 0, graph.items(), 0);
        graph.forEach((above, below, weight) -> {
            net[above] += weight;
            net[below] -= weight;
        });
    }

    @Override
    public void differencesInto(double[] differences) {
        int r = graph.items();
        Arrays.fill(differences, 0, PairIndex.STRICT.size(r), 0);
        graph.forEach((above, below, weight) ->
                differences[PairIndex.STRICT.of(above, below, r)] += above < below ? weight : -weight);
    }

    /** Items with a preference are classes of their own; all others are one. */
    @Override
    public int[] classes() {
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
    public double[][] differencesOfClasses() {
        int[] classes = classes();
        int count = Arrays.stream(classes).max().orElse(-1) + 1;
        double[][] net = new double[count][count];
        graph.forEach((above, below, weight) -> {
            net[classes[above]][classes[below]] += weight;
            net[classes[below]][classes[above]] -= weight;
        });
        return net;
    }

    @Override
    public double totalWeight() {
        return graph.totalWeight();
    }

    @Override
    public double contradicted(Ranking ranking) {
        double[] sum = new double[1];
        graph.forEach(
                (above, below, weight) -> sum[0] += ranking.positionOf(above) > ranking.positionOf(below) ? weight : 0);
        return sum[0];
    }
}
