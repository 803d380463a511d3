package io.plumbrank.learn.instances;

import java.io.Serializable;

/**
 * One of the things that could be fitted to the same rows, of which validation chooses one.
 *
 * @param number its place among those of the task
 * @param loss what is minimised
 * @param from the first of its targets among those of a row
 * @param size how many of them it has
 */
public record Variant(int number, InstanceLoss loss, int from, int size) implements Serializable {
    /** Stands for a variant where rows of pairs have scores of their own, to be sorted by. */
    public static final Variant SORTED = new Variant(-1, InstanceLoss.leastSquares("squared"), 0, 1);

    /** A copy with its place among other variants. */
    public Variant numbered(int other) {
        return new Variant(other, loss, from, size);
    }
}
