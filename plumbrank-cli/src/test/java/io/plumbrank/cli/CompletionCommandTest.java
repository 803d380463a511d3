package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The scripts in the shells themselves, and the manual in man. */
@Tag("full")
class CompletionCommandTest {
    @TempDir
    private Path folder;

    private Path script(String shell) throws IOException {
        CommandRun run = CommandRun.of("completion", shell);
        assertThat(run.exit()).as(run.err()).isZero();
        return Files.writeString(folder.resolve("plumbrank." + shell), run.out());
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    /** As the shell asks the function; compopt works only where the shell itself asks. */
    private List<String> bash(String... words) throws IOException, InterruptedException {
        String ask =
                "compopt() { :; }; source '" + script("bash") + "'; COMP_WORDS=(plumbrank " + String.join(" ", words)
                        + "); COMP_CWORD=" + words.length + "; cd '" + folder
                        + "'; _complete_plumbrank; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return lines("bash", "--noprofile", "--norc", "-c", ask);
    }

    private List<String> fish(String line) throws IOException, InterruptedException {
        String ask = "cd '" + folder + "'; source '" + script("fish") + "'; complete -C '" + line + "'";
        return lines("fish", "--no-config", "-c", ask).stream()
                .map(one -> one.replaceAll("\t.*", ""))
                .toList();
    }

    private static List<String> lines(String... command) throws IOException, InterruptedException {
        OtherJvm run = OtherJvm.ofCommand(List.of(command));
        assertThat(run.err()).isEmpty();
        return run.out().lines().toList();
    }

    @Test
    void bashCompletesCommandsOptionsValuesAndFiles() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("judged.txt"), "");
        assertThat(bash("tr")).containsExactly("train");
        assertThat(bash("ev")).containsExactly("eval");
        assertThat(bash("eval", "--qr")).containsExactly("--qrels");
        assertThat(bash("eval", "--qrels", "jud")).containsExactly("judged.txt");
        assertThat(bash("completion", "zs")).containsExactly("zsh");
    }

    @Test
    void fishCompletesCommandsOptionsValuesAndFiles() throws IOException, InterruptedException {
        assumeTrue(isInstalled("fish"), "no fish");
        Files.writeString(folder.resolve("judged.txt"), "");
        assertThat(fish("plumbrank tr")).containsExactly("train");
        assertThat(fish("plumbrank eval --qr")).containsExactly("--qrels");
        assertThat(fish("plumbrank eval --qrels jud")).contains("judged.txt");
        assertThat(fish("plumbrank eval --measures jud")).isEmpty();
        assertThat(fish("plumbrank eval --format js")).containsExactly("json");
        assertThat(fish("plumbrank completion zs")).containsExactly("zsh");
    }

    @Test
    void zshLoadsTheScriptAndCompletesByIt() throws IOException, InterruptedException {
        assumeTrue(isInstalled("zsh"), "no zsh");
        String ask = "autoload -U compinit && compinit -u -d '" + folder.resolve("dump") + "'; source '" + script("zsh")
                + "'; print $_comps[plumbrank]";
        assertThat(lines("zsh", "-f", "-c", ask)).singleElement().asString().contains("_complete_plumbrank");
    }

    @Test
    void anotherShellIsAMistakeThatNamesThese() {
        CommandRun run = CommandRun.of("completion", "tcsh");
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("bash, zsh, fish");
    }

    @Test
    void theManualHasEveryOptionAndExampleThatHelpHas() throws IOException, InterruptedException {
        assumeTrue(isInstalled("man") && isInstalled("groff"), "no man");
        ManualPages.main(new String[] {folder.toString()});
        List<CommandLine> commands =
                new ArrayList<>(Commands.forArguments().getSubcommands().values());
        for (CommandLine command : commands) {
            String name = "plumbrank-" + command.getCommandSpec().name();
            Path page = folder.resolve("man/man1/" + name + ".1");
            OtherJvm shown = OtherJvm.ofCommand(List.of(
                    "env",
                    "LC_ALL=C.UTF-8",
                    "MANWIDTH=200",
                    "MAN_KEEP_FORMATTING=",
                    "man",
                    "--warnings",
                    "-E",
                    "ascii",
                    "-l",
                    page.toString()));
            assertThat(shown.err()).as(name).isEmpty();
            assertThat(shown.out()).contains("EXIT STATUS", "bad usage or bad input");
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (!option.hidden()) {
                    assertThat(shown.out()).as(name).containsPattern(option.longestName() + "[\\s=,]");
                }
            }
            for (String line : command.getCommandSpec().usageMessage().footer()) {
                if (line.startsWith("  plumbrank")) {
                    assertThat(shown.out())
                            .contains(line.strip().replace("%%", "%").replace("…", "..."));
                }
            }
        }
    }
}
