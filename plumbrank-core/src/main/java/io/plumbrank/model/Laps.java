package io.plumbrank.model;

import java.util.Map;

/** Writes down how long the parts of training take. */
final class Laps {
    private Laps() {}

    /** Notes the time since {@code start} and returns when the next part starts. */
    static long lap(Map<String, Double> seconds, String what, long start) {
        long now = System.nanoTime();
        seconds.merge(what, (now - start) / 1e9, Double::sum);
        return now;
    }
}
