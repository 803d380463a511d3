package io.plumbrank.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What a command did: exit code, standard output and standard error. */
record CommandRun(int exit, String out, String err) {

    static CommandRun of(String... args) {
        return asTyped(linear(args));
    }

    /** Where a test says nothing of the model that is trained, it means the linear one, which takes the least time. */
    private static String[] linear(String... args) {
        boolean open = args.length > 0
                && args[0].equals("train")
                && Arrays.stream(args).noneMatch(word -> word.startsWith("--model") || word.equals("--help"));
        return open
                ? Stream.concat(Arrays.stream(args), Stream.of("--model", "linear"))
                        .toArray(String[]::new)
                : args;
    }

    /** With every default as a user has it. */
    static CommandRun asTyped(String... args) {
        return of(Commands.forArguments(args), args);
    }

    private static CommandRun of(CommandLine command, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Main.configure(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exit = Main.run(command, args);
        return new CommandRun(exit, out.toString(), err.toString());
    }
}
