package io.plumbrank.cli.worker;

import io.plumbrank.data.TableFormat;
import io.plumbrank.util.InputException;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tables that another process sent, under names of files that no file has. Commands read them as they read Parquet. */
public final class ArrayTables implements TableFormat {
    private static final Map<Path, Arrays> TABLES = new ConcurrentHashMap<>();

    /** Has no state of its own. */
    public ArrayTables() {}

    /**
     * Columns of numbers or texts, and after them the features.
     *
     * @param names of all columns
     * @param columns before the features: {@code double[]} or {@code String[]}
     * @param features a row of the table after another, in parts of several rows each
     */
    record Arrays(int rows, List<String> names, List<Object> columns, List<FloatBuffer> features) {
        int width() {
            return names.size() - columns.size();
        }
    }

    static void put(Path name, Arrays arrays) {
        TABLES.put(name, arrays);
    }

    static void drop(Path name) {
        TABLES.remove(name);
    }

    @Override
    public String ending() {
        return MEMORY;
    }

    @Override
    public Table open(Path file) {
        Arrays arrays = TABLES.get(file);
        if (arrays == null) {
            throw new InputException(file.toString(), 0, "no such table in memory", "one that was sent before");
        }
        return new Cursor(arrays);
    }

    private static final class Cursor implements Table {
        private final Arrays arrays;
        private final int rowsPerPart;
        private int row = -1;
        private FloatBuffer part = FloatBuffer.allocate(0);
        private int at;

        Cursor(Arrays arrays) {
            this.arrays = arrays;
            this.rowsPerPart = arrays.width() == 0
                    ? Integer.MAX_VALUE
                    : Math.max(1, arrays.features.get(0).remaining() / arrays.width());
        }

        @Override
        public List<Column> columns() {
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < arrays.names.size(); i++) {
                boolean text = i < arrays.columns.size() && arrays.columns.get(i) instanceof String[];
                columns.add(new Column(arrays.names.get(i), text ? Kind.TEXT : Kind.NUMBER, text ? "text" : "number"));
            }
            return columns;
        }

        @Override
        public boolean next() {
            if (++row >= arrays.rows) {
                return false;
            }
            if (arrays.width() > 0) {
                part = arrays.features.get(row / rowsPerPart);
                at = row % rowsPerPart * arrays.width();
            }
            return true;
        }

        @Override
        public String place() {
            return "";
        }

        @Override
        public double number(int column) {
            int feature = column - arrays.columns.size();
            return feature >= 0 ? part.get(at + feature) : ((double[]) arrays.columns.get(column))[row];
        }

        @Override
        public @Nullable String text(int column) {
            if (column < arrays.columns.size() && arrays.columns.get(column) instanceof String[] texts) {
                return texts[row];
            }
            double number = number(column);
            return number == Math.rint(number) && Math.abs(number) < 1L << 53
                    ? Long.toString((long) number)
                    : Double.toString(number);
        }

        @Override
        public @Nullable Numbers numbers(int column) {
            return null;
        }

        @Override
        public void close() {}
    }
}
