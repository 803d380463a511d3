package io.plumbrank.theory.movielens;

import io.plumbrank.theory.movielens.Ratings.Movie;
import io.plumbrank.theory.movielens.Ratings.Rating;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What is known of a user and a movie from training ratings alone: the movie's age and genres, the user's mean rating in those
 * genres, the movie's mean rating, and how users with similar and with dissimilar taste rated it. A training rating is left out of
 * its own features, so that those of training and of test rows mean the same, unless it is asked to stay in.
 *
 * <p>Taste is compared by the correlation of ratings, each less its user's mean, over the movies that both rated; with n such movies
 * it counts n/(n + {@value #TRUST}). The mean of a user is drawn to that of all by {@value #PRIOR} ratings, and the mean of
 * others' ratings to 0 by a correlation of 1. Memory O(users² + users · movies), time O(raters of the movie) per row.
 */
final class RatingFeatures {
    /** Movies in common at which a correlation counts half. */
    private static final double TRUST = 10;

    private static final double PRIOR = 5;
    private static final int GENRE_MEAN = Ratings.GENRES + 1;
    private static final int MOVIE_MEAN = GENRE_MEAN + 1;
    private static final int SIMILAR = MOVIE_MEAN + 1;
    private static final int DISSIMILAR = SIMILAR + 1;

    private final Ratings ratings;
    private final boolean leavesOut;
    private final int newest;
    /** By user and movie: the rating less the user's mean; NaN where there is none. */
    private final double[][] deviation;

    private final double[] userMean;
    private final double[] movieSum;
    private final int[] movieCount;
    private final double[][] genreSum;
    private final int[][] genreCount;
    private final List<int[]> ratersOf = new ArrayList<>();
    /** By two users: sums over the movies that both rated, of products and of the first one's squares, and their number. */
    private final double[][] products;

    private final double[][] squares;
    private final int[][] common;

    /** @param leavesOut whether a training rating is left out of its own features */
    RatingFeatures(Ratings ratings, List<Rating> training, boolean leavesOut) {
        this.ratings = ratings;
        this.leavesOut = leavesOut;
        int users = ratings.users();
        int movies = ratings.movies().size();
        newest = ratings.movies().stream()
                .flatMapToInt(movie -> movie.year().stream())
                .max()
                .orElse(0);
        deviation = new double[users][movies];
        for (double[] row : deviation) {
            Arrays.fill(row, Double.NaN);
        }
        userMean = new double[users];
        movieSum = new double[movies];
        movieCount = new int[movies];
        genreSum = new double[users][Ratings.GENRES];
        genreCount = new int[users][Ratings.GENRES];
        products = new double[users][users];
        squares = new double[users][users];
        common = new int[users][users];
        addMeans(training);
        addTastes(training);
    }

    static List<String> names() {
        return Stream.concat(
                        Stream.concat(
                                Stream.of("age"),
                                IntStream.range(0, Ratings.GENRES).mapToObj(g -> "genre" + g)),
                        Stream.of("genreMean", "movieMean", "similar", "dissimilar"))
                .toList();
    }

    private void addMeans(List<Rating> training) {
        double all = training.stream().mapToInt(Rating::stars).average().orElseThrow();
        int[] count = new int[userMean.length];
        for (Rating rating : training) {
            userMean[rating.user()] += rating.stars();
            count[rating.user()]++;
            movieSum[rating.movie()] += rating.stars();
            movieCount[rating.movie()]++;
            Movie movie = ratings.movies().get(rating.movie());
            for (int g = 0; g < Ratings.GENRES; g++) {
                if (movie.genres().get(g)) {
                    genreSum[rating.user()][g] += rating.stars();
                    genreCount[rating.user()][g]++;
                }
            }
        }
        for (int user = 0; user < userMean.length; user++) {
            userMean[user] = (userMean[user] + PRIOR * all) / (count[user] + PRIOR);
        }
        for (Rating rating : training) {
            deviation[rating.user()][rating.movie()] = rating.stars() - userMean[rating.user()];
        }
    }

    private void addTastes(List<Rating> training) {
        for (int movie = 0; movie < movieSum.length; movie++) {
            ratersOf.add(new int[movieCount[movie]]);
        }
        int[] filled = new int[movieSum.length];
        for (Rating rating : training) {
            ratersOf.get(rating.movie())[filled[rating.movie()]++] = rating.user();
        }
        for (int movie = 0; movie < movieSum.length; movie++) {
            int[] raters = ratersOf.get(movie);
            for (int user : raters) {
                double own = deviation[user][movie];
                for (int other : raters) {
                    products[user][other] += own * deviation[other][movie];
                    squares[user][other] += own * own;
                    common[user][other]++;
                }
            }
        }
    }

    /** The features of a rating, NaN for what is not known. */
    float[] of(Rating rating) {
        int user = rating.user();
        int number = rating.movie();
        Movie movie = ratings.movies().get(number);
        boolean known = leavesOut && !Double.isNaN(deviation[user][number]);
        float[] x = new float[DISSIMILAR + 1];
        x[0] = movie.year().isPresent() ? newest - movie.year().getAsInt() : Float.NaN;
        double genreStars = 0;
        double genreRatings = 0;
        for (int g = 0; g < Ratings.GENRES; g++) {
            if (movie.genres().get(g)) {
                x[1 + g] = 1;
                genreStars += genreSum[user][g] - (known ? stars(user, number) : 0);
                genreRatings += genreCount[user][g] - (known ? 1 : 0);
            }
        }
        x[GENRE_MEAN] = mean(genreStars, genreRatings);
        x[MOVIE_MEAN] =
                mean(movieSum[number] - (known ? stars(user, number) : 0), movieCount[number] - (known ? 1 : 0));
        addOthers(user, number, known, x);
        return x;
    }

    private double stars(int user, int movie) {
        return deviation[user][movie] + userMean[user];
    }

    private static float mean(double sum, double count) {
        return count > 0 ? (float) (sum / count) : Float.NaN;
    }

    private void addOthers(int user, int movie, boolean known, float[] x) {
        double[] sum = new double[2];
        double[] weight = {1, 1};
        double own = known ? deviation[user][movie] : 0;
        for (int other : ratersOf.get(movie)) {
            if (other == user) {
                continue;
            }
            double theirs = deviation[other][movie];
            double product = products[user][other] - own * theirs;
            double square = squares[user][other] - own * own;
            double otherSquare = squares[other][user] - (known ? theirs * theirs : 0);
            int movies = common[user][other] - (known ? 1 : 0);
            if (movies < 2 || square < 1e-9 || otherSquare < 1e-9) {
                continue;
            }
            double taste = product / Math.sqrt(square * otherSquare) * movies / (movies + TRUST);
            int side = taste > 0 ? 0 : 1;
            sum[side] += Math.abs(taste) * theirs;
            weight[side] += Math.abs(taste);
        }
        x[SIMILAR] = (float) (sum[0] / weight[0]);
        x[DISSIMILAR] = (float) (sum[1] / weight[1]);
    }

    /** Baselines that learn nothing: the movie's mean rating, and the user's in its genres; what is not known is 0. */
    static double movieMean(float[] x) {
        return Float.isNaN(x[MOVIE_MEAN]) ? 0 : x[MOVIE_MEAN];
    }

    static double genreMean(float[] x) {
        return Float.isNaN(x[GENRE_MEAN]) ? 0 : x[GENRE_MEAN];
    }
}
