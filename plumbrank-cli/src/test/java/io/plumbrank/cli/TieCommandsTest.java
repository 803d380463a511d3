package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.options.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files whose rows are sorted by their labels, the best item of a query first or last. */
class TieCommandsTest {
    @TempDir
    Path directory;

    /** 60 queries of 1 relevant item and 4 others; a feature has one value or two, whatever the label. */
    private String data(boolean bestLast, int values) throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        StringBuilder text = new StringBuilder();
        for (int q = 0; q < 60; q++) {
            List<String> lines = new ArrayList<>();
            for (int item = 0; item < 5; item++) {
                lines.add((item == 0 ? 1 : 0) + " qid:" + q + " 1:" + random.nextInt(values) + ".5 # d" + item + "\n");
            }
            if (bestLast) {
                Collections.reverse(lines);
            }
            lines.forEach(text::append);
        }
        return Files.writeString(directory.resolve(bestLast + "-" + values + ".txt"), text)
                .toString();
    }

    private static JsonNode json(String... arguments) throws IOException {
        CommandRun run = CommandRun.of(arguments);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return new ObjectMapper().readTree(run.out());
    }

    private String train(String measure, String data, String surrogate) {
        String model = directory.resolve(measure + surrogate + ".json").toString();
        CommandRun run =
                CommandRun.of("train", "--measure", measure, "--surrogate", surrogate, "--train", data, "--out", model);
        assertThat(run.exit()).as(run.err()).isEqualTo(Exit.DONE);
        return model;
    }

    /** One relevant among 5 items in random order: pd is 1/2, and map (1 + 1/2 + 1/3 + 1/4 + 1/5) / 5. */
    @ParameterizedTest
    @CsvSource({"pd, 0.5", "map, 0.45666666666666667"})
    void aConstantFeatureIsWorthARandomOrder(String measure, double chance) throws IOException {
        for (boolean bestLast : new boolean[] {false, true}) {
            String data = data(bestLast, 1);
            String model = train(measure, data, "pairs");
            JsonNode eval = json("eval", "--model", model, "--data", data, "--measures", measure, "--format", "json");
            assertThat(eval.at("/measures/0/mean").asDouble()).isCloseTo(chance, within(1e-12));
            assertThat(eval.at("/decoding/0/tiesAveraged").asInt()).isEqualTo(60);
            assertThat(eval.at("/decoding/0/tiesDecided").asInt()).isZero();
            JsonNode diagnosis = json("diagnose", "--model", model, "--data", data, "--format", "json");
            for (String value : List.of("value", "valueCheap", "valueSorted")) {
                assertThat(diagnosis.get(value).asDouble()).as(value).isCloseTo(chance, within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairs", "squared"})
    void predictWritesTheSameRankingsWhateverTheOrderOfTheFile(String surrogate) throws IOException {
        String model = train("map", data(false, 2), surrogate);
        String one = CommandRun.of("predict", "--model", model, "--data", data(false, 2))
                .out();
        String other = CommandRun.of("predict", "--model", model, "--data", data(true, 2))
                .out();
        assertThat(one).isNotEmpty().isEqualTo(other);
        // 60 queries in which the first line of the file, the relevant one, is on top no more often than by chance
        long onTop = one.lines().filter(line -> line.contains(" d0 1 ")).count();
        assertThat(onTop).isBetween(4L, 24L);
    }
}
