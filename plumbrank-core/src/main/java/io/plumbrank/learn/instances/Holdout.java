package io.plumbrank.learn.instances;

import io.plumbrank.learn.InstanceScorer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The instances that each fit does not see, so that it can be judged on them: those of another file, those of each fold in turn, or
 * each instance in turn.
 *
 * @param file the instances of another file; null for training instances
 * @param folds the folds that are held out in turn; null where there are none
 */
public record Holdout<I extends Instance>(
        @Nullable Instances<I> file, @Nullable Folds folds) {

    public static <I extends Instance> Holdout<I> inFile(Instances<I> file) {
        return new Holdout<>(file, null);
    }

    public static <I extends Instance> Holdout<I> inFolds(Folds folds) {
        return new Holdout<>(null, folds);
    }

    /** Holds out each instance in turn, where it takes no further fit: for one row each and least squares, and for forests. */
    public static <I extends Instance> Holdout<I> each() {
        return new Holdout<>(null, null);
    }

    public boolean hasFolds() {
        return folds != null;
    }

    /** Whether fits are judged on a file of its own, so that one fit to all training instances is enough. */
    public boolean hasFile() {
        return file != null;
    }

    /** Whether each instance is judged by a fit without it alone. */
    public boolean leavesOutEach() {
        return folds == null && file == null;
    }

    /** The number of parts into which training instances fall: the folds, or 1. */
    public int parts() {
        return folds == null ? 1 : folds.count();
    }

    /** The part of a training instance, by its number in the file; 0 where there are no folds. */
    public int part(long instance) {
        return folds == null ? 0 : folds.of(instance);
    }

    /** The instances on which fits are judged, among them those of training. */
    public Instances<I> judged(Instances<I> train) {
        return file == null ? train : file;
    }

    /** The outputs of fits for what they did not see. */
    public HeldOut heldOut(
            Supplier<? extends InstanceScorer> whole, IntFunction<? extends InstanceScorer> withoutFold) {
        return heldOut(whole, withoutFold, () -> HeldOut.by(whole.get()));
    }

    /** The same, with {@code eachLeftOut} for instances that are held out one by one. */
    public HeldOut heldOut(
            Supplier<? extends InstanceScorer> whole,
            IntFunction<? extends InstanceScorer> withoutFold,
            Supplier<HeldOut> eachLeftOut) {
        if (folds != null) {
            return HeldOut.by(
                    IntStream.range(0, folds.count()).mapToObj(withoutFold).toList(), folds);
        }
        return file != null ? HeldOut.by(whole.get()) : eachLeftOut.get();
    }

    /** What is expected of data that weigh too little, for a message. */
    public String enough() {
        return "at least one with a positive weight"
                + (folds == null
                        ? ""
                        : " in each of the " + folds.count() + " folds: take fewer folds, or a validation file");
    }
}
