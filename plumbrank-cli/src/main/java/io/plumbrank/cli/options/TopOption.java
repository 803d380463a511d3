package io.plumbrank.cli.options;

import io.plumbrank.cli.output.OutputFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many features are printed. */
public final class TopOption {
    private static final int IN_A_TABLE = 10;

    @Option(
            names = "--top",
            paramLabel = "K",
            description = "Only the first K features; default " + IN_A_TABLE + " in a table, all in json and csv.")
    @Nullable
    Integer top;

    /** The largest number of features to print. */
    public int most(CommonOptions common) {
        if (top != null && top < 1) {
            throw common.usage("--top must be at least 1, got " + top);
        }
        return top != null ? top : common.format == OutputFormat.TABLE ? IN_A_TABLE : Integer.MAX_VALUE;
    }
}
