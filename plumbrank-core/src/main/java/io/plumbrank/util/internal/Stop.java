package io.plumbrank.util.internal;

import java.util.function.Consumer;

/** Leaves a visit when its head is all that is wanted; a visitor has no other way to stop. */
public final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Stop() {
        super(null, null, false, false);
    }

    /** Visits until the visitor throws what it is given, or to the end. */
    public static void visiting(Consumer<Stop> visit) {
        Stop stop = new Stop();
        try {
            visit.accept(stop);
        } catch (Stop e) {
            if (!e.equals(stop)) {
                throw e;
            }
        }
    }
}
