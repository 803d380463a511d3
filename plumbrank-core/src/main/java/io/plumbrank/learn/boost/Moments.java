package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Summable;

/** Weighted sums of the targets of each output, the weight of all rows, and the least and largest weight of a row. */
record Moments(DoubleSums sums, double weight, float least, float most) implements Summable<Moments> {
    private static final long serialVersionUID = 1;

    @Override
    public Moments plus(Moments other) {
        return new Moments(
                sums.plus(other.sums), weight + other.weight, Math.min(least, other.least), Math.max(most, other.most));
    }
}
