package io.plumbrank.learn.instances;

import java.io.Serializable;

/**
 * Which fold an instance is in, by its number in the file: as good as drawn at random unless the file has a period, and the
 * first instances go round, so that every fold gets one.
 *
 * @param count how many folds, from 2 to {@value #MOST}
 */
public record Folds(int count, long seed) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Sums are kept for each, before it is known how many instances there are. */
    private static final int MOST = 10_000;

    public Folds {
        requireCount(count);
    }

    public static void requireCount(int count) {
        if (count < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + count);
        }
        if (count > MOST) {
            throw new IllegalArgumentException("folds must be at most " + MOST + ", got " + count);
        }
    }

    /** The fold of an instance, from 0. */
    public int of(long instance) {
        long mixed = (instance + seed) * 0x9E3779B97F4A7C15L;
        return instance < count ? (int) instance : (int) Long.remainderUnsigned(mixed ^ (mixed >>> 32), count);
    }
}
