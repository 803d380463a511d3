package io.plumbrank.spark;

import io.plumbrank.util.InputException;
import org.jspecify.annotations.Nullable;

/** What goes wrong on another machine comes back wrapped in what Spark says of it; users want the line that says what to do. */
final class Faults {
    private Faults() {}

    /** The fault of the data that led to another, if there is one; else the other. */
    static RuntimeException ofUser(RuntimeException thrown) {
        @Nullable Throwable cause = thrown;
        while (cause != null) {
            if (cause instanceof InputException fault) {
                return fault;
            }
            cause = cause.getCause();
        }
        return thrown;
    }
}
