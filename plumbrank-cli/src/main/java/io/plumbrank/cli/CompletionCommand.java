package io.plumbrank.cli;

import io.plumbrank.cli.options.Exit;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumbrank completion}: a script that completes commands, options and files in a shell. */
@Command(
        name = "completion",
        description = "Prints a script that completes commands, options and file names in a shell.",
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  source <(plumbrank completion bash)    # in .bashrc; with zsh in .zshrc",
            "  plumbrank completion fish >~/.config/fish/completions/plumbrank.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    /** A shell, by the name of its program. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Spec
    CommandSpec spec = CommandSpec.create();

    @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
    Shell shell = Shell.bash;

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(script(shell));
        return Exit.DONE;
    }

    static String script(Shell shell) {
        CommandLine all = Commands.forArguments();
        return switch (shell) {
            // Picocli's script for bash switches zsh to completion as bash has it.
            case bash, zsh -> AutoComplete.bash("plumbrank", all);
            case fish -> FishCompletion.script(all);
        };
    }
}
