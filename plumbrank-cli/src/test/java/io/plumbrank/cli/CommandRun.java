package io.plumbrank.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
        return of(new CommandLine(new Main()), args);
    }

    /** The same without the other commands, which take longer to set up than most commands take to run. */
    static CommandRun alone(String... given) {
        String[] args = linear(given);
        for (Class<?> command : Main.class.getAnnotation(Command.class).subcommands()) {
            if (command.getAnnotation(Command.class).name().equals(args[0])) {
                return of(new CommandLine(command), Arrays.copyOfRange(args, 1, args.length));
            }
        }
        throw new IllegalArgumentException("no command " + args[0]);
    }

    private static CommandRun of(CommandLine command, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Main.configure(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exit = Main.run(command, args);
        return new CommandRun(exit, out.toString(), err.toString());
    }
}
