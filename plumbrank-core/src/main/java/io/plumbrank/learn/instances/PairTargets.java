package io.plumbrank.learn.instances;

import org.jspecify.annotations.Nullable;

/**
 * What a regression on the pairs of a query aims at. Items of one class, such as those with the same grade, have the same targets,
 * which makes sums over pairs cheap.
 *
 * @param classes the class of each item, from 0
 * @param alpha the target of a pair of different items, by their classes: symmetric, or antisymmetric with zeros for one class
 * @param single the target of each item on its own; null where there is none
 */
public record PairTargets(int[] classes, double[][] alpha, double @Nullable [] single) {
    /** @throws IllegalArgumentException if the instance's pairs have no targets */
    public static PairTargets of(Instance instance) {
        PairTargets targets = instance.pairs();
        if (targets == null) {
            throw new IllegalArgumentException("an instance without targets of pairs");
        }
        return targets;
    }

    /** The target of a pair. */
    public double of(int i, int j) {
        return alpha[classes[i]][classes[j]];
    }

    public int items() {
        return classes.length;
    }
}
