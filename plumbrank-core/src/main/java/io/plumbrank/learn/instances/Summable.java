package io.plumbrank.learn.instances;

import io.plumbrank.learn.sums.BlockSums;
import java.io.Serializable;

/**
 * An immutable value that adds: what one pass over rows leaves behind. Addition need not be associative in floating
 * point; {@link BlockSums} fixes the order.
 */
public interface Summable<S extends Summable<S>> extends Serializable {
    /** The sum over the rows of both, as a new value. */
    S plus(S other);
}
