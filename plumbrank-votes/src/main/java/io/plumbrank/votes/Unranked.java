package io.plumbrank.votes;

import io.plumbrank.util.internal.DidYouMean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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
     * The convention of a word, whatever the case of its letters.
     *
     * @throws IllegalArgumentException if there is none, with a suggestion
     */
    public static Unranked parse(String word) {
        String wanted = word.trim().toLowerCase(Locale.ROOT);
        for (Unranked value : values()) {
            if (value.text().equals(wanted)) {
                return value;
            }
        }
        List<String> words = Arrays.stream(values()).map(Unranked::text).toList();
        throw new IllegalArgumentException("unknown convention for unranked items '" + word + "'"
                + DidYouMean.hint(wanted, words) + " (possible: " + String.join(", ", words) + ")");
    }
}
