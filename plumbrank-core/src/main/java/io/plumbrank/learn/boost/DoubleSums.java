package io.plumbrank.learn.boost;

import io.plumbrank.learn.instances.Summable;

/** Numbers that blocks add up, in a fixed order. */
record DoubleSums(double[] values) implements Summable<DoubleSums> {
    private static final long serialVersionUID = 1;

    @Override
    public DoubleSums plus(DoubleSums other) {
        double[] sum = values.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += other.values[i];
        }
        return new DoubleSums(sum);
    }
}
