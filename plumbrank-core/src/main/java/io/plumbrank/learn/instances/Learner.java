package io.plumbrank.learn.instances;

import java.util.Map;

/** Fits functions to instances. It knows rows, groups and vectors, and never a measure. Immutable. */
public interface Learner {
    /** @throws IllegalArgumentException if it cannot fit such instances here; checked before data are read */
    void require(Instances.Shape shape, int outputs);

    /** Fits all variants for all regularisations, to all instances and without those that are held out. */
    <I extends Instance> Fitted fit(Instances<I> instances, Plan<I> plan);

    /** Whether it can judge each row by a fit without it at the cost of one fit to all. */
    default boolean leavesOutRows() {
        return false;
    }

    /** Whether it judges each instance by what did not see it, at no further cost, so that it needs no folds. */
    default boolean judgesOutOfBag() {
        return false;
    }

    /** What it fits, in words: {@code linear}, {@code fourier(features=500,bandwidth=1.0)}, {@code trees}. */
    String text();

    /** What the user set, for the model's provenance. */
    default Map<String, String> parameters() {
        return Map.of();
    }
}
