package io.plumbrank.learn.instances;

import java.util.LinkedHashMap;
import java.util.Map;

/** Writes down how long the parts of some work take. One thread. */
public final class Laps {
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private long start = System.nanoTime();

    /** The time since the last lap, or since the beginning, went into this part. */
    public void lap(String part) {
        long now = System.nanoTime();
        seconds.merge(part, (now - start) / 1e9, Double::sum);
        start = now;
    }

    /** The time since the last lap went into something else. */
    public void skip() {
        start = System.nanoTime();
    }

    /** By part, in the order in which they were first named. */
    public Map<String, Double> seconds() {
        return seconds;
    }
}
