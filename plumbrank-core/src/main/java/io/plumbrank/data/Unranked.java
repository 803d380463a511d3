package io.plumbrank.data;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a vote says about the items that it leaves out. */
public enum Unranked {
    /** Nothing: the voter may not know them. */
    IGNORE,
    /** That they come after all items that it ranks, tied with each other. */
    BOTTOM;

    /** The name on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The convention of that name.
     *
     * @throws IllegalArgumentException if there is none; the message lists the names
     */
    public static Unranked named(String text) {
        return Arrays.stream(values())
                .filter(value -> value.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no convention '" + text + "' for unranked items, there is "
                        + Arrays.stream(values()).map(Unranked::text).collect(Collectors.joining(", "))));
    }
}
