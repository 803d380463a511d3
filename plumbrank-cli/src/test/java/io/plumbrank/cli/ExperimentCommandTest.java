package io.plumbrank.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.plumbrank.cli.experiments.MovieLensReport;
import io.plumbrank.learn.Settings;
import io.plumbrank.theory.consistency.ConsistencyExperiment.Point;
import io.plumbrank.theory.movielens.MovieLensExperiment;
import io.plumbrank.theory.movielens.MovieLensExperiment.Cell;
import io.plumbrank.theory.movielens.MovieLensSetting;
import io.plumbrank.theory.movielens.Ratings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentCommandTest {
    @TempDir
    Path folder;

    /** Forty users rate most of thirty movies, which differ in quality. */
    @BeforeEach
    void write() throws IOException {
        Random random = new Random(5);
        StringBuilder items = new StringBuilder();
        StringBuilder data = new StringBuilder();
        for (int movie = 1; movie <= 30; movie++) {
            items.append(movie)
                    .append("|Film|01-Jan-19")
                    .append(60 + movie)
                    .append("||")
                    .append("|1");
            items.append("|0".repeat(18)).append('\n');
            for (int user = 1; user <= 40; user++) {
                if (random.nextInt(5) < 4) {
                    int stars = 1 + (movie + random.nextInt(15)) % 45 / 9;
                    data.append(user)
                            .append('\t')
                            .append(movie)
                            .append('\t')
                            .append(stars)
                            .append("\t0\n");
                }
            }
        }
        Files.writeString(folder.resolve("u.item"), items);
        Files.writeString(folder.resolve("u.data"), data);
    }

    private CommandRun run(String options) {
        List<String> args = new ArrayList<>(
                List.of("experiment", "movielens", "--data", folder.toString(), "--runs", "2", "--threads", "1"));
        args.addAll(List.of(options.split(" ")));
        return CommandRun.of(args.toArray(String[]::new));
    }

    @Test
    void tablesAndJsonHaveTheSameFiguresAndThePapersBesideThem() throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(run("--sizes 300,20000 --settings movie-mean,logistic,linear --format json")
                        .out());
        assertThat(json.path("rows")).hasSize(6);
        JsonNode last = json.path("rows").get(5);
        assertThat(last.path("setting").asText()).isEqualTo("linear");
        assertThat(last.path("size").asInt()).isEqualTo(20000);
        assertThat(last.path("paper").asDouble()).isEqualTo(.465);
        assertThat(json.path("rows").get(4).path("paper").isNull()).isTrue();
        assertThat(last.path("losses")).hasSize(2);
        assertThat((last.path("losses").get(0).asDouble()
                                + last.path("losses").get(1).asDouble())
                        / 2)
                .isCloseTo(last.path("mean").asDouble(), within(1e-12));
        // what else is tried changes no estimate
        CommandRun table = run("--sizes 20000 --settings linear");
        assertThat(table.exit()).isZero();
        assertThat(table.out())
                .contains(String.format(
                        Locale.ROOT,
                        "%.3f (%.3f) [0.465]",
                        last.path("mean").asDouble(),
                        last.path("standardError").asDouble()));
        int best = 0;
        int all = 0;
        for (JsonNode row : json.path("best")) {
            best += row.path("ofPaper").asInt();
            all += row.path("ofAll").asInt();
        }
        assertThat(best).isEqualTo(4);
        assertThat(all).isEqualTo(4);
        assertThat(run("--sizes 300,500 --settings movie-mean --format csv")
                        .out()
                        .lines()
                        .toList())
                .hasSize(3)
                .first()
                .asString()
                .startsWith("setting,size,mean");
    }

    @Test
    void theCurvesAreDrawn() {
        Path plot = folder.resolve("curve.svg");
        assertThat(run("--sizes 300,500 --settings movie-mean,linear --plot " + plot)
                        .exit())
                .isZero();
        assertThat(plot).content().contains("<svg");
    }

    @Test
    void curvesLieAboveTheBestOfOursAndThePapers() {
        List<List<Point>> curves = new MovieLensReport(
                        MovieLensExperiment.of(Ratings.read(folder), Settings.defaults()),
                        List.of(
                                new Cell(MovieLensSetting.LINEAR, 300, List.of(.5, .6), 0),
                                new Cell(MovieLensSetting.LINEAR, 20_000, List.of(.47, .48), 0),
                                new Cell(MovieLensSetting.TREES, 300, List.of(.49, .49), 0)))
                .curves();
        assertThat(curves).hasSize(3);
        assertThat(curves.get(0)).extracting(Point::surrogate).containsOnly("linear");
        assertThat(curves.get(0).get(1).excess()).isCloseTo(.475 - .465, within(1e-12));
        assertThat(curves.get(1)).hasSize(1);
        assertThat(curves.get(1).get(0).surrogate()).isEqualTo("linear, paper");
        assertThat(curves.get(1).get(0).excess()).isZero();
        assertThat(curves.get(2).get(0).excess()).isCloseTo(.49 - .465, within(1e-12));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--settings svm|no setting 'svm'; there are movie-mean",
                "--sizes 0|size of at least 1",
                "--plot curve.pdf|--plot writes .svg and .png",
                "--skip-bad 1|--skip-bad has no meaning here"
            })
    void whatMakesNoSenseIsRefused(String options, String message) {
        CommandRun run = run(options);
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains(message);
    }

    @Test
    void anUnknownExperimentIsNamed() {
        CommandRun run = CommandRun.of("experiment", "netflix", "--data", folder.toString());
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err()).contains("no experiment 'netflix'; it is movielens or a .toml file");
    }
}
