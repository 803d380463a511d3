package io.plumbrank.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileGuard;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.cli.options.HelpGroups;
import io.plumbrank.cli.options.Refused;
import io.plumbrank.cli.options.Version;
import io.plumbrank.cli.output.OutputFormat;
import io.plumbrank.cli.output.PipeOutput;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code plumbrank}: hands over to the command that the first argument names. */
@Command(
        name = "plumbrank",
        description = "Learns, decodes and evaluates with losses that are provably true to your measure.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT)
public final class Main {

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Show the stack trace of any error (also: PLUMBRANK_STACKTRACE=1).")
    boolean stacktrace;

    Main() {}

    /** Runs one command and leaves the JVM with its {@link Exit} code. */
    public static void main(String[] args) {
        CommandLine commandLine = configure(Commands.forArguments(args));
        PipeOutput out = new PipeOutput();
        commandLine.setOut(utf8(out)).setErr(utf8(new FileOutputStream(FileDescriptor.err)));
        int code = run(commandLine, out::failure, args);
        System.exit(code);
    }

    static CommandLine configure(CommandLine commandLine) {
        return commandLine
                .setParameterExceptionHandler(Failures::usage)
                .setExecutionStrategy(Main::start)
                .registerConverter(Path.class, new FileOption.Input())
                .setExecutionExceptionHandler((failure, command, parsed) -> Failures.execution(failure, command));
    }

    private static int start(ParseResult parsed) {
        for (ParseResult at = parsed; at != null; at = at.hasSubcommand() ? at.subcommand() : null) {
            if (!at.unmatched().isEmpty()) {
                // else help would be shown for a command that does not exist
                throw new UnmatchedArgumentException(at.commandSpec().commandLine(), at.unmatched());
            }
        }
        ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        if (last.hasMatchedOption(HelpGroups.ALL)) {
            HelpGroups.printAll(last.commandSpec().commandLine());
            return Exit.DONE;
        }
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return help;
        }
        refuse(parsed);
        FileGuard.check(parsed);
        return new CommandLine.RunLast().execute(parsed);
    }

    /** Refuses what {@link Refused} names. */
    private static void refuse(ParseResult parsed) {
        for (ParseResult at = parsed; at != null; at = at.hasSubcommand() ? at.subcommand() : null) {
            CommandLine command = at.commandSpec().commandLine();
            Refused refused = at.commandSpec().userObject().getClass().getAnnotation(Refused.class);
            for (String option : refused == null ? new String[0] : refused.options()) {
                if (at.hasMatchedOption(option)) {
                    throw new ParameterException(command, option + " has no meaning here");
                }
            }
            OutputFormat format = at.hasMatchedOption("--format")
                    ? at.matchedOption("--format").getValue()
                    : OutputFormat.TABLE;
            boolean markdown = refused != null && !refused.markdown();
            if (format == OutputFormat.MD && !markdown) {
                throw new ParameterException(
                        command, "Markdown is printed by explain --model alone: --format is table, json or csv");
            }
            if (format == OutputFormat.CSV && refused != null && refused.csv()) {
                throw new ParameterException(
                        command,
                        at.commandSpec().name() + " prints table"
                                + (markdown && at.hasMatchedOption("--model") ? ", json or md" : " or json"));
            }
        }
    }

    static int run(CommandLine commandLine, String... args) {
        return run(commandLine, () -> null, args);
    }

    /** @param failure why standard output could not be written; null where it is not known */
    private static int run(CommandLine commandLine, Supplier<@Nullable IOException> failure, String... args) {
        int code;
        try {
            code = commandLine.execute(args);
        } catch (Error error) { // picocli hands exceptions to our handler, but lets errors through
            code = Failures.execution(error, commandLine);
        }
        commandLine.getErr().flush();
        if (commandLine.getOut().checkError() && !PipeOutput.isReaderGone(failure.get())) {
            IOException reason = failure.get();
            commandLine
                    .getErr()
                    .println("plumbrank: not all was written to standard output"
                            + (reason == null ? "" : ": " + reason.getMessage()));
            commandLine.getErr().flush();
            return Exit.MISSING;
        }
        return code;
    }

    /** UTF-8 whatever the locale; not through {@code System.out}, which hides that a disk is full. */
    private static PrintWriter utf8(FileOutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, UTF_8));
    }
}
