package io.plumbrank.cli;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.OptionWords;
import io.plumbrank.cli.output.PipeOutput;
import io.plumbrank.cli.output.Texts;
import io.plumbrank.learn.trees.TreesRefusedException;
import io.plumbrank.learn.trees.TreesUnavailableException;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.DidYouMean;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ServiceConfigurationError;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into one line on standard error and an {@link Exit} code. */
final class Failures {
    private static final String NOT_LOADED =
            ": a jar is missing or damaged, or too few files may be open (ulimit -n); install"
                    + " plumbrank again, or raise the limit";

    private Failures() {}

    /** The arguments do not make a command. */
    static int usage(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String message = ("" + failure.getMessage()).replaceFirst("^Error: ", "");
        String next = "see '" + command.getCommandSpec().qualifiedName() + " --help'";
        if (failure instanceof UnmatchedArgumentException unmatched) {
            String word = unmatched.getUnmatched().get(0);
            boolean option = unmatched.isUnknownOption();
            if (!option && !command.getSubcommands().isEmpty()) {
                message = "unknown command '" + word + "'";
            }
            Set<String> known = option
                    ? command.getCommandSpec().optionsMap().keySet()
                    : command.getSubcommands().keySet();
            next = DidYouMean.nearest(word.replaceFirst("=.*", ""), known)
                    .map(nearest -> "did you mean '" + nearest + "'?")
                    .orElse(next);
        }
        String line = message.endsWith("?") ? message : message + "; " + next;
        return print(command, Exit.BAD_INPUT, line, failure);
    }

    /** The command started and failed. */
    static int execution(Throwable failure, CommandLine command) {
        if (failure instanceof InputException) {
            // as compilers print it, so that editors can jump to the line
            return printLine(command, Exit.BAD_INPUT, "" + failure.getMessage(), failure);
        }
        if (failure instanceof TreesUnavailableException) {
            return print(command, Exit.MISSING, "" + failure.getMessage(), failure);
        }
        if (failure instanceof TreesRefusedException) {
            return print(command, Exit.BAD_INPUT, "" + failure.getMessage(), failure);
        }
        if (failure instanceof ServiceConfigurationError) {
            return print(
                    command,
                    Exit.MISSING,
                    "an extension on the class path does not load: " + failure.getMessage(),
                    failure);
        }
        if (PipeOutput.isReaderGone(failure)) {
            return Exit.DONE;
        }
        if (failure instanceof IOException || failure instanceof UncheckedIOException) {
            Throwable cause = failure.getCause();
            // without a message of its own, an exception repeats its cause with the name of the class
            String message = cause != null && cause.toString().equals(failure.getMessage())
                    ? "" + cause.getMessage()
                    : "" + failure.getMessage();
            return print(command, Exit.MISSING, "input or output failed: " + message, failure);
        }
        if (failure instanceof LinkageError && !(failure instanceof ExceptionInInitializerError)) {
            return print(command, Exit.MISSING, "Java cannot load " + failure.getMessage() + NOT_LOADED, failure);
        }
        if (failure instanceof OutOfMemoryError) {
            long megabytes = Runtime.getRuntime().maxMemory() / (1 << 20);
            String message = "out of memory with " + megabytes
                    + " MB of heap; use fewer features or items, or set PLUMBRANK_JAVA_OPTS=-Xmx" + 2 * megabytes
                    + "m where the machine has that much";
            return print(command, Exit.MISSING, message, failure);
        }
        String message = "this is a bug in plumbrank: " + failure
                + "; please report it to the project's issue tracker, with the command and what --stacktrace prints";
        return print(command, Exit.BUG, message, failure);
    }

    private static int print(CommandLine command, int exit, String message, Throwable failure) {
        return printLine(command, exit, "plumbrank: " + message, failure);
    }

    private static int printLine(CommandLine command, int exit, String line, Throwable failure) {
        PrintWriter err = command.getErr();
        err.println(Texts.printable(OptionWords.in(line)));
        if (wantsStackTrace(command)) {
            failure.printStackTrace(err);
        }
        err.flush();
        return exit;
    }

    private static boolean wantsStackTrace(CommandLine command) {
        Object root = command.getCommandSpec().root().userObject();
        return (root instanceof Main main && main.stacktrace) || System.getenv("PLUMBRANK_STACKTRACE") != null;
    }
}
