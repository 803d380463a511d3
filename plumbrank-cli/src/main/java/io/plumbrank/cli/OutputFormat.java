package io.plumbrank.cli;

import java.util.Locale;

/** What {@code --format} takes. */
enum OutputFormat {
    /** Aligned, for people. */
    TABLE,
    /** One document. */
    JSON,
    /** For spreadsheets and scripts. */
    CSV;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
