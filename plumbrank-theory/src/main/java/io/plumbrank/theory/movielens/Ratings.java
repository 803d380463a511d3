package io.plumbrank.theory.movielens;

import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Ratings of movies by users, as the folder of MovieLens 100K has them: {@code u.data} with user, movie, rating and time, split by
 * tabs, and {@code u.item} with number, title, release date, two more fields and 19 genres, split by bars. Users and movies are
 * numbered from 0 in the order in which they first stand in their file.
 *
 * @param users how many there are
 * @param movies by number
 * @param all in the order of the file
 */
public record Ratings(int users, List<Movie> movies, List<Rating> all) {
    /** How many genres a movie may have. */
    public static final int GENRES = 19;

    private static final int TEXT_FIELDS = 5;

    public Ratings {
        movies = List.copyOf(movies);
        all = List.copyOf(all);
    }

    /** One user's rating of one movie. */
    public record Rating(int user, int movie, int stars) {}

    /** A movie with its genres, and the year of its release where it is known. */
    public record Movie(OptionalInt year, List<Boolean> genres) {
        public Movie {
            genres = List.copyOf(genres);
        }
    }

    /** @throws InputException if one of the two files is missing, or a line is not as it should be */
    public static Ratings read(Path folder) {
        Map<String, Integer> numberOf = new HashMap<>();
        List<Movie> movies = new ArrayList<>();
        Path items = folder.resolve("u.item");
        // titles are in Latin-1
        List<String> lines = lines(items, StandardCharsets.ISO_8859_1);
        for (int line = 0; line < lines.size(); line++) {
            String[] fields = lines.get(line).split("\\|", -1);
            if (fields.length != TEXT_FIELDS + GENRES) {
                throw fault(items, line, fields.length + " fields", TEXT_FIELDS + GENRES + " fields split by '|'");
            }
            if (numberOf.putIfAbsent(fields[0], movies.size()) != null) {
                throw fault(items, line, "movie " + InputException.quote(fields[0]) + " again", "each movie once");
            }
            movies.add(new Movie(year(fields[2], items, line), genres(fields, items, line)));
        }
        Map<String, Integer> users = new HashMap<>();
        List<Rating> all = new ArrayList<>();
        Set<Long> rated = new HashSet<>();
        Path data = folder.resolve("u.data");
        lines = lines(data, StandardCharsets.US_ASCII);
        for (int line = 0; line < lines.size(); line++) {
            String[] fields = lines.get(line).split("\t", -1);
            if (fields.length < 3) {
                throw fault(data, line, fields.length + " fields", "user, movie, rating and time, split by tabs");
            }
            Integer movie = numberOf.get(fields[1]);
            if (movie == null) {
                throw fault(data, line, "movie " + InputException.quote(fields[1]), "one of " + items);
            }
            int user = users.computeIfAbsent(fields[0], next -> users.size());
            if (!rated.add((long) user * movies.size() + movie)) {
                throw fault(
                        data,
                        line,
                        "movie " + InputException.quote(fields[1]) + " again by user "
                                + InputException.quote(fields[0]),
                        "one rating of a movie per user");
            }
            all.add(new Rating(user, movie, stars(fields[2], data, line)));
        }
        if (all.isEmpty()) {
            throw new InputException(data.toString(), 0, "no ratings", "the ratings of MovieLens 100K");
        }
        return new Ratings(users.size(), movies, all);
    }

    private static List<String> lines(Path file, Charset charset) {
        try {
            return Files.readAllLines(file, charset);
        } catch (NoSuchFileException e) {
            throw new InputException(
                    file.toString(), 0, "no such file", "the folder of MovieLens 100K, with u.data and u.item", e);
        } catch (IOException e) {
            throw new InputException(
                    file.toString(), 0, "a file that cannot be read (" + e.getMessage() + ")", "ratings", e);
        }
    }

    /** Dates look like 01-Jan-1995. */
    private static OptionalInt year(String date, Path file, int line) {
        if (date.isEmpty()) {
            return OptionalInt.empty();
        }
        if (!date.matches("\\d{1,2}-[A-Z][a-z]{2}-\\d{4}")) {
            throw fault(file, line, "the date " + InputException.quote(date), "one such as 01-Jan-1995");
        }
        return OptionalInt.of(Integer.parseInt(date.substring(date.length() - 4)));
    }

    private static List<Boolean> genres(String[] fields, Path file, int line) {
        List<Boolean> genres = new ArrayList<>();
        for (int g = TEXT_FIELDS; g < fields.length; g++) {
            if (!fields[g].equals("0") && !fields[g].equals("1")) {
                throw fault(file, line, "the genre " + InputException.quote(fields[g]), "0 or 1");
            }
            genres.add(fields[g].equals("1"));
        }
        return genres;
    }

    private static int stars(String text, Path file, int line) {
        if (!text.matches("[1-5]")) {
            throw fault(file, line, "the rating " + InputException.quote(text), "1 to 5");
        }
        return Integer.parseInt(text);
    }

    private static InputException fault(Path file, int line, String found, String expected) {
        return new InputException(file.toString(), line + 1L, found, expected);
    }
}
