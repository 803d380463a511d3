package io.plumbrank.learn.instances;

import java.io.Serializable;

/** A loss of some of the targets of a row, {@code size} from {@code from} on, one of several to choose from. */
public record Variant(int number, InstanceLoss loss, int from, int size) implements Serializable {
    /** Stands for a variant where rows of pairs have scores of their own, to be sorted by. */
    public static final Variant SORTED = new Variant(-1, InstanceLoss.leastSquares("squared"), 0, 1);

    /** A copy with its place among other variants. */
    public Variant numbered(int other) {
        return new Variant(other, loss, from, size);
    }
}
