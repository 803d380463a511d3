package io.plumbrank.data;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a CSV file that are no features. A name that is null stands for the usual names, and then a column that
 * is not there is no fault unless the file cannot do without.
 *
 * @param label the column with the labels; usually {@code label}
 * @param query the column with the names of the queries; usually {@code query}, else {@code qid}
 * @param weight the column with the weights of the queries; usually {@code weight}, and if there is none, all weigh 1
 * @param item the column with the names of the items; usually {@code docid}, else {@code item}
 * @param itemWeight the column with the weights of the items; usually {@code item_weight}, and if there is none, all weigh
 *     1
 * @param ranking how the names of the columns begin that hold the positions of labels ({@link LabelRankings}); a usual name
 *     that begins so is one of them
 */
public record CsvColumns(
        @Nullable String label,
        @Nullable String query,
        @Nullable String weight,
        @Nullable String item,
        @Nullable String itemWeight,
        @Nullable String ranking) {

    /** @throws IllegalArgumentException if a column is to be two things */
    public CsvColumns {
        Set<String> names = new HashSet<>();
        Stream.of(label, query, weight, item, itemWeight).forEach(name -> {
            if (name != null && !names.add(name)) {
                throw new IllegalArgumentException(
                        "column '" + name + "' cannot be two of label, query, weight, item and item weight");
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
        this(label, query, weight, item, itemWeight, null);
    }

    /** The usual names. */
    public static CsvColumns defaults() {
        return new CsvColumns(null, null, null, null, null);
    }

    /** The same with columns of positions. */
    public CsvColumns withRanking(String beginning) {
        return new CsvColumns(label, query, weight, item, itemWeight, beginning);
    }

    /** The same with another label column. */
    public CsvColumns withLabel(String column) {
        return new CsvColumns(column, query, weight, item, itemWeight, ranking);
    }

    /** The same with another query column. */
    public CsvColumns withQuery(String column) {
        return new CsvColumns(label, column, weight, item, itemWeight, ranking);
    }

    /** The same with another weight column. */
    public CsvColumns withWeight(String column) {
        return new CsvColumns(label, query, column, item, itemWeight, ranking);
    }

    /** The same with another item column. */
    public CsvColumns withItem(String column) {
        return new CsvColumns(label, query, weight, column, itemWeight, ranking);
    }

    /** The same with another column of item weights. */
    public CsvColumns withItemWeight(String column) {
        return new CsvColumns(label, query, weight, item, column, ranking);
    }

    /** Whether a column has a role by its name here. */
    boolean names(String column) {
        return (ranking != null && column.startsWith(ranking))
                || Stream.of(label, query, weight, item, itemWeight).anyMatch(name -> Objects.equals(name, column));
    }
}
