package io.plumbrank.data.text;

import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The levels of a column of text, each a feature that is 1 where a row has it and 0 elsewhere, named {@code COLUMN=LEVEL}. Levels of few rows
 * have no feature of their own: together with levels that training never saw, and with missing ones, they are rows without any. Beyond the
 * {@value #MOST} commonest, levels share {@value #BUCKETS} features by a hash. Names of features say all of it, so that a model needs to
 * remember nothing else.
 */
public final class Levels {
    /** Features are kept in memory while they are fitted, and products of all of them in the closed form. */
    public static final int MOST = 1000;

    /** A power of two, as the first bits of a hash tell the bucket. */
    public static final int BUCKETS = 64;

    /** A level of fewer rows tells little, and a weight of its own would fit their noise. */
    private static final int LEAST_ROWS = 5;

    /** In smaller data a level needs only this share. */
    private static final int SHARE = 20;

    private static final String HASHED = "(hashed ";

    private final Map<String, Integer> features = new HashMap<>();
    private final int[] buckets = new int[BUCKETS];
    private final boolean hashes;
    private long of;
    private long without;
    private String example = "";

    /**
     * @param names of the features without the column
     * @param numbers of these features
     */
    private Levels(List<String> names, List<Integer> numbers) {
        boolean anyHashed = false;
        for (int i = 0; i < names.size(); i++) {
            features.put(names.get(i), numbers.get(i));
            anyHashed |= names.get(i).startsWith(HASHED);
        }
        hashes = anyHashed;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            buckets[bucket] = features.getOrDefault(hashed(bucket), -1);
        }
    }

    private static String hashed(int bucket) {
        return HASHED + bucket + ")";
    }

    /** The name of the feature of a level. */
    public static String feature(String column, String level) {
        return column + "=" + level;
    }

    /** Among the features of a model; null where none is a level of the column. */
    public static @Nullable Levels among(List<String> features, String column) {
        List<String> names = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        String beginning = feature(column, "");
        for (int i = 0; i < features.size(); i++) {
            if (features.get(i).startsWith(beginning)) {
                names.add(features.get(i).substring(beginning.length()));
                numbers.add(i);
            }
        }
        return names.isEmpty() ? null : new Levels(names, numbers);
    }

    /** The columns that features come from: of several that begin alike, {@code COLUMN=}, the column, and any other by its own name. */
    public static List<String> columns(Collection<String> features) {
        Map<String, Long> alike =
                features.stream().collect(Collectors.groupingBy(Levels::beforeEquals, Collectors.counting()));
        return features.stream()
                .map(name -> alike.getOrDefault(beforeEquals(name), 0L) > 1 ? beforeEquals(name) : name)
                .distinct()
                .toList();
    }

    private static String beforeEquals(String feature) {
        int equals = feature.indexOf('=');
        return equals < 0 ? feature : feature.substring(0, equals);
    }

    /** The feature that is 1 for a level; −1 for none. */
    public int feature(String level) {
        Integer known = features.get(level);
        of++;
        if (known != null || hashes) {
            return known != null ? known : buckets[(level.hashCode() * 0x9E37_79B9) >>> 26];
        }
        without++;
        example = level;
        return -1;
    }

    /** The share of the rows so far whose level has no feature, in words; empty where each has one. */
    public Optional<String> withoutFeature(String column) {
        return without == 0
                ? Optional.empty()
                : Optional.of("column " + column + ": " + without + " of " + of
                        + " rows have a level that training saw rarely or never," + " such as "
                        + InputException.quote(example));
    }

    /**
     * Which levels get a feature.
     *
     * @param rows how many rows have each level
     * @return the names of features without the column, by name
     */
    public static List<String> chosen(Map<String, Long> rows) {
        long all = rows.values().stream().mapToLong(count -> count).sum();
        long least = Math.max(1, Math.min(LEAST_ROWS, all / SHARE));
        List<String> common = rows.entrySet().stream()
                .filter(level -> level.getValue() >= least)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
        List<String> chosen = new ArrayList<>(common.subList(0, Math.min(MOST, common.size())));
        chosen.sort(Comparator.naturalOrder());
        for (int bucket = 0; common.size() > MOST && bucket < BUCKETS; bucket++) {
            chosen.add(hashed(bucket));
        }
        return chosen;
    }

    /** The levels that a column got, in words. */
    public static String words(String column, Map<String, Long> rows, List<String> chosen) {
        boolean hashed = chosen.size() > MOST;
        int own = hashed ? MOST : chosen.size();
        return "column " + column + " holds text: " + rows.size() + " levels, " + own + " with a feature of their own"
                + (hashed
                        ? ", the others share " + BUCKETS
                        : own < rows.size() ? "; the rarer ones count as a level that was never seen" : "");
    }
}
