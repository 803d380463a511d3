package io.plumbrank.learn.boost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes sure of features that are said to be the levels of a category: two values with the same threshold, and one of them in a row. */
final class Categories {
    private static final int CHUNK = 1 << 12;

    private Categories() {}

    /** The features of each category that have rows, where these are at least two. */
    static List<int[]> of(BinnedRows rows, List<int[]> wanted, Workers workers) {
        Cuts cuts = rows.cuts();
        List<int[]> categories = new ArrayList<>();
        for (int[] features : wanted) {
            int[] own = Arrays.stream(features)
                    .filter(feature -> cuts.bins(feature) > 1)
                    .toArray();
            if (own.length > 1
                    && Arrays.stream(own)
                            .allMatch(feature ->
                                    cuts.bins(feature) == 2 && cuts.threshold(feature, 0) == cuts.threshold(own[0], 0))
                    && isExclusive(rows, own, workers)) {
                categories.add(own);
            }
        }
        return categories;
    }

    private static boolean isExclusive(BinnedRows rows, int[] features, Workers workers) {
        AtomicBoolean twice = new AtomicBoolean();
        workers.ranges(rows.rows(), CHUNK, (from, to) -> {
            for (int row = from; row < to && !twice.get(); row++) {
                int levels = 0;
                for (int feature : features) {
                    levels += rows.code(feature, row);
                }
                if (levels > 1) {
                    twice.set(true);
                }
            }
        });
        return !twice.get();
    }
}
