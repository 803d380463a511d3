package io.plumbrank.measure;

import java.util.Locale;

/** The keys of measure text, in the order in which they are printed: parameters first, then conventions. */
enum Key {
    V,
    W,
    WEIGHT,
    MAX,
    GAIN,
    REL,
    TIES,
    EMPTY,
    DENOMINATOR,
    IDEAL;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
