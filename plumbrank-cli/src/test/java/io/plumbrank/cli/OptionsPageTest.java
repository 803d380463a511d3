package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.HelpGroups;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Holds {@code docs/reference/options.md} to the command's own model. {@code -Ddocs.update=true} writes the page anew.
 */
class OptionsPageTest {
    private static final Path PAGE = Path.of("docs", "reference", "options.md");

    @Test
    void thePageListsEveryOptionOfEveryCommand() throws IOException {
        String page = page();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, page);
        }
        assertThat(Files.readString(PAGE)).isEqualTo(page);
    }

    @Test
    void everyOptionOfTrainHasSomebodyWhoNeedsIt() throws IOException {
        String needs = Files.readString(Path.of("docs", "reference", "train-options.md"));
        CommandSpec train = Objects.requireNonNull(
                        Main.configure(Commands.forArguments()).getSubcommands().get("train"))
                .getCommandSpec();
        assertThat(train.options())
                .filteredOn(
                        option -> !everywhere(option) && !option.longestName().equals("--help-all"))
                .extracting(OptionSpec::longestName)
                .allSatisfy(name -> assertThat(needs).contains("`" + name));
    }

    private static String page() {
        StringBuilder page = new StringBuilder("""
                # Options

                *For people who look up one option. `plumbrank COMMAND --help` prints the same in the terminal.*

                The page is generated from the command. Every command also takes `--help`, `--version` and `--stacktrace`.
                """);
        CommandLine main = Main.configure(Commands.forArguments());
        main.getSubcommands().values().stream().distinct().forEach(command -> {
            CommandSpec spec = command.getCommandSpec();
            if (!spec.name().equals("help")) {
                page.append("\n## ").append(spec.name()).append("\n\n");
                page.append(text(spec.usageMessage().description())).append('\n');
                HelpGroups.of(spec)
                        .forEach((group, options) -> table(
                                group,
                                options.stream()
                                        .filter(option -> !everywhere(option))
                                        .toList(),
                                page));
            }
        });
        return page.toString();
    }

    private static boolean everywhere(OptionSpec option) {
        return List.of("--help", "--version", "--stacktrace").contains(option.longestName());
    }

    private static void table(String heading, List<OptionSpec> options, StringBuilder page) {
        if (options.isEmpty()) {
            return;
        }
        page.append("\n**").append(heading).append("**\n");
        page.append("\n| option | meaning |\n| --- | --- |\n");
        for (OptionSpec option : options) {
            String name = option.longestName() + (option.arity().max() > 0 ? " " + option.paramLabel() : "");
            page.append("| `").append(name.replace("|", "\\|")).append("` | ");
            page.append(text(option.description()).replace("|", "\\|")).append(" |\n");
        }
    }

    private static String text(String[] lines) {
        return String.join(" ", lines).replace("%n", " ").replace("%%", "%").replace("${DEFAULT-VALUE}", "the default");
    }
}
