package io.plumbrank.spark;

import io.plumbrank.data.Grouping;
import io.plumbrank.data.QueryRows;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.VectorUDT;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * What the columns of a DataFrame hold.
 *
 * @param data what stands in for a file in messages and in the model
 * @param places of the columns, in the order of {@link Role}; −1 where there is none
 * @param absentIsMissing whether what a sparse vector leaves out is missing, and not 0
 * @param classes the numbers of the classes by name; null where labels are numbers
 */
@SuppressWarnings("ArrayRecordComponent") // nobody writes it, and nobody compares
record FrameColumns(
        String data,
        Grouping grouping,
        int[] places,
        boolean absentIsMissing,
        @Nullable Map<String, Integer> classes) implements Serializable {
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
            @Nullable Map<String, Integer> classes) {
        int[] places = new int[Role.values().length];
        for (Role role : Role.values()) {
            String name = names.getOrDefault(role, "");
            places[role.ordinal()] = name.isEmpty() ? -1 : place(schema, data, name);
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
        return new FrameColumns(data, grouping, places, missing, classes);
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
        if (!Arrays.asList(schema.fieldNames()).contains(column)) {
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
        if (row.isNullAt(place)) {
            throw fault(row, "no query", "a name or number of the query in every row");
        }
        return text(row.get(place));
    }

    /** A row. */
    QueryRows rows(Row row) {
        String query = query(row);
        String item = place(Role.ITEM) < 0 || row.isNullAt(place(Role.ITEM)) ? null : text(row.get(place(Role.ITEM)));
        double weight = number(row, Role.WEIGHT, 1);
        double itemWeight = number(row, Role.ITEM_WEIGHT, Double.NaN);
        try {
            return values(row, query, item, label(row), weight, itemWeight);
        } catch (IllegalArgumentException e) {
            throw fault(row, "" + e.getMessage(), "a row as docs/spark.md describes it");
        }
    }

    private QueryRows values(
            Row row, String query, @Nullable String item, double label, double weight, double itemWeight) {
        Object value = row.get(place(Role.FEATURES));
        if (value instanceof SparseVector sparse && absentIsMissing) {
            int[] columns = new int[sparse.indices().length];
            float[] present = new float[columns.length];
            int count = 0;
            for (int i = 0; i < columns.length; i++) {
                if (!Double.isNaN(sparse.values()[i])) {
                    columns[count] = sparse.indices()[i];
                    present[count++] = (float) sparse.values()[i];
                }
            }
            return QueryRows.ofRow(
                    query,
                    item,
                    label,
                    weight,
                    itemWeight,
                    Arrays.copyOf(columns, count),
                    Arrays.copyOf(present, count));
        }
        double[] dense = value instanceof DenseVector vector
                ? vector.values()
                : value instanceof SparseVector sparse ? sparse.toArray() : array(row);
        int[] columns = new int[dense.length];
        float[] present = new float[dense.length];
        int count = 0;
        for (int j = 0; j < dense.length; j++) {
            if (!Double.isNaN(dense[j])) {
                columns[count] = j;
                present[count++] = (float) dense[j];
            }
        }
        return QueryRows.ofRow(
                query, item, label, weight, itemWeight, Arrays.copyOf(columns, count), Arrays.copyOf(present, count));
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
            double label = number(row, Role.LABEL, Double.NaN);
            if (!Double.isFinite(label)) {
                throw fault(row, "label " + label, "a number");
            }
            return label;
        }
        String name = text(row.get(place));
        Integer number = classes.get(name);
        if (number == null) {
            throw fault(
                    row,
                    "label " + InputException.quote(name),
                    "one of the classes of the loss, such as "
                            + InputException.quote(classes.keySet().iterator().next()));
        }
        return number;
    }

    private double number(Row row, Role role, double otherwise) {
        int place = place(role);
        if (place < 0 || row.isNullAt(place)) {
            return otherwise;
        }
        if (row.get(place) instanceof Number number) {
            return number.doubleValue();
        }
        throw fault(
                row,
                role.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " "
                        + InputException.quote(text(row.get(place))),
                "a number");
    }

    /** Whole numbers without a point, as a file of them would have it. */
    static String text(Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return number == Math.rint(number) && Math.abs(number) < 1e15
                    ? Long.toString((long) number)
                    : value.toString();
        }
        return value.toString();
    }

    private InputException fault(Row row, String found, String expected) {
        int place = place(Role.QUERY);
        String where =
                place < 0 || row.isNullAt(place) ? "" : " in query " + InputException.quote(text(row.get(place)));
        return new InputException(data, 0, found + where, expected);
    }
}
