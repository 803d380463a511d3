package io.plumbrank.data.preferences;

import io.plumbrank.data.CsvColumns;
import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Instances with one feature vector each, and what is known of how each ranks a fixed set of r labels. From a CSV file whose
 * columns with a common beginning hold the labels' positions: 1 is the best, equal positions are a tie, an empty field is a
 * position that is not known. Label names are column names; the other columns are features, but for that of
 * weights ({@link CsvColumns}). In memory, unmodifiable.
 *
 * <pre>{@code
 * CsvColumns columns = CsvColumns.defaults().withRanking("L");
 * QuerySource file = QuerySource.of(path, columns, Grouping.ROW, ReadOptions.defaults().withLabels(Labels.ignored()));
 * LabelRankings data = LabelRankings.read(file, "L");
 * }</pre>
 */
public final class LabelRankings {
    private static final String POSITION = "a position, 1 or more, or nothing where it is not known";

    private final QuerySource source;
    private final List<String> labels;
    private final List<String> features;
    private final List<Row> rows;
    private final int filled;

    private LabelRankings(QuerySource source, List<String> labels, List<String> features, List<Row> rows, int filled) {
        this.source = source;
        this.labels = List.copyOf(labels);
        this.features = List.copyOf(features);
        this.rows = List.copyOf(rows);
        this.filled = filled;
    }

    /**
     * One instance; the arrays are not copied.
     *
     * @param features NaN for missing
     * @param positions one per label, NaN where it is not known
     * @param weight how much it counts
     * @param line where it stands in its file, 0 if in none
     * @param id its name, null where it has none
     */
    public record Row(
            float[] features,
            double[] positions,
            double weight,
            long line,
            @Nullable String id) {
        /** How many positions are known. */
        public int known() {
            return (int)
                    IntStream.range(0, positions.length).filter(this::isKnown).count();
        }

        /** Whether the position of a label is known. */
        public boolean isKnown(int label) {
            return !Double.isNaN(positions[label]);
        }

        /** Whether some but not all positions are known. */
        public boolean hasGaps() {
            return known() > 0 && known() < positions.length;
        }

        /** Whether the known positions are the first: of k labels, none is below position k. */
        public boolean isPrefix() {
            return last() <= known();
        }

        private double last() {
            return DoubleStream.of(positions)
                    .filter(position -> !Double.isNaN(position))
                    .max()
                    .orElse(0);
        }

        private Row filled() {
            double next = known() + 1;
            return new Row(
                    features,
                    DoubleStream.of(positions)
                            .map(position -> Double.isNaN(position) ? next : position)
                            .toArray(),
                    weight,
                    line,
                    id);
        }
    }

    /**
     * Reads a file whose rows are instances and whose labels are ignored.
     *
     * @param source a CSV file, opened with {@link CsvColumns#withRanking}
     * @param beginning of the names of the columns with positions
     * @throws InputException if fewer than two columns begin so, or a position is none
     */
    public static LabelRankings read(QuerySource source, String beginning) {
        LabelRankings data = readAny(source, beginning);
        if (data.labels.size() < 2) {
            String found = data.labels.isEmpty() ? "no column" : "one column";
            throw new InputException(
                    source.file().toString(),
                    1,
                    found + " whose name begins with " + InputException.quote(beginning),
                    "a CSV file with one for each of two labels or more");
        }
        return data;
    }

    /** The same for instances to predict: columns with positions may be missing. */
    public static LabelRankings readAny(QuerySource source, String beginning) {
        List<String> names = source.featureNames();
        int[] positions = columns(names, beginning, true);
        int[] features = columns(names, beginning, false);
        List<Row> rows = new ArrayList<>();
        source.visit(query -> {
            double[] places = new double[positions.length];
            for (int label = 0; label < places.length; label++) {
                places[label] = query.feature(0, positions[label]);
                if (places[label] < 1) {
                    throw new InputException(
                            source.file().toString(),
                            query.firstLine(),
                            places[label] + " in column " + InputException.quote(names.get(positions[label])),
                            POSITION);
                }
            }
            float[] x = new float[features.length];
            for (int j = 0; j < x.length; j++) {
                x[j] = query.feature(0, features[j]);
            }
            rows.add(
                    new Row(x, places, query.weight(), query.firstLine(), query.hasItemId(0) ? query.itemId(0) : null));
        });
        return new LabelRankings(source, pick(names, positions), pick(names, features), rows, 0);
    }

    private static int[] columns(List<String> names, String beginning, boolean wanted) {
        return IntStream.range(0, names.size())
                .filter(i -> names.get(i).startsWith(beginning) == wanted)
                .toArray();
    }

    private static List<String> pick(List<String> names, int[] columns) {
        return IntStream.of(columns).mapToObj(names::get).toList();
    }

    /** Where they come from. */
    public QuerySource source() {
        return source;
    }

    /** The names of the labels, in the order of the file. */
    public List<String> labels() {
        return labels;
    }

    /** The names of the features, in the order of the file. */
    public List<String> featureNames() {
        return features;
    }

    /** The instances, in the order of the file. */
    public List<Row> rows() {
        return rows;
    }

    /**
     * The same instances with the labels in another order.
     *
     * @throws InputException if these are not the same labels
     */
    public LabelRankings withLabels(List<String> order) {
        if (labels.equals(order)) {
            return this;
        }
        if (labels.size() != order.size() || !labels.containsAll(order)) {
            throw new InputException(
                    source.file().toString(),
                    1,
                    "the labels " + String.join(", ", labels),
                    "those of the training data: " + String.join(", ", order));
        }
        int[] from = order.stream().mapToInt(labels::indexOf).toArray();
        List<Row> moved = rows.stream()
                .map(row -> new Row(
                        row.features,
                        IntStream.of(from)
                                .mapToDouble(label -> row.positions[label])
                                .toArray(),
                        row.weight,
                        row.line,
                        row.id))
                .toList();
        return new LabelRankings(source, order, features, moved, filled);
    }

    /**
     * The same instances with the labels that are missing below those that are known, and tied.
     *
     * @throws InputException if a row knows other positions than the first
     */
    public LabelRankings withMissingAtBottom() {
        List<Row> all = new ArrayList<>();
        int gaps = 0;
        for (Row row : rows) {
            if (row.hasGaps() && !row.isPrefix()) {
                throw new InputException(
                        source.file().toString(),
                        row.line(),
                        "position " + row.last() + " among " + row.known() + " known ones",
                        "positions 1 to " + row.known()
                                + ", as missing ones are at the bottom; take missing as label if they are not");
            }
            gaps += row.hasGaps() ? 1 : 0;
            all.add(row.hasGaps() ? row.filled() : row);
        }
        return new LabelRankings(source, labels, features, all, gaps);
    }

    /** How many rows had positions put at the bottom. */
    public int filledRows() {
        return filled;
    }

    /**
     * The instances as queries whose items are the labels with known positions, graded by how many places stand below them;
     * all items of a query have the instance's features. Instances with fewer than two known positions are left out.
     */
    public QuerySource asQueries() {
        return new LabelQueries(this);
    }
}
