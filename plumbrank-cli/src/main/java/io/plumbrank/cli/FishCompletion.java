package io.plumbrank.cli;

import io.plumbrank.cli.options.FileOption;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completion in fish, which picocli does not write. */
final class FishCompletion {
    private static final String START = "complete -c plumbrank ";

    private FishCompletion() {}

    static String script(CommandLine main) {
        StringBuilder script =
                new StringBuilder("# Completion of plumbrank in fish; written by plumbrank completion fish.\n");
        for (OptionSpec option : main.getCommandSpec().options()) {
            line(script, "__fish_use_subcommand", words(option), option);
        }
        Set<CommandLine> commands = new LinkedHashSet<>(main.getSubcommands().values());
        for (CommandLine command : commands) {
            CommandSpec spec = command.getCommandSpec();
            for (String name : spec.names()) {
                script.append(START)
                        .append("-n __fish_use_subcommand -f -a ")
                        .append(name)
                        .append(" -d ")
                        .append(quoted(first(spec.usageMessage().description())))
                        .append('\n');
            }
            String given = "'__fish_seen_subcommand_from " + String.join(" ", spec.names()) + "'";
            for (OptionSpec option : spec.options()) {
                if (!option.hidden()) {
                    line(script, given, words(option), option);
                }
            }
            for (PositionalParamSpec parameter : spec.positionalParameters()) {
                line(script, given, "", parameter);
            }
        }
        return script.toString();
    }

    private static String words(OptionSpec option) {
        StringBuilder words = new StringBuilder();
        for (String name : option.names()) {
            words.append(name.startsWith("--") ? "-l " + name.substring(2) : "-s " + name.substring(1))
                    .append(' ');
        }
        return words.toString();
    }

    private static void line(StringBuilder script, String condition, String words, ArgSpec argument) {
        script.append(START).append("-n ").append(condition).append(' ').append(words);
        if (argument.arity().max() > 0) {
            script.append(namesFile(argument) ? "-r -F " : "-r -f ");
            Iterable<String> candidates = argument.completionCandidates();
            if (candidates != null) {
                script.append("-a ")
                        .append(quoted(String.join(" ", candidates)))
                        .append(' ');
            }
        }
        script.append("-d ").append(quoted(first(argument.description()))).append('\n');
    }

    private static boolean namesFile(ArgSpec argument) {
        Class<?> type = argument.isMultiValue() ? argument.auxiliaryTypes()[0] : argument.type();
        return type == Path.class
                || (argument.userObject() instanceof AnnotatedElement field
                        && field.isAnnotationPresent(FileOption.class));
    }

    /** The first sentence. */
    private static String first(String[] description) {
        String text = String.join(" ", description).replace("%%", "%").replace("%n", " ");
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end + 1);
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
