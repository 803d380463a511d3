package io.plumbrank.target.labels;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a position that is not known means in a ranking of labels. */
public enum Missing {
    /** What is known is the label: pairs that are not known cost nothing, and aim at 0. */
    LABEL,
    /**
     * There was a full ranking without ties, and some of its positions were lost without regard to it, once the features are given.
     * Each pair is fitted on the rows that know it.
     */
    RANDOM,
    /** What is known are the best few labels: those that are missing are below them, and tied. */
    BOTTOM,
    /** One of the others, by what the data look like; before training alone. */
    AUTO;

    /** The word that files and the command line use. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws IllegalArgumentException if the word has no meaning */
    public static Missing parse(String word) {
        String wanted = word.strip().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(each -> each.text().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("what is missing is "
                        + Arrays.stream(values()).map(Missing::text).collect(Collectors.joining(", ")) + ", not '"
                        + word + "'"));
    }
}
