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
                    "Observed preferences instead of labels, for pd: CSV query,better,worse,weight. Items by name or number; the weight is optional.")
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
