package io.plumbrank.data;

import io.plumbrank.data.preferences.LabelRankings;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a CSV file that are no features. A name that is null stands for the usual names, and then a column that
 * is not there is no fault unless the file cannot do without. An empty name stands for no column, so that one with the usual name is a
 * feature. Where each row is an instance, columns with the usual names of queries, items and item weights are features, and so are
 * those with the usual name of labels among positions of labels.
 *
 * @param label the column with the labels; usually {@code label}
 * @param query the column with the names of the queries; usually {@code query}, else {@code qid}
 * @param weight the column with the weights of the queries; usually {@code weight}, and if there is none, all weigh 1
 * @param item the column with the names of the items; usually {@code docid}, else {@code item}
 * @param itemWeight the column with the weights of the items; usually {@code item_weight}, and if there is none, all weigh
 *     1
 * @param ranking how the names of the columns begin that hold the positions of labels ({@link LabelRankings}); a usual name
 *     that begins so is one of them
 * @param features which of the other columns are features
 */
public record CsvColumns(
        @Nullable String label,
        @Nullable String query,
        @Nullable String weight,
        @Nullable String item,
        @Nullable String itemWeight,
        @Nullable String ranking,
        Features features) {

    /** Whether a column by its name holds positions of a label or costs of a prediction, and no feature. */
    boolean isAnswer(String name) {
        return ranking != null && name.startsWith(ranking);
    }

    /**
     * Which columns are features, of those that are nothing else.
     *
     * @param wanted the features in the order in which queries shall have them, wherever they stand in the file; others are
     *     passed over with a note. Empty means every column, in the order of the file
     * @param ignored columns that are passed over
     * @param missing words for a missing value beside {@link #MISSING}
     * @param categorical columns whose numbers are names
     */
    public record Features(List<String> wanted, Set<String> ignored, Set<String> missing, Set<String> categorical) {
        /** The usual words for a missing value, as pandas, R, SQL and the UCI repository write them; an empty field is missing, too. */
        public static final Set<String> MISSING = Set.of(
                "NA", "N/A", "n/a", "#N/A", "#NA", "<NA>", "na", "NaN", "nan", "NAN", "-NaN", "-nan", "NULL", "null",
                "Null", "None", "none", "?");

        /** Every column. */
        public static final Features ALL = new Features(List.of(), Set.of(), Set.of(), Set.of());

        public Features {
            wanted = List.copyOf(wanted);
            ignored = Set.copyOf(ignored);
            missing = Set.copyOf(missing);
            categorical = Set.copyOf(categorical);
        }

        Features withWanted(List<String> others) {
            return new Features(others, ignored, missing, categorical);
        }

        Features withIgnored(Set<String> others) {
            return new Features(wanted, others, missing, categorical);
        }

        Features withMissing(Set<String> others) {
            return new Features(wanted, ignored, others, categorical);
        }

        Features withCategorical(Set<String> others) {
            return new Features(wanted, ignored, missing, others);
        }

        /** Whether the field of a feature is a word for a missing value. */
        boolean isMissing(String field) {
            return MISSING.contains(field) || missing.contains(field);
        }
    }

    /** @throws IllegalArgumentException if a column is to be two things */
    public CsvColumns {
        Set<String> names = new HashSet<>();
        Stream.of(label, query, weight, item, itemWeight).forEach(name -> {
            if (name != null && !name.isEmpty() && !names.add(name)) {
                throw new IllegalArgumentException(
                        "column '" + name + "' cannot be two of label, query, weight, item and item weight");
            }
            if (name != null && features.ignored.contains(name)) {
                throw new IllegalArgumentException("column '" + name + "' cannot be both ignored and used");
            }
        });
    }

    /** Without positions of labels. */
    public CsvColumns(
            @Nullable String label,
            @Nullable String query,
            @Nullable String weight,
            @Nullable String item,
            @Nullable String itemWeight) {
        this(label, query, weight, item, itemWeight, null, Features.ALL);
    }

    /** The usual names. */
    public static CsvColumns defaults() {
        return new CsvColumns(null, null, null, null, null);
    }

    public CsvColumns withRanking(String beginning) {
        return new CsvColumns(label, query, weight, item, itemWeight, beginning, features);
    }

    public CsvColumns withLabel(String column) {
        return new CsvColumns(column, query, weight, item, itemWeight, ranking, features);
    }

    public CsvColumns withQuery(String column) {
        return new CsvColumns(label, column, weight, item, itemWeight, ranking, features);
    }

    public CsvColumns withWeight(String column) {
        return new CsvColumns(label, query, column, item, itemWeight, ranking, features);
    }

    public CsvColumns withItem(String column) {
        return new CsvColumns(label, query, weight, column, itemWeight, ranking, features);
    }

    public CsvColumns withItemWeight(String column) {
        return new CsvColumns(label, query, weight, item, column, ranking, features);
    }

    /** A copy with some columns as features, in this order. */
    public CsvColumns withFeatures(List<String> wanted) {
        return new CsvColumns(label, query, weight, item, itemWeight, ranking, features.withWanted(wanted));
    }

    public CsvColumns withIgnored(Set<String> ignored) {
        return new CsvColumns(label, query, weight, item, itemWeight, ranking, features.withIgnored(ignored));
    }

    /** A copy with more words for a missing value of a feature. */
    public CsvColumns withMissing(Set<String> words) {
        return new CsvColumns(label, query, weight, item, itemWeight, ranking, features.withMissing(words));
    }

    /** A copy with columns whose numbers are names, so that each has a feature of its own. */
    public CsvColumns withCategorical(Set<String> columns) {
        return new CsvColumns(label, query, weight, item, itemWeight, ranking, features.withCategorical(columns));
    }

    /** Whether it is said here what a column is, so that its usual name says nothing. */
    boolean names(String column) {
        return features.ignored.contains(column)
                || features.wanted.contains(column)
                || (ranking != null && column.startsWith(ranking))
                || Stream.of(label, query, weight, item, itemWeight).anyMatch(name -> Objects.equals(name, column));
    }
}
