package io.plumbrank.cli.options;

import io.plumbrank.measure.MeasureSpec;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Preferences that were observed, in place of grades. */
public final class PreferenceOption {
    @Option(
            names = "--preferences",
            paramLabel = "FILE",
            description =
                    "Observed preferences, in place of labels, for the measure pd: CSV of query,better,worse,weight (plain or"
                            + " .gz); items by name, or by number in their query; without weight each counts 1.")
    @Nullable
    public Path file;

    /** The measure over what the labels are. */
    public MeasureSpec measure(MeasureSpec spec, CommonOptions common) {
        if (file == null) {
            if (spec.takesPreferences()) {
                throw common.usage("'" + spec.typed() + "' is over observed preferences: give --preferences");
            }
            return spec;
        }
        try {
            return spec.overPreferences();
        } catch (IllegalArgumentException e) {
            throw common.usage("--preferences: " + e.getMessage());
        }
    }
}
