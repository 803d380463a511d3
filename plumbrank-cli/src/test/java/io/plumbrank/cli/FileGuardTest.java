package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.cli.options.Exit;
import io.plumbrank.cli.options.FileOption;
import io.plumbrank.learn.Checkpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** No command replaces what it reads, whatever name the file goes by. */
class FileGuardTest {
    @TempDir
    static Path folder;

    private static String model = "";

    @BeforeAll
    static void writeFiles() throws IOException {
        GeneratedData.write(folder);
        model = path("model.json");
        assertThat(CommandRun.of(
                                "train",
                                "--measure",
                                "ndcg@10",
                                "--lambda",
                                "1",
                                "--train",
                                path("queries.txt"),
                                "--out",
                                model)
                        .exit())
                .isZero();
        Files.writeString(folder.resolve("costs.csv"), "0,1,5\n1,0,1\n5,1,0\n");
        Files.createSymbolicLink(folder.resolve("symbolic.txt"), folder.resolve("queries.txt"));
        Files.createLink(folder.resolve("hard.txt"), folder.resolve("queries.txt"));
        Files.createDirectories(folder.resolve("below"));
        Files.createSymbolicLink(folder.resolve("elsewhere"), folder);
    }

    private static String path(String name) {
        return folder.resolve(name).toString();
    }

    @ParameterizedTest
    @CsvSource({"queries.txt", "symbolic.txt", "hard.txt", "below/../queries.txt", "elsewhere/queries.txt"})
    void predictDoesNotReplaceItsDataByAnyOfTheirNames(String name) throws IOException {
        String before = Files.readString(folder.resolve("queries.txt"));
        CommandRun run = CommandRun.of("predict", "--model", model, "--data", path("queries.txt"), "--out", path(name));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err())
                .contains("--out", "the same file as --data", "would replace it", "another file")
                .hasLineCount(1);
        assertThat(Files.readString(folder.resolve("queries.txt"))).isEqualTo(before);
    }

    /** A command and the output and input that are one file. */
    private static Stream<List<String>> commands() {
        return Stream.of(
                List.of("predict --model IN --data queries.txt", "--out", "--model"),
                List.of("train --measure ndcg@10 --train IN", "--out", "--train"),
                List.of("train --measure ndcg@10 --train queries.txt --valid IN", "--out", "--valid"),
                List.of(
                        "train --measure pd --surrogate pairs --train items.csv --preferences IN",
                        "--out",
                        "--preferences"),
                List.of(
                        "train --measure pd --surrogate pairs --train items.csv --preferences votes.csv"
                                + " --valid more-items.csv --valid-preferences IN",
                        "--out",
                        "--valid-preferences"),
                List.of("train --loss-matrix IN --train classes.csv", "--out", "--loss-matrix"),
                List.of(
                        "train --measure ndcg@10 --model trees --train queries.txt --valid IN --out new.json",
                        "--checkpoints",
                        "--valid"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void noOutputReplacesAnInput(List<String> line) throws IOException {
        Path file = folder.resolve("precious");
        Files.writeString(file, "precious");
        List<String> arguments = new ArrayList<>();
        for (String word : line.get(0).split(" ")) {
            boolean named = word.matches("[a-z-]+\\.(txt|csv|json)");
            arguments.add(word.equals("IN") ? file.toString() : named ? path(word) : word);
        }
        arguments.addAll(List.of(line.get(1), file.toString()));
        if (!line.get(1).equals("--out") && !arguments.contains("--out")) {
            arguments.addAll(List.of("--out", path("new.json")));
        }
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err())
                .contains(line.get(1), "the same file as " + line.get(2))
                .hasLineCount(1);
        assertThat(Files.readString(file)).isEqualTo("precious");
    }

    @Test
    void checkpointsDoNotGoWhereAnInputLies() {
        CommandRun run = CommandRun.of(
                "train",
                "--measure",
                "ndcg@10",
                "--model",
                "trees",
                "--train",
                path("queries.txt"),
                "--valid",
                path("more-queries.txt"),
                "--out",
                path("new.json"),
                "--checkpoints",
                folder.toString());
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err())
                .contains("--checkpoints", "is the directory of --train")
                .hasLineCount(1);
    }

    /** Two outputs of one name would leave one of them, whether the file is there or not and however it is spelled. */
    @ParameterizedTest
    @CsvSource({"one.json,one.json", "one.json,below/../one.json", "one.json,elsewhere/one.json"})
    void twoOutputsAreTwoFiles(String first, String second) {
        CommandRun run = CommandRun.of(
                "train",
                "--measure",
                "ndcg@10",
                "--train",
                path("queries.txt"),
                "--out",
                path(first),
                "--report",
                path(second));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("--report", "--out", "are the same file").hasLineCount(1);
        assertThat(folder.resolve("one.json")).doesNotExist();
    }

    @Test
    void aggregateDoesNotPlotOverItsResult() throws IOException {
        Files.writeString(folder.resolve("votes.txt"), "a > b\nb > c\n");
        CommandRun run = CommandRun.of(
                "aggregate", "--votes", path("votes.txt"), "--out", path("votes.svg"), "--plot", path("votes.svg"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(folder.resolve("votes.svg")).doesNotExist();
    }

    /** Solr has two files; the second is somebody else's where the first is not there. */
    @Test
    void exportReplacesNoFileThatItDidNotWrite() throws IOException {
        List<String> export = List.of("export", "--model", model, "--to", "solr", "--out", path("solr.json"));
        assertThat(CommandRun.of(export.toArray(String[]::new)).exit()).isZero();
        assertThat(CommandRun.of(export.toArray(String[]::new)).exit())
                .as("again")
                .isZero();
        List<Path> made;
        try (Stream<Path> files = Files.list(folder)) {
            made = files.filter(file -> file.getFileName().toString().startsWith("solr"))
                    .filter(file -> !file.endsWith("solr.json"))
                    .toList();
        }
        assertThat(made).isNotEmpty();
        Files.delete(folder.resolve("solr.json"));
        Files.writeString(made.get(0), "precious");
        CommandRun run = CommandRun.of(export.toArray(String[]::new));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err())
                .contains(made.get(0).getFileName().toString(), "was not exported with it")
                .hasLineCount(1);
        assertThat(Files.readString(made.get(0))).isEqualTo("precious");
    }

    @Test
    void checkpointsBesideTheModelDoNotReplaceAnInput() throws IOException {
        Path kept = Checkpoints.beside(folder.resolve("kept.json"), false).file();
        Files.createDirectories(kept.getParent());
        Files.copy(folder.resolve("queries.txt"), kept);
        CommandRun run = CommandRun.of(
                "train",
                "--measure",
                "ndcg@10",
                "--model",
                "trees",
                "--train",
                kept.toString(),
                "--valid",
                path("more-queries.txt"),
                "--out",
                path("kept.json"));
        assertThat(run.exit()).isEqualTo(Exit.BAD_INPUT);
        assertThat(run.err()).contains("checkpoints would replace").hasLineCount(1);
        assertThat(kept).hasSameTextualContentAs(folder.resolve("queries.txt"));
    }

    @Test
    void anotherFileOfTheSameBytesIsNoInput() throws IOException {
        Path copy = folder.resolve("copy.txt");
        Files.copy(folder.resolve("queries.txt"), copy);
        CommandRun run =
                CommandRun.of("predict", "--model", model, "--data", path("queries.txt"), "--out", copy.toString());
        assertThat(run.exit()).as(run.err()).isZero();
    }

    @Test
    void devicesAreWrittenAndReadAsBefore() {
        CommandRun run =
                CommandRun.of("predict", "--model", model, "--data", path("queries.txt"), "--out", "/dev/null");
        assertThat(run.exit()).as(run.err()).isZero();
    }

    /** What a new option does with its file must be said where it is declared; this list is checked by hand. */
    @Test
    void everyOptionThatNamesAFileOrDirectoryToWriteIsMarked() {
        CommandLine main = Commands.forArguments();
        List<String> unmarked = new ArrayList<>();
        main.getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .filter(option ->
                        option.type() == Path.class || option.paramLabel().matches("FILE|DIR|MODEL|L"))
                .filter(option -> !isMarkedAsWritten(option))
                .forEach(option -> unmarked.add(option.longestName()));
        assertThat(unmarked)
                .isSubsetOf(
                        "--probabilities",
                        "--decisions",
                        "--scores",
                        "--token-file",
                        "--key-store",
                        "--key-store-password-file",
                        "--train",
                        "--valid",
                        "--data",
                        "--model",
                        "--distil",
                        "--run",
                        "--qrels",
                        "--votes",
                        "--preferences",
                        "--valid-preferences",
                        "--distribution",
                        "--loss-matrix",
                        "--matrix",
                        "--level");
    }

    private static boolean isMarkedAsWritten(OptionSpec option) {
        return option.userObject() instanceof java.lang.reflect.Field field
                && field.isAnnotationPresent(FileOption.class)
                && field.getAnnotation(FileOption.class).written();
    }
}
