package io.plumbrank.learn.instances;

/**
 * Which instances each fit does not see, so that it can be judged on them.
 *
 * @param <I> the type of instances
 */
public sealed interface Holdout<I extends Instance> {
    /** Those of another file. */
    record InFile<I extends Instance>(Instances<I> instances) implements Holdout<I> {}

    /** Those of each fold in turn. */
    record InFolds<I extends Instance>(Folds folds) implements Holdout<I> {}

    /** Each instance in turn, where it takes no further fit: for one row each and least squares, and for forests. */
    record EachRow<I extends Instance>() implements Holdout<I> {}
}
