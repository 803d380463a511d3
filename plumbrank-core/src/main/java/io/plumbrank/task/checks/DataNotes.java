package io.plumbrank.task.checks;

import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Remarks on data before they are trained on, one sentence each: constant and equal features, features that copy the label, that only
 * judged items have, or that number the queries, labels that look like ranks, and rows that are both in training and validation data. They
 * look at the first rows, {@value #MOST_ROWS} at most. O(rows · features).
 *
 * <pre>{@code
 * DataNotes.of(source, null, name -> true).forEach(System.err::println);
 * }</pre>
 */
public final class DataNotes {
    private static final int MOST_ROWS = 20_000;
    private static final int MOST_VALUES = 4_000_000;
    private static final int MOST_FEATURES = 5_000;
    private static final int MOST_NAMED = 3;

    /** Fewer rows show anything by chance. */
    private static final int LEAST_ROWS = 20;

    private static final int LEAST_QUERIES = 5;
    private static final double COPY = 0.995;
    private static final double BY_CHANCE = 1e-9;

    /** A share of the validation rows, above twice the share of training rows that occur there again. */
    private static final double SHARED = 0.01;

    private final QuerySource source;
    private final Predicate<String> isFeature;
    private final List<double[]> labels = new ArrayList<>();
    private final List<float[]> rows = new ArrayList<>();
    private final List<int[]> ends = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private boolean cut;
    private int width;

    private DataNotes(QuerySource source, Predicate<String> isFeature) {
        this.source = source;
        this.isFeature = isFeature;
        source.visitUntil(query -> {
            add(query);
            cut = rows.size() >= MOST_ROWS || (long) rows.size() * width >= MOST_VALUES;
            return cut;
        });
    }

    private void add(Query query) {
        if (query.featureCount() > MOST_FEATURES) {
            return;
        }
        width = Math.max(width, query.featureCount());
        for (int item = 0; item < query.size(); item++) {
            float[] row = new float[query.featureCount()];
            query.featuresInto(item, row);
            rows.add(row);
        }
        labels.add(query.labels());
        ends.add(new int[] {rows.size() - query.size(), rows.size()});
        ids.add(query.id());
    }

    /**
     * The remarks; none for sources that are read once, which would lose their rows.
     *
     * @param isFeature whether a named column is a feature, and not what is to be predicted
     */
    public static List<String> of(QuerySource train, @Nullable QuerySource valid, Predicate<String> isFeature) {
        if (QuerySource.isReadOnce(train.file()) || (valid != null && QuerySource.isReadOnce(valid.file()))) {
            return List.of();
        }
        DataNotes notes = new DataNotes(train, isFeature);
        List<String> all = new ArrayList<>();
        boolean same = valid != null
                && valid.file().toAbsolutePath().equals(train.file().toAbsolutePath());
        if (same) {
            all.add(train.file() + " trains and validates: the measure on it says little of new data");
        }
        if (notes.rows.size() >= LEAST_ROWS && notes.width > 0) {
            notes.features(all);
            notes.ranks(all);
            if (valid != null && !same) {
                notes.shared(new DataNotes(valid, isFeature), all);
            }
        }
        return all;
    }

    private float[] column(int feature) {
        float[] column = new float[rows.size()];
        for (int row = 0; row < column.length; row++) {
            float[] own = rows.get(row);
            column[row] = (feature < own.length ? own[feature] : 0) + 0f;
        }
        return column;
    }

    private void features(List<String> all) {
        double[] label = labels.stream().flatMapToDouble(Arrays::stream).toArray();
        boolean graded = label.length == rows.size() && Arrays.stream(label).allMatch(Double::isFinite);
        boolean inQueries = ends.stream().anyMatch(range -> range[1] - range[0] > 1);
        List<String> constant = new ArrayList<>();
        List<String> equal = new ArrayList<>();
        List<String> copies = new ArrayList<>();
        List<String> judged = new ArrayList<>();
        List<String> numbering = new ArrayList<>();
        Map<Integer, List<Integer>> byHash = new HashMap<>();
        for (int feature = 0; feature < width; feature++) {
            if (feature < source.featureNames().size()
                    && !isFeature.test(source.featureNames().get(feature))) {
                continue;
            }
            float[] column = column(feature);
            if (cut && isRareLevel(feature, column)) {
                continue;
            }
            if (isConstant(column)) {
                // a number that sparse text never names is no feature
                if (!source.featureNames().isEmpty() || column[0] != 0) {
                    constant.add(name(feature));
                }
                continue;
            }
            int own = feature;
            List<Integer> alike = byHash.computeIfAbsent(Arrays.hashCode(column), hash -> new ArrayList<>());
            alike.stream()
                    .filter(other -> Arrays.equals(column(other), column))
                    .findFirst()
                    .ifPresent(other -> equal.add(name(own) + " = " + name(other)));
            alike.add(feature);
            if (graded && Math.abs(correlation(column, label)) >= COPY) {
                copies.add(name(feature));
            } else if (graded && inQueries && isOfJudged(column, label)) {
                judged.add(name(feature));
            }
            if (inQueries && numbersQueries(column)) {
                numbering.add(name(feature));
            }
        }
        add(all, constant, "has one value", "have one value each", ": no model learns from that");
        add(all, equal, "holds", "hold", ": one of each pair is enough");
        add(
                all,
                copies,
                "copies the label",
                "copy the label",
                ": was it made from the label, and will it be known later?");
        add(
                all,
                judged,
                "has values only where the label is above 0",
                "have values only where the label is above 0",
                ": is that known before an item is judged?");
        add(all, numbering, "numbers the queries", "number the queries", ": a query id is no feature, leave it out");
    }

    private void add(List<String> all, List<String> names, String one, String several, String advice) {
        if (!names.isEmpty()) {
            int rest = names.size() - MOST_NAMED;
            String some = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (rest > 0 ? " and " + rest + " more" : "");
            all.add(source.file() + ": " + some + " " + (names.size() == 1 ? one : several) + where() + advice);
        }
    }

    private String where() {
        return cut ? " in the first " + rows.size() + " rows" : " in all rows";
    }

    private String name(int feature) {
        List<String> names = source.featureNames();
        return feature < names.size() ? names.get(feature) : "feature " + feature;
    }

    /** True for a level of a column of text that few of the first rows have: what these do by chance says nothing of the rest. */
    private boolean isRareLevel(int feature, float[] column) {
        return name(feature).indexOf('=') > 0
                && IntStream.range(0, column.length).filter(i -> column[i] != 0).count() < LEAST_ROWS;
    }

    private static boolean isConstant(float[] column) {
        for (float value : column) {
            if (Float.compare(value, column[0]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** NaN where a value is missing, or the labels are all one. */
    private static double correlation(float[] column, double[] label) {
        double xMean = IntStream.range(0, column.length)
                .mapToDouble(i -> column[i])
                .average()
                .orElseThrow();
        double yMean = Arrays.stream(label).average().orElseThrow();
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = 0; i < column.length; i++) {
            double x = column[i] - xMean;
            double y = label[i] - yMean;
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        return xy / Math.sqrt(xx * yy);
    }

    /** True if the rows that have it all have positive labels, which chance would hardly do. */
    private static boolean isOfJudged(float[] column, double[] label) {
        boolean gaps = IntStream.range(0, column.length).anyMatch(i -> Float.isNaN(column[i]));
        int present = 0;
        int positive = 0;
        for (int i = 0; i < column.length; i++) {
            positive += label[i] > 0 ? 1 : 0;
            if (gaps ? !Float.isNaN(column[i]) : column[i] != 0) {
                present++;
                if (!(label[i] > 0)) {
                    return false;
                }
            }
        }
        return present == positive && Math.pow((double) positive / column.length, present) < BY_CHANCE;
    }

    /** True if it is one whole number in each query, which ascends from query to query or is the query's id. */
    private boolean numbersQueries(float[] column) {
        boolean ascends = true;
        boolean isId = true;
        float before = Float.NEGATIVE_INFINITY;
        for (int query = 0; query < ends.size(); query++) {
            int[] range = ends.get(query);
            float value = range[0] < range[1] ? column[range[0]] : Float.NaN;
            if (value != Math.rint(value)) {
                return false;
            }
            for (int row = range[0]; row < range[1]; row++) {
                if (column[row] != value) {
                    return false;
                }
            }
            ascends &= value > before;
            isId &= ids.get(query).equals(Long.toString((long) value));
            before = value;
        }
        return ends.size() >= LEAST_QUERIES && (ascends || isId);
    }

    /** Remarks on labels that are 1 to the number of items in each query. */
    private void ranks(List<String> all) {
        int seen = 0;
        for (double[] label : labels) {
            if (label.length < 3) {
                continue;
            }
            double[] sorted = label.clone();
            Arrays.sort(sorted);
            for (int i = 0; i < sorted.length; i++) {
                if (sorted[i] != i + 1) {
                    return;
                }
            }
            seen++;
        }
        if (seen >= LEAST_QUERIES) {
            all.add(source.file()
                    + ": the labels of each query are 1, 2, … as ranks are, and a larger label is better here: if 1 is"
                    + " the best, turn them round");
        }
    }

    private void shared(DataNotes valid, List<String> all) {
        Set<Integer> known = new HashSet<>();
        List<Integer> own = hashes();
        long again = own.stream().filter(hash -> !known.add(hash)).count();
        List<Integer> held = valid.hashes();
        long shared = held.stream().filter(known::contains).count();
        double usual = (double) again / own.size();
        if (shared >= LEAST_QUERIES && shared > (SHARED + 2 * usual) * held.size()) {
            all.add(String.format(
                    Locale.ROOT,
                    "%s: %d of %s%d rows are in %s too: the measure on them says little of new data",
                    valid.source.file(),
                    shared,
                    valid.cut ? "the first " : "",
                    held.size(),
                    source.file()));
        }
    }

    private List<Integer> hashes() {
        List<Integer> hashes = new ArrayList<>();
        for (int query = 0; query < ends.size(); query++) {
            int[] range = ends.get(query);
            double[] label = labels.get(query);
            for (int row = range[0]; row < range[1]; row++) {
                float[] values = rows.get(row);
                int hash = label.length == range[1] - range[0] ? Double.hashCode(label[row - range[0]]) : 0;
                for (int j = 0; j < values.length; j++) {
                    // features that a row does not reach are 0
                    hash += values[j] == 0 ? 0 : (Float.hashCode(values[j]) * 31 + j) * 0x9E37_79B9;
                }
                hashes.add(hash);
            }
        }
        return hashes;
    }
}
