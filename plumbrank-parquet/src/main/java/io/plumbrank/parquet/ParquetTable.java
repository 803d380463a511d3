package io.plumbrank.parquet;

import io.plumbrank.data.TableFormat.Column;
import io.plumbrank.data.TableFormat.Kind;
import io.plumbrank.data.TableFormat.Numbers;
import io.plumbrank.data.TableFormat.Table;
import io.plumbrank.util.InputException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** The rows of some files, one file after another; all must have the columns of the first. */
final class ParquetTable implements Table {
    /** What Spark writes of its own schema, where vectors say whether they leave out zeros or what is missing. */
    private static final String SPARK_SCHEMA = "org.apache.spark.sql.parquet.row.metadata";

    /** Up to this a double holds every whole number, and the powers of ten up to this one: a quotient is rounded once. */
    private static final long EXACT = 1L << 53;

    private static final int EXACT_SCALE = 22;
    private static final double[] POWERS = IntStream.rangeClosed(0, EXACT_SCALE)
            .mapToDouble(power -> Double.parseDouble("1e" + power))
            .toArray();

    private final Path name;
    private final List<Path> parts;
    private final List<Column> columns;
    private final List<Reading> readings;
    private ParquetFile file;
    private int nextPart = 1;
    private long rowsLeft;
    private long rowOfPart;
    private boolean absentIsMissing;

    ParquetTable(Path name, List<Path> parts) {
        this.name = name;
        this.parts = parts;
        file = new ParquetFile(parts.get(0));
        columns = new ArrayList<>();
        readings = new ArrayList<>();
        describe(file, columns, readings);
        absentIsMissing = absentIsMissing(file);
    }

    /** How a column is read: from one leaf, or, for a vector, from three. */
    private static final class Reading {
        private final List<ColumnDescriptor> leaves;
        private final List<SchemaElement> elements;
        private List<ColumnReader> readers = List.of();

        /** How many values each list has given of this group of rows. */
        private final long[] taken;

        private double number = Double.NaN;
        /** What a number is stored as, where that is a whole one: a double holds but the first of many digits. */
        private long whole;

        private @Nullable String text;
        private @Nullable Numbers numbers;

        Reading(List<ColumnDescriptor> leaves, List<SchemaElement> elements) {
            this.leaves = leaves;
            this.elements = elements;
            this.taken = new long[leaves.size()];
        }
    }

    private static void describe(ParquetFile file, List<Column> columns, List<Reading> readings) {
        MessageType schema = file.schema();
        List<SchemaElement> elements = file.footer().getSchema();
        int at = 1;
        for (Type field : schema.getFields()) {
            List<ColumnDescriptor> leaves = schema.getColumns().stream()
                    .filter(leaf -> leaf.getPath()[0].equals(field.getName()))
                    .toList();
            int size = size(elements, at);
            List<SchemaElement> own = elements.subList(at, at + size).stream()
                    .filter(SchemaElement::isSetType)
                    .toList();
            at += size;
            Kind kind = kind(field, leaves, own);
            columns.add(new Column(
                    field.getName(),
                    kind,
                    field.toString().replaceAll("\\s+", " ").strip()));
            readings.add(new Reading(leaves, own));
        }
    }

    /** How many elements the tree has that begins at a place. */
    private static int size(List<SchemaElement> elements, int at) {
        int size = 1;
        for (int child = 0; child < elements.get(at).getNum_children(); child++) {
            size += size(elements, at + size);
        }
        return size;
    }

    private static Kind kind(Type field, List<ColumnDescriptor> leaves, List<SchemaElement> elements) {
        boolean numbers = elements.stream().allMatch(element -> Schema.meaning(element) == Schema.Meaning.NUMBER);
        if (field.isPrimitive()) {
            return field.isRepetition(Type.Repetition.REPEATED)
                    ? numbers ? Kind.NUMBERS : Kind.OTHER
                    : switch (Schema.meaning(elements.get(0))) {
                        case NUMBER -> Kind.NUMBER;
                        case TEXT -> Kind.TEXT;
                        case OTHER -> Kind.OTHER;
                    };
        }
        boolean list = leaves.size() == 1 && leaves.get(0).getMaxRepetitionLevel() == 1;
        return numbers && (list || isVector(field.asGroupType())) ? Kind.NUMBERS : Kind.OTHER;
    }

    /** Spark's: type, size, indices and values. */
    private static boolean isVector(GroupType group) {
        return group.getFields().stream()
                .map(Type::getName)
                .toList()
                .equals(List.of("type", "size", "indices", "values"));
    }

    private static boolean absentIsMissing(ParquetFile file) {
        List<KeyValue> metadata = file.footer().getKey_value_metadata();
        return metadata != null
                && metadata.stream()
                        .anyMatch(entry -> SPARK_SCHEMA.equals(entry.getKey())
                                && entry.getValue() != null
                                && entry.getValue().replaceAll("\\s", "").contains("\"plumbrank.absent\":\"missing\""));
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public boolean next() {
        while (rowsLeft == 0) {
            long rows = file.nextRows();
            if (rows < 0) {
                if (nextPart == parts.size()) {
                    return false;
                }
                nextFile();
            } else {
                begin(rows);
            }
        }
        rowsLeft--;
        rowOfPart++;
        for (int column = 0; column < columns.size(); column++) {
            read(readings.get(column), columns.get(column).kind());
        }
        return true;
    }

    private void begin(long rows) {
        rowsLeft = rows;
        List<Reading> read = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            if (columns.get(column).kind() != Kind.OTHER) {
                read.add(readings.get(column));
            }
        }
        List<ColumnReader> readers = file.nextGroup(
                read.stream().flatMap(reading -> reading.leaves.stream()).toList());
        int at = 0;
        for (Reading reading : read) {
            reading.readers = readers.subList(at, at + reading.leaves.size());
            Arrays.fill(reading.taken, 0);
            at += reading.leaves.size();
        }
    }

    private void nextFile() {
        file.close();
        ParquetFile opened = new ParquetFile(parts.get(nextPart++));
        List<Column> others = new ArrayList<>();
        List<Reading> fresh = new ArrayList<>();
        describe(opened, others, fresh);
        file = opened;
        if (!others.equals(columns)) {
            opened.close();
            throw new InputException(
                    opened.file().toString(), 0, "other columns than in " + parts.get(0), "the same in all part files");
        }
        readings.clear();
        readings.addAll(fresh);
        absentIsMissing = absentIsMissing(opened);
        rowOfPart = 0;
    }

    @Override
    public String place() {
        return parts.size() == 1 && parts.get(0).equals(name)
                ? ""
                : ", row " + rowOfPart + " of " + file.file().getFileName();
    }

    private void read(Reading reading, Kind kind) {
        try {
            switch (kind) {
                case NUMBERS -> reading.numbers = reading.leaves.size() == 1 ? list(reading, 0) : vector(reading);
                case NUMBER, TEXT -> {
                    ColumnReader reader = reading.readers.get(0);
                    boolean there = isThere(reading, 0);
                    reading.number = there && kind == Kind.NUMBER ? number(reading, 0) : Double.NaN;
                    reading.text =
                            there && kind == Kind.TEXT ? reader.getBinary().toStringUsingUTF8() : null;
                    reader.consume();
                }
                case OTHER -> {}
            }
        } catch (RuntimeException e) {
            throw file.unreadable(e);
        }
    }

    private static boolean isThere(Reading reading, int leaf) {
        return reading.readers.get(leaf).getCurrentDefinitionLevel()
                == reading.leaves.get(leaf).getMaxDefinitionLevel();
    }

    private static double number(Reading reading, int leaf) {
        ColumnReader reader = reading.readers.get(leaf);
        SchemaElement element = reading.elements.get(leaf);
        return switch (element.getType()) {
            case INT32, INT64 -> {
                reading.whole = whole(reader, element);
                yield number(reading.whole, element);
            }
            case FLOAT -> reader.getFloat();
            case DOUBLE -> reader.getDouble();
            case BOOLEAN -> reader.getBoolean() ? 1 : 0;
            default -> throw new IllegalStateException("no number: " + element.getType());
        };
    }

    private static long whole(ColumnReader reader, SchemaElement element) {
        if (element.getType() == org.apache.parquet.format.Type.INT64) {
            return reader.getLong();
        }
        int whole = reader.getInteger();
        return Schema.isUnsigned(element) ? Integer.toUnsignedLong(whole) : whole;
    }

    private static double number(long whole, SchemaElement element) {
        boolean exact = whole <= EXACT && whole >= (Schema.isUnsigned(element) ? 0 : -EXACT);
        return (exact && Schema.scale(element) <= EXACT_SCALE)
                ? whole / POWERS[Schema.scale(element)]
                : digits(whole, element).doubleValue();
    }

    private static BigDecimal digits(long whole, SchemaElement element) {
        return Schema.isUnsigned(element)
                ? new BigDecimal(Long.toUnsignedString(whole))
                : BigDecimal.valueOf(whole, Schema.scale(element));
    }

    /** Whole numbers without a point and with all their digits, as a file of them would have it. */
    private static String text(Reading reading) {
        SchemaElement element = reading.elements.get(0);
        double number = reading.number;
        return switch (element.getType()) {
            case INT32, INT64 -> {
                BigDecimal digits = digits(reading.whole, element);
                yield (digits.signum() == 0 ? BigDecimal.ZERO : digits.stripTrailingZeros()).toPlainString();
            }
            default ->
                number == Math.rint(number) && Math.abs(number) < 1e15
                        ? Long.toString((long) number)
                        : Double.toString(number);
        };
    }

    /** All elements of the row's list, NaN for null; null where the list is. */
    @SuppressWarnings("deprecation") // nothing else tells how many values a column has
    private static @Nullable Numbers list(Reading reading, int leaf) {
        ColumnReader reader = reading.readers.get(leaf);
        ColumnDescriptor descriptor = reading.leaves.get(leaf);
        int most = descriptor.getMaxDefinitionLevel();
        boolean elementMayBeNull = descriptor.getPrimitiveType().isRepetition(Type.Repetition.OPTIONAL);
        int ofElement = elementMayBeNull ? most - 1 : most;
        double[] values = new double[16];
        int count = 0;
        boolean isNull = false;
        do {
            // past its end a reader goes on with what it read last
            if (reading.taken[leaf]++ == reader.getTotalValueCount()) {
                throw new IllegalArgumentException("a column that ends before its group of rows does");
            }
            int level = reader.getCurrentDefinitionLevel();
            if (level >= ofElement) {
                values = count == values.length ? Arrays.copyOf(values, 2 * count) : values;
                values[count++] = level == most ? number(reading, leaf) : Double.NaN;
            } else {
                isNull = level + 1 < ofElement;
            }
            reader.consume();
        } while (reader.getCurrentRepetitionLevel() > 0);
        return isNull ? null : new Numbers(count, null, Arrays.copyOf(values, count));
    }

    /** A sparse one has type 0. */
    private @Nullable Numbers vector(Reading reading) {
        Integer type = scalar(reading, 0);
        Integer size = scalar(reading, 1);
        Numbers indices = list(reading, 2);
        Numbers values = list(reading, 3);
        if (type == null || values == null) {
            return null;
        }
        if (type == 1) {
            return values;
        }
        int[] places = new int[Objects.requireNonNull(indices).size()];
        Arrays.setAll(places, i -> (int) indices.values()[i]);
        if (size == null || places.length != values.size()) {
            throw new IllegalArgumentException(
                    "a vector with " + places.length + " places and " + values.size() + " values");
        }
        return absentIsMissing ? new Numbers(size, places, values.values()) : zeros(size, places, values.values());
    }

    private static Numbers zeros(int size, int[] places, double[] values) {
        double[] all = new double[size];
        for (int i = 0; i < places.length; i++) {
            all[places[i]] = values[i];
        }
        return new Numbers(size, null, all);
    }

    private static @Nullable Integer scalar(Reading reading, int leaf) {
        ColumnReader reader = reading.readers.get(leaf);
        Integer value = isThere(reading, leaf) ? (Integer) (int) number(reading, leaf) : null;
        reader.consume();
        return value;
    }

    @Override
    public double number(int column) {
        return readings.get(column).number;
    }

    @Override
    public @Nullable String text(int column) {
        Reading reading = readings.get(column);
        return columns.get(column).kind() != Kind.NUMBER
                ? reading.text
                : Double.isNaN(reading.number) ? null : text(reading);
    }

    @Override
    public @Nullable Numbers numbers(int column) {
        return readings.get(column).numbers;
    }

    @Override
    public void close() {
        file.close();
    }
}
