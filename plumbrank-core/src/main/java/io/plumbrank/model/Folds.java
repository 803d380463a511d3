package io.plumbrank.model;

import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import org.jspecify.annotations.Nullable;

/**
 * Which fold an instance is in, by its number in the file: as good as drawn at random unless the file has a period, and the
 * first instances go round, so that every fold gets one.
 *
 * @param count how many folds, at least 2
 */
record Folds(int count, long seed) {
    Folds {
        if (count < 2) {
            throw new IllegalArgumentException("folds must be at least 2, got " + count);
        }
    }

    /** The fault of data of which some fold, or all, weigh nothing. */
    static InputException tooFew(QuerySource data, long queries, @Nullable Folds folds) {
        return new InputException(
                data.file().toString(),
                0,
                queries + " queries, too few of them with a positive weight",
                folds == null
                        ? "at least one with a positive weight"
                        : "at least one with a positive weight in each of the " + folds.count
                                + " folds (--folds), or a file for --valid");
    }

    int of(long instance) {
        long mixed = (instance + seed) * 0x9E3779B97F4A7C15L;
        return instance < count ? (int) instance : (int) Long.remainderUnsigned(mixed ^ (mixed >>> 32), count);
    }
}
