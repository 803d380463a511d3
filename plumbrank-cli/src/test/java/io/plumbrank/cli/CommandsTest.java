package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandsTest {
    @Test
    void aCommandIsSetUpAlone() {
        for (String name : Commands.forArguments().getSubcommands().keySet()) {
            if (!name.equals("help")) {
                assertThat(Set.copyOf(Commands.forArguments(name, "--measures", "x")
                                .getSubcommands()
                                .values()))
                        .hasSize(1);
            }
        }
        assertThat(Commands.forArguments("--version").getSubcommands()).isEmpty();
    }

    /** Start-up is mostly loading of classes, so it is held by which are loaded. */
    @Test
    void theVersionLoadsNoCommandAndACommandLoadsNoOther() throws IOException, InterruptedException {
        assertThat(commandsLoadedBy("--version")).isEmpty();
        assertThat(commandsLoadedBy("explain", "--help")).containsExactly("theory.ExplainCommand");
    }

    private static List<String> commandsLoadedBy(String... args) throws IOException, InterruptedException {
        OtherJvm run = OtherJvm.run(List.of("-Xlog:class+load:stderr"), List.of(args));
        assertThat(run.exit()).as(run.err()).isZero();
        return Pattern.compile("io\\.plumbrank\\.cli\\.(\\w+\\.\\w+Command) ")
                .matcher(run.err())
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** What the user sees is the same as if all were set up. */
    @ParameterizedTest
    @ValueSource(strings = {"train", "eval", "explain", "serve", "loss"})
    void helpAndMistakesDoNotDependOnTheOthers(String name) {
        CommandLine alone = Objects.requireNonNull(
                Commands.forArguments(name).getSubcommands().get(name));
        CommandLine among =
                Objects.requireNonNull(Commands.forArguments().getSubcommands().get(name));
        assertThat(alone.getUsageMessage()).isEqualTo(among.getUsageMessage());
        assertThat(alone.getCommandSpec().optionsMap().keySet())
                .isEqualTo(among.getCommandSpec().optionsMap().keySet());
        assertThat(CommandRun.of("eval", "--mesures").err()).contains("did you mean '--measures'");
        assertThat(CommandRun.of("evall").err()).contains("did you mean 'eval'");
    }
}
