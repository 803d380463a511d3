package io.plumbrank.measure.settings;

import java.util.Locale;

/** A value that measure text writes as a word: the name of its constant in lower case, with {@code -} for {@code _}. */
public interface Word {
    String name();

    default String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
