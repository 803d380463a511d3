package io.plumbrank.cli.options;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Prepares the help of commands. */
public final class HelpTexts {
    private HelpTexts() {}

    /** Groups the options of all commands and hides those that a command refuses. */
    public static void prepare(CommandLine main) {
        for (CommandLine command : main.getSubcommands().values()) {
            HelpGroups.arrange(command);
            CommandSpec spec = command.getCommandSpec();
            Refused refused = spec.userObject().getClass().getAnnotation(Refused.class);
            if (refused == null) {
                continue;
            }
            for (String name : refused.options()) {
                OptionSpec option = spec.findOption(name);
                if (!option.hidden()) {
                    replace(
                            spec,
                            option,
                            OptionSpec.builder(option).hidden(true).build());
                }
            }
            if (refused.csv()) {
                OptionSpec format = spec.findOption("--format");
                replace(
                        spec,
                        format,
                        OptionSpec.builder(format)
                                .description(
                                        refused.markdown()
                                                ? "table, json; default table."
                                                : "table, json, md (with --model); default table.")
                                .build());
            }
        }
    }

    private static void replace(CommandSpec spec, OptionSpec option, OptionSpec other) {
        spec.remove(option);
        spec.addOption(other);
    }
}
