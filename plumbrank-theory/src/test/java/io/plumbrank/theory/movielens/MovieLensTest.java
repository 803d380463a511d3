package io.plumbrank.theory.movielens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.plumbrank.learn.Progress;
import io.plumbrank.learn.Settings;
import io.plumbrank.theory.movielens.MovieLensExperiment.Cell;
import io.plumbrank.theory.movielens.Ratings.Rating;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MovieLensTest {
    private static final int USERS = 40;
    private static final int MOVIES = 30;

    @TempDir
    Path folder;

    /** Movies have a quality, and each user a taste for some genre. */
    @BeforeEach
    void write() throws IOException {
        Random random = new Random(3);
        StringBuilder items = new StringBuilder();
        double[] quality = random.doubles(MOVIES, 1.5, 4.5).toArray();
        int[] genre = random.ints(MOVIES, 0, Ratings.GENRES).toArray();
        for (int movie = 0; movie < MOVIES; movie++) {
            String date = movie == 4 ? "" : "01-Jan-19" + (70 + movie % 29);
            items.append(movie + 1)
                    .append("|Film ")
                    .append(movie)
                    .append("|")
                    .append(date)
                    .append("||url");
            for (int g = 0; g < Ratings.GENRES; g++) {
                items.append(g == genre[movie] || g == (genre[movie] + movie) % Ratings.GENRES ? "|1" : "|0");
            }
            items.append('\n');
        }
        StringBuilder data = new StringBuilder();
        for (int user = 0; user < USERS; user++) {
            int liked = random.nextInt(Ratings.GENRES);
            for (int movie = 0; movie < MOVIES; movie++) {
                if (random.nextInt(5) < 4) {
                    long stars =
                            Math.round(quality[movie] + (genre[movie] == liked ? 1 : 0) + random.nextGaussian() * 0.7);
                    data.append(user + 1)
                            .append('\t')
                            .append(movie + 1)
                            .append('\t')
                            .append(Math.max(1, Math.min(5, stars)))
                            .append("\t0\n");
                }
            }
        }
        Files.writeString(folder.resolve("u.item"), items, StandardCharsets.ISO_8859_1);
        Files.writeString(folder.resolve("u.data"), data);
    }

    /** From the definitions, with the rating in question taken out of the list first. */
    @Test
    void featuresAreThoseOfAllOtherTrainingRatings() {
        Ratings ratings = Ratings.read(folder);
        List<Rating> training = ratings.all().stream()
                .filter(rating -> (rating.user() + rating.movie()) % 4 != 0)
                .toList();
        RatingFeatures features = new RatingFeatures(ratings, training, true);
        for (Rating rating : ratings.all()) {
            List<Rating> others = training.stream()
                    .filter(other -> other.user() != rating.user() || other.movie() != rating.movie())
                    .toList();
            float[] x = features.of(rating);
            assertThat(x).hasSize(RatingFeatures.names().size());
            Ratings.Movie movie = ratings.movies().get(rating.movie());
            assertThat(Double.valueOf(x[0]))
                    .isEqualTo(Double.valueOf(
                            movie.year().isPresent() ? 1998 - movie.year().getAsInt() : Double.NaN));
            double[] genreMean = {0, 0};
            for (int g = 0; g < Ratings.GENRES; g++) {
                int genre = g;
                assertThat(x[1 + g]).isEqualTo(movie.genres().get(g) ? 1 : 0);
                if (movie.genres().get(g)) {
                    others.stream()
                            .filter(other -> other.user() == rating.user()
                                    && ratings.movies()
                                            .get(other.movie())
                                            .genres()
                                            .get(genre))
                            .forEach(other -> {
                                genreMean[0] += other.stars();
                                genreMean[1]++;
                            });
                }
            }
            assertThat((double) x[20]).isCloseTo(genreMean[0] / genreMean[1], within(1e-5));
            assertThat((double) x[21])
                    .isCloseTo(
                            others.stream()
                                    .filter(other -> other.movie() == rating.movie())
                                    .mapToInt(Rating::stars)
                                    .average()
                                    .orElse(Double.NaN),
                            within(1e-5));
        }
    }

    /** Means of users are those of all training ratings; a correlation never sees the movie that it is asked about. */
    @Test
    void tasteIsComparedOnOtherMovies() {
        Ratings ratings = Ratings.read(folder);
        List<Rating> training = ratings.all().stream()
                .filter(rating -> rating.movie() % 3 != 0 || rating.user() % 2 == 0)
                .toList();
        RatingFeatures features = new RatingFeatures(ratings, training, true);
        double all = training.stream().mapToInt(Rating::stars).average().orElseThrow();
        double[][] off = new double[USERS][MOVIES];
        for (int user = 0; user < USERS; user++) {
            int number = user;
            List<Rating> own =
                    training.stream().filter(rating -> rating.user() == number).toList();
            double mean = (own.stream().mapToInt(Rating::stars).sum() + 5 * all) / (own.size() + 5);
            Arrays.fill(off[user], Double.NaN);
            own.forEach(rating -> off[number][rating.movie()] = rating.stars() - mean);
        }
        for (Rating rating : ratings.all()) {
            double[] sum = {0, 0};
            double[] weight = {1, 1};
            for (int other = 0; other < USERS; other++) {
                if (other == rating.user() || Double.isNaN(off[other][rating.movie()])) {
                    continue;
                }
                int[] common = common(off[rating.user()], off[other], rating.movie());
                double product = 0;
                double one = 0;
                double two = 0;
                for (int movie : common) {
                    product += off[rating.user()][movie] * off[other][movie];
                    one += off[rating.user()][movie] * off[rating.user()][movie];
                    two += off[other][movie] * off[other][movie];
                }
                if (common.length >= 2 && one > 1e-9 && two > 1e-9) {
                    double taste = product / Math.sqrt(one * two) * common.length / (common.length + 10);
                    int side = taste > 0 ? 0 : 1;
                    sum[side] += Math.abs(taste) * off[other][rating.movie()];
                    weight[side] += Math.abs(taste);
                }
            }
            float[] x = features.of(rating);
            assertThat((double) x[22]).isCloseTo(sum[0] / weight[0], within(1e-5));
            assertThat((double) x[23]).isCloseTo(sum[1] / weight[1], within(1e-5));
        }
    }

    private static int[] common(double[] one, double[] other, int without) {
        return IntStream.range(0, MOVIES)
                .filter(movie -> movie != without && !Double.isNaN(one[movie]) && !Double.isNaN(other[movie]))
                .toArray();
    }

    @Test
    void whatLearnsBeatsWhatDoesNotAndSeedsRepeat() {
        Settings how = Settings.defaults().withThreads(1);
        MovieLensExperiment all = MovieLensExperiment.of(Ratings.read(folder), how);
        MovieLensExperiment small =
                new MovieLensExperiment(all.ratings(), all.settings(), List.of(500, 3000), 5, 2000, false, how);
        List<Cell> cells = small.run(Progress.NONE);
        assertThat(cells).hasSize(2 * MovieLensSetting.values().length);
        double genreMean = mean(cells, MovieLensSetting.GENRE_MEAN);
        for (MovieLensSetting setting : MovieLensSetting.values()) {
            double mean = mean(cells, setting);
            assertThat(mean).as(setting.text()).isBetween(0.1, 1.2);
            if (setting != MovieLensSetting.GENRE_MEAN) {
                assertThat(mean).as(setting.text()).isLessThan(genreMean);
            }
        }
        assertThat(cells.get(0).losses()).hasSize(5).doesNotHaveDuplicates();
        assertThat(cells.get(0).paper()).isEmpty();
        List<Cell> again = new MovieLensExperiment(
                        all.ratings(),
                        List.of(MovieLensSetting.LINEAR),
                        List.of(500, 3000),
                        5,
                        2000,
                        false,
                        how.withThreads(2))
                .run(Progress.NONE);
        List<Cell> first = cells.stream()
                .filter(cell -> cell.setting() == MovieLensSetting.LINEAR)
                .toList();
        assertThat(again.stream().map(Cell::losses).toList())
                .isEqualTo(first.stream().map(Cell::losses).toList());
    }

    private static double mean(List<Cell> cells, MovieLensSetting setting) {
        return cells.stream()
                .filter(cell -> cell.setting() == setting && cell.size() == 3000)
                .findFirst()
                .orElseThrow()
                .mean();
    }

    @Test
    void theStandardErrorIsThatOfTheMean() {
        Cell cell = new Cell(MovieLensSetting.HINGE, 20_000, List.of(1.0, 2.0, 4.0), 0);
        assertThat(cell.mean()).isCloseTo(7.0 / 3, within(1e-12));
        assertThat(cell.standardError()).isCloseTo(Math.sqrt(7.0 / 3 / 3), within(1e-12));
        assertThat(cell.paper()).hasValue(.478);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "u.data; 1\t1\t6\t0; u.data:1: found the rating '6', expected 1 to 5",
                "u.data; 1\t99\t3\t0; u.data:1: found movie '99', expected one of",
                "u.data; 1 1 3; u.data:1: found 1 fields, expected user",
                "u.item; 1|a|b; u.item:1: found 3 fields, expected 24"
            })
    void aBadLineIsNamed(String file, String line, String message) throws IOException {
        Files.writeString(folder.resolve(file), line + "\n");
        assertThatThrownBy(() -> Ratings.read(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void ownRatingsStayInWhereTheyAreAskedTo() {
        Ratings ratings = Ratings.read(folder);
        List<Rating> training = ratings.all().subList(0, ratings.all().size() / 2);
        RatingFeatures features = new RatingFeatures(ratings, training, false);
        for (Rating rating : training) {
            assertThat((double) features.of(rating)[21])
                    .isCloseTo(
                            training.stream()
                                    .filter(other -> other.movie() == rating.movie())
                                    .mapToInt(Rating::stars)
                                    .average()
                                    .orElseThrow(),
                            within(1e-5));
        }
    }

    @Test
    void aRatingThatComesAgainIsNamed() throws IOException {
        Files.writeString(folder.resolve("u.data"), "7\t1\t3\t0\n8\t1\t3\t0\n7\t1\t4\t0\n");
        assertThatThrownBy(() -> Ratings.read(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("u.data:3: found movie '1' again by user '7', expected one rating");
    }

    @Test
    void aMissingFileSaysWhatTheFolderIs() throws IOException {
        Files.delete(folder.resolve("u.data"));
        assertThatThrownBy(() -> Ratings.read(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("u.data: found no such file, expected the folder of MovieLens 100K");
    }

    @Test
    void namesGoBothWays() {
        Set<String> names = new HashSet<>();
        List<MovieLensSetting> again = new ArrayList<>();
        for (MovieLensSetting setting : MovieLensSetting.values()) {
            names.add(setting.text());
            again.add(MovieLensSetting.parse(" " + setting.text().toUpperCase(Locale.ROOT)));
        }
        assertThat(names).hasSize(MovieLensSetting.values().length);
        assertThat(again).containsExactly(MovieLensSetting.values());
        assertThatThrownBy(() -> MovieLensSetting.parse("svm")).hasMessageContaining("movie-mean, genre-mean, hinge");
    }
}
