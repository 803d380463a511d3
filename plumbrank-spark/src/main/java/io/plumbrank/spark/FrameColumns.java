package io.plumbrank.spark;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Labels;
import io.plumbrank.data.blocks.QueryRows;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.util.hashing.MurmurHash3$;

/**
 * What the columns of a DataFrame hold.
 *
 * @param data what stands in for a file in messages and in the model
 * @param places of the columns, in the order of {@link Role}; −1 where there is none
 * @param absent what a sparse vector or a short array leaves out
 * @param classes the classes that labels name; null where labels are numbers
 */
record FrameColumns(
        String data,
        Grouping grouping,
        int[] places,
        Absent absent,
        @Nullable Labels classes) implements Serializable {
    private static final long serialVersionUID = 1;

    /** In the metadata of a column of vectors: {@code missing} where what a sparse vector leaves out is not known. */
    static final String ABSENT = "plumbrank.absent";

    /** What a column is for. */
    enum Role {
        LABEL,
        QUERY,
        ITEM,
        FEATURES,
        WEIGHT,
        ITEM_WEIGHT
    }

    /**
     * @param names of columns by role; those with an empty name, or none, are not there
     * @param absent zero, missing, or auto for what the column's metadata says
     */
    static FrameColumns of(
            StructType schema,
            String data,
            Grouping grouping,
            Map<Role, String> names,
            String absent,
            @Nullable Labels classes) {
        int[] places = new int[Role.values().length];
        for (Role role : Role.values()) {
            String name = names.getOrDefault(role, "");
            places[role.ordinal()] = name.isEmpty() ? -1 : place(schema, data, name);
            if (!name.isEmpty() && role != Role.FEATURES) {
                requireScalar(schema.fields()[places[role.ordinal()]], data);
            }
        }
        if (places[Role.FEATURES.ordinal()] < 0) {
            throw new InputException(data, 0, "no column of features", "the name of one: featuresCol");
        }
        StructField features = schema.fields()[places[Role.FEATURES.ordinal()]];
        DataType type = features.dataType();
        boolean numbers = type instanceof ArrayType array && array.elementType() instanceof NumericType;
        if (!(type instanceof VectorUDT) && !numbers) {
            throw new InputException(
                    data,
                    0,
                    "column " + features.name() + " of type " + type.catalogString(),
                    "a vector or an array of numbers");
        }
        boolean missing = absent.equals("auto")
                ? features.metadata().contains(ABSENT)
                        && features.metadata().getString(ABSENT).equals("missing")
                : absent.equals("missing");
        Absent left = missing ? Absent.MISSING : Absent.ZERO;
        return new FrameColumns(data, grouping, places, left, classes);
    }

    /** What Parquet's reader on one machine takes, too. */
    private static void requireScalar(StructField column, String data) {
        DataType type = column.dataType();
        if (!(type instanceof NumericType
                || type instanceof StringType
                || type instanceof BooleanType
                || type instanceof BinaryType)) {
            throw new InputException(
                    data,
                    0,
                    "column " + column.name() + " of type " + type.catalogString(),
                    "numbers or texts: cast it to one of them");
        }
    }

    /** A column by its name, whatever letters that has. */
    static Column column(String name) {
        return functions.col("`" + name.replace("`", "``") + "`");
    }

    private static int place(StructType schema, String data, String name) {
        List<String> names = Arrays.asList(schema.fieldNames());
        if (!names.contains(name)) {
            throw new InputException(data, 0, "no column " + name, "one of " + String.join(", ", names));
        }
        return names.indexOf(name);
    }

    /** The names of the features in a column's metadata, as VectorAssembler leaves them; empty where some have none. */
    static List<String> featureNames(StructType schema, String column) {
        if (!Arrays.asList(schema.fieldNames()).contains(column)
                || !(schema.apply(column).dataType() instanceof VectorUDT)) {
            return List.of();
        }
        Option<Attribute[]> attributes =
                AttributeGroup.fromStructField(schema.apply(column)).attributes();
        if (attributes.isEmpty()) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (Attribute attribute : attributes.get()) {
            if (attribute.name().isEmpty()) {
                return List.of();
            }
            names.add(attribute.name().get());
        }
        return List.copyOf(names);
    }

    private int place(Role role) {
        return places[role.ordinal()];
    }

    /** How many features a row has a place for. */
    int width(Row row) {
        Object value = row.get(place(Role.FEATURES));
        if (value instanceof org.apache.spark.ml.linalg.Vector vector) {
            return vector.size();
        }
        return value == null ? 0 : row.getList(place(Role.FEATURES)).size();
    }

    /** The name of a row's query. */
    String query(Row row) {
        int place = place(Role.QUERY);
        if (place < 0) {
            return "";
        }
        String name = row.isNullAt(place) ? "" : text(row.get(place));
        if (name.isEmpty()) {
            throw fault(row, "no query", "a name or number of the query in every row");
        }
        return name;
    }

    /** The rows of a query by the names of items; those without a name by a hash of all they hold, so that labels decide nothing. */
    List<Row> sorted(Iterator<Row> rows) {
        record Keyed(Row row, String name, int hash) {}
        List<Keyed> keyed = new ArrayList<>();
        rows.forEachRemaining(row -> {
            String name = name(row);
            keyed.add(new Keyed(row, name, name.isEmpty() ? hash(row) : 0));
        });
        keyed.sort(Comparator.comparing(Keyed::name).thenComparingInt(Keyed::hash));
        return keyed.stream().map(Keyed::row).toList();
    }

    private static int hash(Row row) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            all.append('\0').append(row.isNullAt(i) ? "" : text(row.get(i)));
        }
        return MurmurHash3$.MODULE$.stringHash(all.toString());
    }

    private String name(Row row) {
        return place(Role.ITEM) < 0 || row.isNullAt(place(Role.ITEM)) ? "" : text(row.get(place(Role.ITEM)));
    }

    /** A row. */
    QueryRows rows(Row row) {
        String query = query(row);
        String item = name(row);
        return values(
                row, query, item, label(row), weight(row, Role.WEIGHT, 1), weight(row, Role.ITEM_WEIGHT, Double.NaN));
    }

    private double weight(Row row, Role role, double otherwise) {
        if (place(role) < 0) {
            return otherwise;
        }
        double weight = number(row, role);
        if (!(weight >= 0 && weight <= Labels.LARGEST)) {
            throw fault(row, words(role) + " " + weight, "a number from 0 to " + Labels.LARGEST);
        }
        return weight;
    }

    private QueryRows values(Row row, String query, String item, double label, double weight, double itemWeight) {
        Object value = row.get(place(Role.FEATURES));
        int @Nullable [] places = null;
        double[] given;
        if (value instanceof SparseVector sparse) {
            places = sparse.indices();
            given = sparse.values();
        } else {
            given = value instanceof DenseVector dense ? dense.values() : array(row);
        }
        int[] columns = new int[given.length];
        float[] present = new float[given.length];
        int count = 0;
        for (int i = 0; i < given.length; i++) {
            if (!absent.is((float) given[i])) {
                columns[count] = places == null ? i : places[i];
                present[count] = (float) given[i];
                if (Float.isInfinite(present[count])) {
                    throw fault(
                            row,
                            "feature " + columns[count] + " of " + given[i],
                            "numbers that a 32-bit float can hold, and NaN for missing values");
                }
                count++;
            }
        }
        return QueryRows.ofRow(
                query,
                item,
                label,
                weight,
                itemWeight,
                Arrays.copyOf(columns, count),
                Arrays.copyOf(present, count),
                absent);
    }

    private double[] array(Row row) {
        if (row.isNullAt(place(Role.FEATURES))) {
            throw fault(row, "no features", "a vector or an array of numbers in every row");
        }
        return row.getList(place(Role.FEATURES)).stream()
                .mapToDouble(value -> value == null ? Double.NaN : ((Number) value).doubleValue())
                .toArray();
    }

    private double label(Row row) {
        int place = place(Role.LABEL);
        if (place < 0) {
            return Double.NaN;
        }
        if (row.isNullAt(place)) {
            throw fault(row, "no label", "a label in every row");
        }
        if (classes == null) {
            double label = number(row, Role.LABEL);
            if (!(Math.abs(label) <= Labels.LARGEST)) {
                throw fault(row, "label " + label, "a number from -" + Labels.LARGEST + " to " + Labels.LARGEST);
            }
            return label;
        }
        String name = text(row.get(place));
        double number = classes.parseClass(name);
        if (Double.isNaN(number)) {
            throw fault(row, "label " + InputException.quote(name), classes.expected());
        }
        return number;
    }

    /** A text is no number, so that one typed by mistake is noticed; true is 1 and false is 0, as in a file of Parquet. */
    private double number(Row row, Role role) {
        int place = place(role);
        Object value = row.get(place);
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof Boolean truth) {
            return truth ? 1 : 0;
        }
        throw fault(
                row,
                value == null ? "no " + words(role) : words(role) + " " + InputException.quote(text(value)),
                "a number");
    }

    private static String words(Role role) {
        return role.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The text that a file of Parquet with the same value has on one machine: whole numbers have no point. */
    static String text(Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return number == Math.rint(number) && Math.abs(number) < 1e15
                    ? Long.toString((long) number)
                    : Double.toString(number);
        }
        if (value instanceof BigDecimal digits) {
            return (digits.signum() == 0 ? BigDecimal.ZERO : digits.stripTrailingZeros()).toPlainString();
        }
        if (value instanceof Boolean truth) {
            return truth ? "1" : "0";
        }
        return value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value.toString();
    }

    private InputException fault(Row row, String found, String expected) {
        int place = place(Role.QUERY);
        String where =
                place < 0 || row.isNullAt(place) ? "" : " in query " + InputException.quote(text(row.get(place)));
        return new InputException(data, 0, found + where, expected);
    }
}
