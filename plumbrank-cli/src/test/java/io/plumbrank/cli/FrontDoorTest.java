package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.plumbrank.Plumbrank;
import io.plumbrank.cli.options.Exit;
import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.Labels;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.Reading;
import io.plumbrank.model.Model;
import io.plumbrank.model.ModelFile;
import io.plumbrank.train.Trainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The library and the command are two doors to one house: the same data give the same model file. */
class FrontDoorTest {
    @TempDir
    Path folder;

    enum Door {
        MEASURE("txt", "--measure ndcg@3", Plumbrank.forMeasure("ndcg@3"), QuerySource::of),
        PAIRS("txt", "--measure pd --surrogate pairs", Plumbrank.forPairs("pd"), QuerySource::of),
        COSTS(
                "csv",
                "--loss-matrix @costs.csv --first-class 0",
                Plumbrank.forCosts(new double[][] {{0, 1, 3}, {5, 0, 1}, {9, 4, 0}}),
                file -> open(Reading.rows(Labels.numbers()), file)),
        RANKINGS(
                "rankings.csv",
                "--measure kendall --ranking L",
                Plumbrank.forLabelRankings("kendall", "L"),
                file -> open(Reading.rankings("L"), file));

        private final String data;
        private final String options;
        private final Trainer<?> trainer;
        private final Function<Path, QuerySource> opening;

        Door(String data, String options, Trainer<?> trainer, Function<Path, QuerySource> opening) {
            this.data = data;
            this.options = options;
            this.trainer = trainer;
            this.opening = opening;
        }

        private static QuerySource open(Reading reading, Path file) {
            return reading.open(file, CsvColumns.defaults(), ReadOptions.defaults());
        }

        QuerySource open(Path file) {
            return opening.apply(file);
        }
    }

    @ParameterizedTest
    @EnumSource
    void overFoldsTheLibraryGivesTheModelOfTheCommand(Door door) throws IOException {
        Path train = write(1, "train." + door.data);
        trainByCommand("--train " + train + " " + door.options);
        assertIsTheCommands(door.trainer.train(door.open(train)).model());
    }

    @ParameterizedTest
    @EnumSource
    void byAValidationFileTheLibraryGivesTheModelOfTheCommand(Door door) throws IOException {
        Path train = write(1, "train." + door.data);
        Path valid = write(2, "valid." + door.data);
        trainByCommand("--train " + train + " --valid " + valid + " " + door.options);
        assertIsTheCommands(
                door.trainer.train(door.open(train), door.open(valid)).model());
    }

    private void trainByCommand(String options) throws IOException {
        Files.writeString(folder.resolve("costs.csv"), "0,1,3\n5,0,1\n9,4,0\n");
        String command = "train " + options + " --out @command.json";
        CommandRun run = CommandRun.asTyped(command.replace("@costs", folder + "/costs")
                .replace("@command", folder + "/command")
                .split(" "));
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
    }

    private void assertIsTheCommands(Model model) {
        Path own = folder.resolve("own.json");
        ModelFile.write(model, own);
        assertThat(own).hasSameBinaryContentAs(folder.resolve("command.json"));
    }

    /** Queries of six items as LETOR text; or rows with a class, or with three labels' positions. */
    private Path write(long seed, String name) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder(
                name.endsWith("txt") ? "" : name.contains("rankings") ? "a,b,L1,L2,L3\n" : "a,b,label\n");
        for (int row = 0; row < 120; row++) {
            double a = random.nextDouble();
            double b = random.nextDouble();
            long grade = Math.round(2 * (0.7 * a + 0.3 * random.nextDouble()));
            String label = name.contains("rankings") ? a > 0.5 ? "1,2,3" : "3,1,2" : Long.toString(grade);
            text.append(
                    name.endsWith("txt")
                            ? String.format(Locale.ROOT, "%d qid:%d 1:%.3f 2:%.3f%n", grade, row / 6, a, b)
                            : String.format(Locale.ROOT, "%.3f,%.3f,%s%n", a, b, label));
        }
        return Files.writeString(folder.resolve(name), text);
    }
}
