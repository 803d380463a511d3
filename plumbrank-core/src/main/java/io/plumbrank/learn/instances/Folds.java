package io.plumbrank.learn.instances;

import io.plumbrank.learn.Settings;
import java.io.Serializable;
import java.util.stream.IntStream;

/**
 * Which fold an instance is in, by its number in the file: as good as drawn at random unless the file has a period, and the
 * first instances go round, so that every fold gets one.
 */
public record Folds(int count, long seed) implements Serializable {
    private static final long serialVersionUID = 1;

    public Folds {
        Settings.requireFolds(count);
    }

    /** The numbers below {@code count} in a fold, or those of all others. */
    public int[] numbers(int count, int fold, boolean in) {
        return IntStream.range(0, count)
                .filter(number -> (of(number) == fold) == in)
                .toArray();
    }

    /** The fold of an instance, from 0. */
    public int of(long instance) {
        long mixed = (instance + seed) * 0x9E3779B97F4A7C15L;
        return instance < count ? (int) instance : (int) Long.remainderUnsigned(mixed ^ (mixed >>> 32), count);
    }
}
