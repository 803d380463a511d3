package io.plumbrank.target;

import io.plumbrank.data.Ranking;
import java.util.Optional;
import java.util.function.Function;

/** The weights of the labels that something else carries. */
record LabelledPairs<Q, Y>(Pairs<Y> pairs, Function<Q, Y> label) implements Pairs<Q> {

    @Override
    public int items(Q carrier) {
        return pairs.items(label.apply(carrier));
    }

    @Override
    public void netWeightsInto(Q carrier, double[] net) {
        pairs.netWeightsInto(label.apply(carrier), net);
    }

    @Override
    public void differencesInto(Q carrier, double[] differences) {
        pairs.differencesInto(label.apply(carrier), differences);
    }

    @Override
    public void differencesInto(Q carrier, int[] some, double[] differences) {
        pairs.differencesInto(label.apply(carrier), some, differences);
    }

    @Override
    public int[] classes(Q carrier) {
        return pairs.classes(label.apply(carrier));
    }

    @Override
    public double totalWeight(Q carrier) {
        return pairs.totalWeight(label.apply(carrier));
    }

    @Override
    public double contradicted(Q carrier, Ranking ranking) {
        return pairs.contradicted(label.apply(carrier), ranking);
    }

    @Override
    public boolean isAdditive() {
        return pairs.isAdditive();
    }

    @Override
    public Optional<UtilityRange> netRange(int mostItems) {
        return pairs.netRange(mostItems);
    }

    @Override
    public String text() {
        return pairs.text();
    }
}
