package io.plumbrank.cli.options;

import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import java.io.PrintWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Options that every command has. */
public final class CommonOptions {
    /** More than any machine has processors, and few enough to start. */
    private static final int MOST_THREADS = 1024;

    @Spec(Target.MIXEE)
    public CommandSpec spec = CommandSpec.create();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            converter = OutputFormat.Converter.class,
            description = "table, json, csv; default ${DEFAULT-VALUE}.")
    public OutputFormat format = OutputFormat.TABLE;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Random seed; default ${DEFAULT-VALUE}.")
    public long seed;

    @Option(names = "--threads", paramLabel = "N", description = "Threads; default: all processors.")
    private @Nullable Integer threads;

    @Option(
            names = "--quiet",
            description = "Print no notes and no progress on standard error; train prints no result either.")
    public boolean quiet;

    @Option(
            names = "--skip-bad",
            paramLabel = "N",
            defaultValue = "0",
            description = "Ignore up to N bad lines of each input file; default ${DEFAULT-VALUE}.")
    private long skipBad;

    public int threads() {
        int count = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (count < 1 || count > MOST_THREADS) {
            throw usage("--threads must be from 1 to " + MOST_THREADS + ", got " + count);
        }
        return count;
    }

    private @Nullable TerminalProgress progress;

    public ReadOptions readOptions() {
        if (skipBad < 0) {
            throw usage("--skip-bad must not be negative, got " + skipBad);
        }
        return new ReadOptions(threads(), skipBad).followedBy(share -> {
            TerminalProgress follower = progress;
            if (follower != null) {
                follower.read(share);
            }
        });
    }

    /** Shows from now on how far the reading of files has come. */
    void follow(TerminalProgress follower) {
        progress = follower;
    }

    /** Refuses options that mean nothing to a command rather than ignore them. */
    public void refuse(String... options) {
        rules().meaningless(true, options);
    }

    public OptionRules rules() {
        return new OptionRules(this);
    }

    /** A mistake in the arguments that picocli cannot see. */
    public ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** A value that the library makes of the arguments; an argument that it refuses is bad usage. */
    public <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw usage("" + e.getMessage());
        }
    }

    /** The value of an option; what the library refuses is named after the option. */
    public <T> T parsed(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw usage(option + ": " + e.getMessage());
        }
    }

    /** Where results go. */
    public PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** A sentence for people on standard error. */
    public void note(String sentence) {
        if (!quiet) {
            spec.commandLine().getErr().println("note: " + Texts.printable(OptionWords.in(sentence)));
        }
    }

    /** Says how many bad lines a reading passed over, if any, and what else it met. */
    public void noteSkipped(QuerySource source) {
        if (source.skippedLines() > 0) {
            note(source.file() + ": " + source.skippedLines() + " bad lines ignored");
        }
        source.notes().forEach(this::note);
    }
}
