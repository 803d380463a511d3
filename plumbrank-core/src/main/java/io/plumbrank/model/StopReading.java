package io.plumbrank.model;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import java.util.function.Predicate;

/** Leaves a stream when its head is all that is wanted; a visitor has no other way to stop. */
final class StopReading extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StopReading() {
        super(null, null, false, false);
    }

    /** Reads queries up to and with the first for which {@code last} holds. */
    static void at(QuerySource source, Predicate<Query> last) {
        try {
            source.visit(query -> {
                if (last.test(query)) {
                    throw new StopReading();
                }
            });
        } catch (StopReading e) {
            // as wanted
        }
    }
}
