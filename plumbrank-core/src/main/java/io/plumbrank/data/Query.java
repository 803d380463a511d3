package io.plumbrank.data;

import io.plumbrank.data.rows.FeatureMatrix;
import io.plumbrank.data.rows.ItemColumns;
import io.plumbrank.data.rows.ItemIds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One instance x with its label: a query, its r items with their features, and their labels, the grades; or, as a label in their
 * place, preferences that were observed among the items. A view of a stretch of columnar memory; cheap to make and immutable.
 */
public final class Query {
    /** Features are numbered below this. */
    public static final int MOST_FEATURES = 100_000_000;

    private final String id;
    private final int size;
    private final int firstRow;
    private final ItemColumns columns;
    private final double weight;
    private final long firstLine;
    private final @Nullable PreferenceGraph preferences;

    /** Rows {@code firstRow … firstRow + size − 1} of the columns are this query's items. */
    Query(
            String id,
            int firstRow,
            int size,
            ItemColumns columns,
            double weight,
            long firstLine,
            @Nullable PreferenceGraph preferences) {
        this.id = id;
        this.firstRow = firstRow;
        this.size = size;
        this.columns = columns;
        this.weight = weight;
        this.firstLine = firstLine;
        this.preferences = preferences;
    }

    /**
     * A query from arrays.
     *
     * @param id its name
     * @param labels one label per item
     * @param features one row per item, NaN for a missing value
     * @throws IllegalArgumentException if the numbers of labels and rows differ, or rows have different lengths
     */
    public static Query of(String id, double[] labels, float[][] features) {
        if (labels.length != features.length) {
            throw new IllegalArgumentException(labels.length + " labels but " + features.length + " feature rows");
        }
        int columns = features.length == 0 ? 0 : features[0].length;
        float[] values = new float[Math.multiplyExact(features.length, columns)];
        for (int row = 0; row < features.length; row++) {
            if (features[row].length != columns) {
                throw new IllegalArgumentException(
                        "row " + row + " has " + features[row].length + " features, row 0 has " + columns);
            }
            System.arraycopy(features[row], 0, values, row * columns, columns);
        }
        FeatureMatrix matrix = FeatureMatrix.dense(labels.length, columns, values);
        return new Query(id, 0, labels.length, new ItemColumns(labels.clone(), matrix, null, null, 0), 1, 0, null);
    }

    /**
     * A query to rank, whose labels are not known.
     *
     * @param features one row per item, NaN for a missing value
     * @throws IllegalArgumentException if rows have different lengths
     */
    public static Query of(String id, float[][] features) {
        double[] unknown = new double[features.length];
        Arrays.fill(unknown, Double.NaN);
        return of(id, unknown, features);
    }

    /**
     * A query from sparse rows, whose arrays belong to it from here on.
     *
     * @param labels one per item
     * @param columns how many features there are
     * @param starts for each item the place of its first value, and one place more for the end of the last
     * @param indices the number of the feature of each value, ascending within an item
     * @param values as many as indices
     * @param absent what a feature is that has no value
     * @throws IllegalArgumentException if the numbers of labels and rows differ, or features do not ascend below the columns
     */
    public static Query ofSparse(
            String id, double[] labels, int columns, int[] starts, int[] indices, float[] values, Absent absent) {
        if (starts.length != labels.length + 1) {
            throw new IllegalArgumentException(labels.length + " labels but " + starts.length + " starts");
        }
        FeatureMatrix matrix = FeatureMatrix.compressed(columns, starts, indices, values, absent.value());
        return new Query(id, 0, labels.length, new ItemColumns(labels, matrix, null, null, 0), 1, 0, null);
    }

    /** The same query, read from another line of its file; no row is copied. */
    public Query withFirstLine(long line) {
        return new Query(id, firstRow, size, columns, weight, line, preferences);
    }

    /**
     * The same query with another weight; no row is copied.
     *
     * @throws IllegalArgumentException unless the weight is finite and not negative
     */
    public Query withWeight(double newWeight) {
        requireWeight("weight", newWeight);
        return new Query(id, firstRow, size, columns, newWeight, firstLine, preferences);
    }

    /**
     * The same query with weights for its items; no row is copied.
     *
     * @param weights one per item
     * @throws IllegalArgumentException if there are more or fewer weights than items, or one is not finite or negative
     */
    public Query withItemWeights(double[] weights) {
        if (weights.length != size) {
            throw new IllegalArgumentException(weights.length + " weights for " + size + " items");
        }
        for (int item = 0; item < size; item++) {
            requireWeight("weight of item " + item, weights[item]);
        }
        ItemColumns weighted = columns.withWeights(weights.clone(), firstRow);
        return new Query(id, firstRow, size, weighted, weight, firstLine, preferences);
    }

    /**
     * The same query with names for its items; features are not copied.
     *
     * @param names one per item; an empty one means that the item has none
     * @throws IllegalArgumentException if there are more or fewer names than items, or one stands there twice
     */
    public Query withItemIds(List<String> names) {
        if (names.size() != size) {
            throw new IllegalArgumentException(names.size() + " names for " + size + " items");
        }
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            if (!name.isEmpty() && !seen.add(name)) {
                throw new IllegalArgumentException("two items have the name '" + name + "'");
            }
        }
        ItemColumns named = columns.withIds(ItemIds.of(names, firstRow));
        return new Query(id, firstRow, size, named, weight, firstLine, preferences);
    }

    /**
     * The same query with preferences that were observed among its items; no row is copied.
     *
     * @throws IllegalArgumentException if they are among more or fewer items
     */
    public Query withPreferences(PreferenceGraph observed) {
        if (observed.items() != size) {
            throw new IllegalArgumentException("preferences among " + observed.items() + " items for " + size);
        }
        return new Query(id, firstRow, size, columns, weight, firstLine, observed);
    }

    /**
     * The same query whose columns are features from another number on. LETOR text counts from 1: for a model that was trained on
     * such text, column 0 of an array is feature 1, and {@code Query.of(id, features).countedFrom(1)} says so.
     *
     * @param first the number of the first column, 0 or more; features before it are absent. Rows are copied unless it is 0
     * @throws IllegalArgumentException if it is negative
     */
    public Query countedFrom(int first) {
        if (first < 0) {
            throw new IllegalArgumentException("features count from 0 or more, got " + first);
        }
        if (first == 0) {
            return this;
        }
        int[] from = new int[Math.addExact(featureCount(), first)];
        Arrays.setAll(from, feature -> feature - first);
        return selecting(from);
    }

    /**
     * The same query with other features, which are some of its own in another order; rows are copied.
     *
     * @param from feature i of the new query is feature {@code from[i]} of this one, and absent where that is negative
     */
    public Query selecting(int[] from) {
        float[] values = new float[Math.multiplyExact(size, from.length)];
        Absent absent = absent();
        double[] weights = new double[size];
        List<String> names = new ArrayList<>();
        for (int item = 0; item < size; item++) {
            for (int i = 0; i < from.length; i++) {
                values[item * from.length + i] = from[i] < 0 ? absent.value() : feature(item, from[i]);
            }
            weights[item] = itemWeight(item);
            names.add(hasItemId(item) ? itemId(item) : "");
        }
        ItemColumns selected = new ItemColumns(
                labels(),
                FeatureMatrix.dense(size, from.length, values, absent.value()),
                columns.ids() == null ? null : ItemIds.of(names, 0),
                hasItemWeights() ? weights : null,
                0);
        return new Query(id, 0, size, selected, weight, firstLine, preferences);
    }

    /** The query's name. */
    public String id() {
        return id;
    }

    /** The number of items, r. */
    public int size() {
        return size;
    }

    /** The 1-based line of the file where the query's first row stands, for messages; 0 if it comes from no file. */
    public long firstLine() {
        return firstLine;
    }

    /** How much the query counts in means; 1 unless the data say otherwise. */
    public double weight() {
        return weight;
    }

    /** How much an item counts within its query; 1 unless the data say otherwise. */
    public double itemWeight(int item) {
        return columns.weight(row(item));
    }

    /** Whether the data give weights to items. */
    public boolean hasItemWeights() {
        return columns.weights() != null;
    }

    public double label(int item) {
        return columns.labels()[row(item)];
    }

    /** The labels of all items, a fresh array. */
    public double[] labels() {
        double[] copy = new double[size];
        System.arraycopy(columns.labels(), firstRow, copy, 0, size);
        return copy;
    }

    /** Whether preferences among the items were observed. */
    public boolean hasPreferences() {
        return preferences != null;
    }

    /**
     * The preferences among the items.
     *
     * @throws IllegalStateException if none were observed
     */
    public PreferenceGraph preferences() {
        if (preferences == null) {
            throw new IllegalStateException("query '" + id + "' has no preferences; a PreferenceSource gives it some");
        }
        return preferences;
    }

    /** The item's name where the data give one, else its 1-based number within the query. */
    public String itemId(int item) {
        int row = row(item);
        ItemIds ids = columns.ids();
        return ids != null && ids.isPresent(row) ? ids.get(row) : Integer.toString(item + 1);
    }

    /** Whether the data name the item. */
    public boolean hasItemId(int item) {
        int row = row(item);
        ItemIds ids = columns.ids();
        return ids != null && ids.isPresent(row);
    }

    /** What a feature is that an item does not have, and all from {@link #featureCount} on are. */
    public Absent absent() {
        return Absent.of(columns.features().absent());
    }

    /** One more than the largest feature number that this query's block of data knows. */
    public int featureCount() {
        return columns.features().columns();
    }

    /** A feature of an item, NaN when missing. */
    public float feature(int item, int feature) {
        return columns.features().get(row(item), feature);
    }

    /**
     * Writes the features of an item, NaN for missing ones.
     *
     * @throws IllegalArgumentException if {@code out} is shorter than {@link #featureCount}
     */
    public void featuresInto(int item, float[] out) {
        columns.features().rowInto(row(item), out);
    }

    /**
     * Writes the features of all items, one item after another, NaN for missing ones.
     *
     * @param width how many to write of each item; those past {@link #featureCount} are absent
     * @param out at least {@link #size} times {@code width} places from {@code at} on
     */
    public void featuresInto(int width, float[] out, int at) {
        columns.features().rowsInto(firstRow, firstRow + size, width, out, at);
    }

    /**
     * Writes the features of some items, as {@link #featuresInto(int, float[], int)} does of all.
     *
     * @param first the first item
     * @param end the item after the last
     */
    public void featuresInto(int first, int end, int width, float[] out) {
        Objects.checkFromToIndex(first, end, size);
        columns.features().rowsInto(firstRow + first, firstRow + end, width, out, 0);
    }

    /**
     * Widens the range of each feature to the values that items have, and counts the items that have one; zeros do not count where what
     * is {@link #absent} is zero. −0 counts as 0.
     *
     * @param low the least value so far, at least {@link #featureCount} places, as all arrays
     * @param high the largest value so far
     * @param present how many so far
     */
    public void rangesInto(float[] low, float[] high, long[] present) {
        columns.features().rangesInto(firstRow, firstRow + size, low, high, present);
    }

    /** Sees the features of an item that are not missing. */
    @FunctionalInterface
    public interface FeatureVisitor {
        /** Takes the number of a feature and its value, which is never NaN. */
        void visit(int feature, float value);
    }

    /**
     * Hands on the features of an item but for those that are as if {@link #absent}, in ascending order; NaN is a missing value where
     * what is absent is zero. O(their number) when the data are sparse, O(features) when dense.
     */
    public void forEachFeature(int item, FeatureVisitor visitor) {
        columns.features().forEach(row(item), visitor::visit);
    }

    private static void requireWeight(String what, double weight) {
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + " must be finite and not negative, got " + weight);
        }
    }

    private int row(int item) {
        if (item < 0 || item >= size) {
            throw new IndexOutOfBoundsException("item " + item + " of a query with " + size + " items");
        }
        return firstRow + item;
    }
}
