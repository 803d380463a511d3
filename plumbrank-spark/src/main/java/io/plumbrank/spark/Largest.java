package io.plumbrank.spark;

import org.apache.spark.util.AccumulatorV2;

/** The largest of some numbers that are seen on executors, 0 where there is none. A task that runs twice changes nothing. */
final class Largest extends AccumulatorV2<Integer, Integer> {
    private static final long serialVersionUID = 1;

    private int value;

    @Override
    public boolean isZero() {
        return value == 0;
    }

    @Override
    public Largest copy() {
        Largest copied = new Largest();
        copied.value = value;
        return copied;
    }

    @Override
    public void reset() {
        value = 0;
    }

    @Override
    public void add(Integer other) {
        value = Math.max(value, other);
    }

    @Override
    public void merge(AccumulatorV2<Integer, Integer> other) {
        add(other.value());
    }

    @Override
    public Integer value() {
        return value;
    }
}
