package io.plumbrank.cli;

import io.plumbrank.cli.CompletionCommand.Shell;
import io.plumbrank.cli.options.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual in the format of man(1), a page per command, from the model that {@code --help} prints. */
final class ManualPages {
    private static final String EXIT_CODES = """
            .SH EXIT STATUS
            .TP
            0
            done
            .TP
            1
            the answer is no, where a command asks a question
            .TP
            2
            bad usage or bad input
            .TP
            3
            a resource is missing
            .TP
            70
            a bug
            """;

    private ManualPages() {}

    /** Writes the pages and the scripts of all shells below a folder, where a distribution of Linux has them below {@code share}. */
    public static void main(String[] args) throws IOException {
        Path share = Path.of(args[0]);
        Path manual = Files.createDirectories(share.resolve("man/man1"));
        for (Map.Entry<String, String> page : pages().entrySet()) {
            Files.writeString(manual.resolve(page.getKey() + ".1"), page.getValue());
        }
        Map<Shell, String> places = Map.of(
                Shell.bash, "bash-completion/completions/plumbrank",
                Shell.zsh, "plumbrank/completion.zsh",
                Shell.fish, "fish/vendor_completions.d/plumbrank.fish");
        for (Map.Entry<Shell, String> place : places.entrySet()) {
            Path file = share.resolve(place.getValue());
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, CompletionCommand.script(place.getKey()));
        }
    }

    /** The pages by name, such as plumbrank-train. */
    static Map<String, String> pages() {
        CommandLine main = Commands.forArguments();
        Map<String, String> pages = new TreeMap<>();
        pages.put("plumbrank", page(main, "plumbrank"));
        Set<CommandLine> commands = new LinkedHashSet<>(main.getSubcommands().values());
        for (CommandLine command : commands) {
            String name = "plumbrank-" + command.getCommandSpec().name();
            pages.put(name, page(command, name));
        }
        return pages;
    }

    private static String page(CommandLine command, String name) {
        CommandSpec spec = command.getCommandSpec();
        String description = joined(spec.usageMessage().description());
        StringBuilder page = new StringBuilder();
        page.append(".TH ").append(escaped(name.toUpperCase(Locale.ROOT))).append(" 1 \"\" \"");
        page.append(escaped(Version.program())).append("\" \"Plumbrank\"\n.nh\n.SH NAME\n");
        page.append(escaped(name)).append(" \\- ").append(line(description)).append('\n');
        Help help = command.getHelpFactory().create(spec, Help.defaultColorScheme(Ansi.OFF));
        page.append(".SH SYNOPSIS\n.nf\n").append(verbatim(help.synopsis(0))).append(".fi\n");
        page.append(".SH DESCRIPTION\n").append(line(description)).append('\n');
        commands(command, page);
        List<ArgSpec> loose = new ArrayList<>(spec.positionalParameters());
        spec.options().stream().filter(option -> option.group() == null).forEach(loose::add);
        arguments(page, "OPTIONS", loose);
        for (ArgGroupSpec group : spec.argGroups()) {
            List<ArgSpec> members = new ArrayList<>(group.allOptionsNested());
            String heading = group.heading();
            arguments(
                    page,
                    heading == null
                            ? "MORE OPTIONS"
                            : heading.replaceAll("%n|:", "").strip(),
                    members);
        }
        footer(spec.usageMessage().footer(), page);
        page.append(EXIT_CODES).append(".SH SEE ALSO\n");
        page.append(escaped(name.equals("plumbrank") ? "plumbrank-train" : "plumbrank"))
                .append("(1)\n");
        return page.toString();
    }

    private static void commands(CommandLine main, StringBuilder page) {
        if (main.getSubcommands().isEmpty()) {
            return;
        }
        page.append(".SH COMMANDS\n");
        Set<CommandLine> commands = new LinkedHashSet<>(main.getSubcommands().values());
        for (CommandLine command : commands) {
            CommandSpec spec = command.getCommandSpec();
            page.append(".TP\n\\fBplumbrank\\-").append(escaped(spec.name())).append("\\fR(1)\n");
            page.append(line(joined(spec.usageMessage().description()))).append('\n');
        }
    }

    private static void arguments(StringBuilder page, String heading, List<ArgSpec> arguments) {
        List<ArgSpec> shown = arguments.stream().filter(one -> !one.hidden()).toList();
        if (shown.isEmpty()) {
            return;
        }
        page.append(".SH ").append(escaped(heading.toUpperCase(Locale.ROOT))).append('\n');
        for (ArgSpec argument : shown) {
            page.append(".TP\n").append(title(argument)).append('\n');
            page.append(line(joined(argument.description()))).append('\n');
        }
    }

    private static String title(ArgSpec argument) {
        String label = argument.arity().max() > 0 ? argument.paramLabel() : "";
        if (argument instanceof PositionalParamSpec) {
            return "\\fI" + escaped(label) + "\\fR";
        }
        String names = List.of(((OptionSpec) argument).names()).stream()
                .map(name -> "\\fB" + escaped(name) + "\\fR")
                .collect(Collectors.joining(", "));
        return names + (label.isEmpty() ? "" : "=\\fI" + escaped(label) + "\\fR");
    }

    /** The last lines of help: 'Examples:' is a section, and what follows it stays line by line. */
    private static void footer(String[] lines, StringBuilder page) {
        boolean open = false;
        for (String text : lines) {
            String plain = text.replace("%%", "%").replace("%n", "");
            if (plain.matches("Examples?:")) {
                page.append(open ? ".fi\n" : "").append(".SH EXAMPLES\n.nf\n");
                open = true;
            } else if (open || !plain.isBlank()) {
                if (!open) {
                    page.append(".SH NOTES\n.nf\n");
                    open = true;
                }
                page.append(verbatim(plain + "\n"));
            }
        }
        page.append(open ? ".fi\n" : "");
    }

    private static String joined(String[] lines) {
        return String.join(" ", lines).replace("%n", " ").replace("%%", "%");
    }

    private static String verbatim(String text) {
        return text.lines().map(one -> line(one) + "\n").collect(Collectors.joining());
    }

    /** A line of text, which no point or apostrophe at its beginning makes a request. */
    private static String line(String text) {
        return (text.matches("(?s)[.'…].*") ? "\\&" : "") + escaped(text);
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\e")
                .replace("-", "\\-")
                .replace("'", "\\(aq")
                .replace("…", "...");
    }
}
