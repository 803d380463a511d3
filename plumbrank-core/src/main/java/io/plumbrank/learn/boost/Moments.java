package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Summable;

/**
 * Of targets.
 *
 * @param sums weighted, of each output
 * @param weight of all rows
 * @param least weight of a row
 * @param most weight of a row
 */
record Moments(DoubleSums sums, double weight, float least, float most) implements Summable<Moments> {
    private static final long serialVersionUID = 1;

    @Override
    public Moments plus(Moments other) {
        return new Moments(
                sums.plus(other.sums), weight + other.weight, Math.min(least, other.least), Math.max(most, other.most));
    }
}
