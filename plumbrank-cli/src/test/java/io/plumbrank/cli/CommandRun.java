package io.plumbrank.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** What a command did: exit code, standard output and standard error. */
record CommandRun(int exit, String out, String err) {

    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine main = Main.configure(new CommandLine(new Main()))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err));
        int exit = Main.run(main, args);
        return new CommandRun(exit, out.toString(), err.toString());
    }
}
