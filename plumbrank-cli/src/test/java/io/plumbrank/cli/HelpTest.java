package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.HelpGroups;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
    private static List<String> optionsShown(String help) {
        return Pattern.compile("(?m)^ {1,6}(?:-\\w, )?(--[\\w-]+)")
                .matcher(help)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    @Test
    void helpOfTrainShowsSevenOptionsAndAnExamplePerTask() {
        String help = CommandRun.of("train", "--help").out();
        assertThat(optionsShown(help))
                .containsExactly("--train", "--valid", "--measure", "--loss-matrix", "--ranking", "--for", "--out");
        assertThat(help.lines().filter(line -> line.startsWith("  plumbrank train ")))
                .hasSize(6);
        assertThat(help).contains("--help-all", "--ranking by_", "--loss-matrix costs.csv", "--preferences clicks.csv");
    }

    @Test
    void helpAllShowsEveryOptionOfTrainOnceInGroups() {
        CommandLine train = Objects.requireNonNull(
                Commands.forArguments("train").getSubcommands().get("train"));
        CommandSpec spec = train.getCommandSpec();
        CommandRun run = CommandRun.of("train", "--help-all");
        assertThat(run.exit()).isEqualTo(Exit.DONE);
        assertThat(optionsShown(run.out()))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(spec.options().stream()
                        .filter(option -> !option.hidden())
                        .map(OptionSpec::longestName)
                        .toList());
        assertThat(HelpGroups.of(spec).keySet())
                .containsExactly("Task", "Data", "Model", "Choosing", "Output", "Common");
        assertThat(run.out()).contains("Surrogates (--surrogate)");
    }

    /** A typo lists the values and names the option. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--measure ndcg --model tres            | --model is auto, linear, fourier, kernel, trees or forest | trees",
                "--measure ndcg --normalize globl       | --normalize is none, global or query                      | global",
                "--measure ndcg --model trees --engine xgbost | --engine is own or xgboost                          | xgboost",
                "--measure ndcg --surrogate logistc     | --surrogate: unknown surrogate 'logistc'                  | logistic",
                "--measure ndgc                         | measure 'ndgc': unknown name 'ndgc'                       | ndcg",
                "--measure ndcg(gan=exp2)               | unknown key 'gan'                                         | gain",
                "--loss-matrix ordnal(n=4)              | --loss-matrix: unknown loss 'ordnal'                      | ordinal"
            })
    void aTypoInAValueListsTheValues(String options, String message, String meant) {
        CommandRun run = CommandRun.of(Stream.of("train --train examples/ranking/train.txt --out x.json", options)
                .flatMap(words -> Stream.of(words.split(" ")))
                .toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).contains(message, "did you mean '" + meant + "'?");
        assertThat(run.err().split(Pattern.quote(", "))).hasSizeGreaterThan(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--measure kendall --ranking by_ --missing lable       | --missing: .* label, random, bottom, auto",
                "--measure kendall --ranking by_ --surrogate par       | --surrogate: .* auto, pairs or squared",
                "--measure kendall --ranking by_ --decoder exct        | --decoder: .*exact",
                "--loss-matrix examples/triage/costs.csv --surrogate x | --surrogate: .* squared, logistic or auto",
                "--loss-matrix examples/triage/costs.csv --surrogate logistic --model linear --calibrate x"
                        + "| --calibrate: .* none, temperature or isotonic",
                "--measure ndcg --model auto --budget soon             | --budget: .* 90s, 10m or 1h"
            })
    void aWrongValueIsNamedWithItsOption(String options, String message) {
        CommandRun run =
                CommandRun.of(Stream.of("train --train examples/triage/train.csv --out x.json", options.strip())
                        .flatMap(words -> Stream.of(words.split(" ")))
                        .toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).hasLineCount(1).containsPattern("^plumbrank: " + message);
    }
}
