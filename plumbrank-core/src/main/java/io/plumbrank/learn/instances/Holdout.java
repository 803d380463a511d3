package io.plumbrank.learn.instances;

import io.plumbrank.learn.InstanceScorer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The instances that each fit does not see, so that it can be judged on them.
 *
 * @param <I> the type of instances
 */
public sealed interface Holdout<I extends Instance> {
    /** The folds that are held out in turn; null where there are none. */
    default @Nullable Folds folds() {
        return null;
    }

    /** Whether folds are held out in turn. */
    default boolean hasFolds() {
        return folds() != null;
    }

    /** The number of parts into which training instances fall: the folds, or 1. */
    default int parts() {
        Folds folds = folds();
        return folds == null ? 1 : folds.count();
    }

    /** The part of a training instance, by its number in the file; 0 where there are no folds. */
    default int part(long instance) {
        Folds folds = folds();
        return folds == null ? 0 : folds.of(instance);
    }

    /** The instances on which fits are judged, among them those of training. */
    default Instances<I> judged(Instances<I> train) {
        return train;
    }

    /** Whether fits are judged on a file of its own, so that one fit to all training instances is enough. */
    default boolean hasFile() {
        return false;
    }

    /** Whether each instance is judged by a fit without it alone. */
    default boolean leavesOutEach() {
        return false;
    }

    /** The outputs of fits for what they did not see. */
    default HeldOut heldOut(
            Supplier<? extends InstanceScorer> whole, IntFunction<? extends InstanceScorer> withoutFold) {
        return heldOut(whole, withoutFold, () -> HeldOut.by(whole.get()));
    }

    /**
     * The outputs of fits for what they did not see.
     *
     * @param whole the fit to all training instances
     * @param withoutFold the fit to all but one fold
     * @param eachLeftOut all instances, each by a fit without it
     */
    HeldOut heldOut(
            Supplier<? extends InstanceScorer> whole,
            IntFunction<? extends InstanceScorer> withoutFold,
            Supplier<HeldOut> eachLeftOut);

    /** What is expected of data that weigh too little, for a message. */
    default String enough() {
        return "at least one with a positive weight";
    }

    /** Those of another file. */
    record InFile<I extends Instance>(Instances<I> instances) implements Holdout<I> {
        @Override
        public Instances<I> judged(Instances<I> train) {
            return instances;
        }

        @Override
        public boolean hasFile() {
            return true;
        }

        @Override
        public HeldOut heldOut(
                Supplier<? extends InstanceScorer> whole,
                IntFunction<? extends InstanceScorer> withoutFold,
                Supplier<HeldOut> eachLeftOut) {
            return HeldOut.by(whole.get());
        }
    }

    /** Those of each fold in turn. */
    record InFolds<I extends Instance>(Folds folds) implements Holdout<I> {
        @Override
        public HeldOut heldOut(
                Supplier<? extends InstanceScorer> whole,
                IntFunction<? extends InstanceScorer> withoutFold,
                Supplier<HeldOut> eachLeftOut) {
            return HeldOut.by(
                    IntStream.range(0, folds.count()).mapToObj(withoutFold).toList(), folds);
        }

        @Override
        public String enough() {
            return Holdout.super.enough() + " in each of the " + folds.count()
                    + " folds: take fewer folds, or a validation file";
        }
    }

    /** Each instance in turn, where it takes no further fit: for one row each and least squares, and for forests. */
    record EachRow<I extends Instance>() implements Holdout<I> {
        @Override
        public boolean leavesOutEach() {
            return true;
        }

        @Override
        public HeldOut heldOut(
                Supplier<? extends InstanceScorer> whole,
                IntFunction<? extends InstanceScorer> withoutFold,
                Supplier<HeldOut> eachLeftOut) {
            return eachLeftOut.get();
        }
    }
}
