package io.plumbrank.target;

import io.plumbrank.data.Ranking;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A target of the labels that something else carries. */
record LabelledTarget<Q, Y>(RankingTarget<Y> target, Function<Q, Y> label) implements RankingTarget<Q> {

    @Override
    public double loss(Q carrier, Ranking ranking) {
        return target.loss(label.apply(carrier), ranking);
    }

    @Override
    public int items(Q carrier) {
        return target.items(label.apply(carrier));
    }

    @Override
    public int encodedSize(int items) {
        return target.encodedSize(items);
    }

    @Override
    public long dimension(int items) {
        return target.dimension(items);
    }

    @Override
    public int depth(int items) {
        return target.depth(items);
    }

    @Override
    public void encodeInto(Q carrier, double[] alpha) {
        target.encodeInto(label.apply(carrier), alpha);
    }

    @Override
    public String decoder() {
        return target.decoder();
    }

    @Override
    public Ranking decode(double[] u) {
        return target.decode(u);
    }

    @Override
    public int[] decodeTop(double[] u) {
        return target.decodeTop(u);
    }

    @Override
    public Optional<NoiseCondition> condition() {
        return target.condition();
    }

    @Override
    public String theorem() {
        return target.theorem();
    }

    @Override
    public OptionalDouble regretFactor(int items) {
        return target.regretFactor(items);
    }

    @Override
    public Optional<UtilityRange> utilityRange(int mostItems) {
        return target.utilityRange(mostItems);
    }

    @Override
    public String singleItemCaveat() {
        return target.singleItemCaveat();
    }

    @Override
    public List<String> notPromised() {
        return target.notPromised();
    }

    @Override
    public Guarantee guarantee() {
        return target.guarantee();
    }

    @Override
    public Guarantee guarantee(OrderPreservation surrogate, int items) {
        return target.guarantee(surrogate, items);
    }

    @Override
    public String toString() {
        return target.toString();
    }
}
