package io.plumbrank.model;

import io.plumbrank.data.Absent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the features of a model of another tool are in data of ours. XGBoost and LightGBM do not tell whether they were trained on
 * text, whose features count from 1, or on an array, whose columns count from 0: the base says it.
 *
 * @param names what the tool calls them; empty where its file does not tell
 * @param base 1 where numbers are those of LETOR text, 0 where column 0 is feature 1 of the text, null where nobody said
 * @param absent what a row of text leaves out
 * @param columns whether data are columns, by name or in order, and not text
 */
public record ImportedFeatures(List<String> names, @Nullable Integer base, boolean columns, Absent absent) {
    /** RankLib reads nothing but text, and what a line leaves out as 0. */
    public static final ImportedFeatures OF_TEXT = new ImportedFeatures(List.of(), 1, false, Absent.ZERO);

    public ImportedFeatures {
        names = List.copyOf(names);
    }

    public static ImportedFeatures unsaid(List<String> names, Absent absent) {
        return new ImportedFeatures(names, null, false, absent);
    }

    public ImportedFeatures withBase(int said) {
        return new ImportedFeatures(names, said, columns, absent);
    }

    public ImportedFeatures inColumns() {
        return new ImportedFeatures(names, base, true, absent);
    }

    /** Whether its numbers are those of text, so that it does not tell how many there are. */
    public boolean isOfText() {
        return names.isEmpty() && base != null && base == 1 && !columns;
    }

    public boolean isUnsaid() {
        return base == null && !columns;
    }

    /** Whether feature j + 1 of text is what the model calls j. */
    public boolean isShifted() {
        return base != null && base == 0 && !columns;
    }
}
