package io.plumbrank.task;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.measure.MeasureSpec;

/** A task whose predictions are rankings, judged by a measure of rankings. */
public interface MeasuredTask<I extends Instance> extends Task<I> {
    MeasureSpec measure();

    @Override
    default String measureName() {
        return measure().typed();
    }

    @Override
    default boolean largerIsBetter() {
        return measure().largerIsBetter();
    }

    @Override
    default int outputs() {
        return 1;
    }
}
