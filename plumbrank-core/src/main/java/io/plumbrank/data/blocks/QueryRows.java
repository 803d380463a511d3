package io.plumbrank.data.blocks;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Query;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rows of a query as plain arrays, to be sent, sorted and made a {@link Query} of. Immutable: nobody writes the arrays. */
public final class QueryRows {
    /** The longest array that every JVM can make. */
    private static final long LONGEST = Integer.MAX_VALUE - 8;

    private final String id;
    private final double weight;
    private final long line;
    private final Absent absent;
    private final Item[] items;

    private QueryRows(String id, double weight, long line, Absent absent, Item[] items) {
        this.id = id;
        this.weight = weight;
        this.line = line;
        this.absent = absent;
        this.items = items;
    }

    /**
     * One row.
     *
     * @param name empty where it has none
     * @param weight NaN where items have none
     * @param columns of the values that are not as if absent, ascending
     */
    record Item(String name, double label, double weight, int[] columns, float[] values) {
        private int width() {
            return columns.length == 0 ? 0 : columns[columns.length - 1] + 1;
        }

        Item below(int column) {
            int place = Arrays.binarySearch(columns, column);
            int count = place < 0 ? ~place : place;
            return count == columns.length
                    ? this
                    : new Item(name, label, weight, Arrays.copyOf(columns, count), Arrays.copyOf(values, count));
        }

        /** Dense, with NaN for what is missing, or as columns with values, whichever is shorter. */
        private boolean isDense() {
            return width() <= 2L * columns.length;
        }

        private long packedSize() {
            return textSize(name)
                    + 2L * Double.BYTES
                    + Integer.BYTES * (1 + (isDense() ? width() : 2L * columns.length));
        }

        private void write(ByteBuffer out, float absent) {
            writeText(out, name);
            out.putDouble(label).putDouble(weight);
            if (!isDense()) {
                out.putInt(columns.length);
                for (int i = 0; i < columns.length; i++) {
                    out.putInt(columns[i]).putFloat(values[i]);
                }
                return;
            }
            out.putInt(~width());
            int at = 0;
            for (int column = 0; column < width(); column++) {
                out.putFloat(columns[at] == column ? values[at++] : absent);
            }
        }

        private static Item read(ByteBuffer in, Absent absent) {
            String name = readText(in);
            double label = in.getDouble();
            double weight = in.getDouble();
            int size = in.getInt();
            boolean dense = size < 0;
            int most = dense ? ~size : size;
            int[] columns = new int[most];
            float[] values = new float[most];
            int count = 0;
            for (int i = 0; i < most; i++) {
                int column = dense ? i : in.getInt();
                float value = in.getFloat();
                columns[count] = column;
                values[count] = value;
                count += absent.is(value) ? 0 : 1;
            }
            return count == most
                    ? new Item(name, label, weight, columns, values)
                    : new Item(name, label, weight, Arrays.copyOf(columns, count), Arrays.copyOf(values, count));
        }

        long hash() {
            long hash = BlindOrder.add(BlindOrder.hash(name), Double.doubleToLongBits(label));
            hash = BlindOrder.add(hash, Double.doubleToLongBits(weight));
            for (int i = 0; i < columns.length; i++) {
                hash = BlindOrder.add(BlindOrder.add(hash, columns[i]), Float.floatToIntBits(values[i]));
            }
            return hash;
        }
    }

    /** Of a query that is in memory. Preferences are left out. */
    public static QueryRows of(Query query) {
        Item[] items = new Item[query.size()];
        for (int item = 0; item < items.length; item++) {
            int[] count = {0};
            query.forEachFeature(item, (feature, value) -> count[0]++);
            int[] columns = new int[count[0]];
            float[] values = new float[count[0]];
            int[] at = {0};
            query.forEachFeature(item, (feature, value) -> {
                columns[at[0]] = feature;
                values[at[0]++] = value;
            });
            items[item] = new Item(
                    query.hasItemId(item) ? query.itemId(item) : "",
                    query.label(item),
                    query.hasItemWeights() ? query.itemWeight(item) : Double.NaN,
                    columns,
                    values);
        }
        return new QueryRows(query.id(), query.weight(), query.firstLine(), query.absent(), items);
    }

    /**
     * One row of a query.
     *
     * @param query the name of the query
     * @param item the name of the item, null or empty where it has none
     * @param weight of the query
     * @param itemWeight NaN where items have none
     * @param columns of the values that are not as if absent, ascending; not copied
     * @param values none of them as if absent; not copied
     * @param absent what a feature is that has none
     * @throws IllegalArgumentException if a weight is not finite or negative
     */
    public static QueryRows ofRow(
            String query,
            @Nullable String item,
            double label,
            double weight,
            double itemWeight,
            int[] columns,
            float[] values,
            Absent absent) {
        if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)
                || itemWeight < 0
                || itemWeight == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "weights must be finite and not negative, got " + weight + " and " + itemWeight);
        }
        Item only = new Item(item == null ? "" : item, label, itemWeight, columns, values);
        return new QueryRows(query, weight, 0, absent, new Item[] {only});
    }

    /**
     * Parts of one query as one.
     *
     * @throws IllegalArgumentException if they are not of one query, or have different weights; the message is for users
     */
    public static QueryRows joined(List<QueryRows> parts) {
        QueryRows first = parts.get(0);
        for (QueryRows part : parts) {
            if (!part.id.equals(first.id)) {
                throw new IllegalArgumentException("rows of '" + part.id + "' among those of '" + first.id + "'");
            }
            if (part.weight != first.weight) {
                throw new IllegalArgumentException(
                        "weights " + first.weight + " and " + part.weight + " in query '" + first.id + "'");
            }
        }
        return new QueryRows(
                first.id,
                first.weight,
                first.line,
                first.absent,
                parts.stream().flatMap(part -> Arrays.stream(part.items)).toArray(Item[]::new));
    }

    /** The same with items by name, and those without, or with the same, by what they hold. */
    public QueryRows inOrder() {
        long[] hashes = Arrays.stream(items).mapToLong(Item::hash).toArray();
        Item[] sorted = IntStream.range(0, items.length)
                .boxed()
                .sorted(Comparator.<Integer, String>comparing(i -> items[i].name)
                        .thenComparingLong(i -> hashes[i])
                        .thenComparingDouble(i -> items[i].label))
                .map(i -> items[i])
                .toArray(Item[]::new);
        return new QueryRows(id, weight, line, absent, sorted);
    }

    /** The same without features of this number and above. */
    public QueryRows below(int column) {
        return new QueryRows(
                id,
                weight,
                line,
                absent,
                Arrays.stream(items).map(item -> item.below(column)).toArray(Item[]::new));
    }

    /**
     * The query.
     *
     * @param columns how many features it has, more than any number here
     * @throws IllegalArgumentException if two items have one name, or a column is beyond these
     */
    public Query query(int columns) {
        int[] starts = new int[items.length + 1];
        for (int item = 0; item < items.length; item++) {
            starts[item + 1] = starts[item] + items[item].columns.length;
        }
        int[] indices = new int[starts[items.length]];
        float[] values = new float[starts[items.length]];
        for (int item = 0; item < items.length; item++) {
            System.arraycopy(items[item].columns, 0, indices, starts[item], items[item].columns.length);
            System.arraycopy(items[item].values, 0, values, starts[item], items[item].values.length);
        }
        double[] labels = Arrays.stream(items).mapToDouble(Item::label).toArray();
        Query query = Query.ofSparse(id, labels, columns, starts, indices, values, absent)
                .withWeight(weight)
                .withFirstLine(line);
        if (Arrays.stream(items).anyMatch(item -> !item.name.isEmpty())) {
            query = query.withItemIds(Arrays.stream(items).map(Item::name).toList());
        }
        boolean weighted = Arrays.stream(items).anyMatch(item -> !Double.isNaN(item.weight));
        return weighted
                ? query.withItemWeights(Arrays.stream(items)
                        .mapToDouble(item -> Double.isNaN(item.weight) ? 1 : item.weight)
                        .toArray())
                : query;
    }

    /**
     * All of it as bytes, some four per value where rows lack few.
     *
     * @throws IllegalArgumentException if they are more than an array holds; the message is for users
     */
    public byte[] packed() {
        long size = textSize(id) + Double.BYTES + Long.BYTES + Integer.BYTES + 1;
        for (Item item : items) {
            size += item.packedSize();
        }
        if (size > LONGEST) {
            throw new IllegalArgumentException(size + " bytes in query '" + id + "' of " + items.length + " rows");
        }
        ByteBuffer out = ByteBuffer.allocate((int) size);
        writeText(out, id);
        out.putDouble(weight).putLong(line).put((byte) absent.ordinal()).putInt(items.length);
        for (Item item : items) {
            item.write(out, absent.value());
        }
        return out.array();
    }

    /** From {@link #packed} bytes. */
    public static QueryRows unpacked(byte[] packed) {
        ByteBuffer in = ByteBuffer.wrap(packed);
        String id = readText(in);
        double weight = in.getDouble();
        long line = in.getLong();
        Absent absent = Absent.values()[in.get()];
        Item[] items = new Item[in.getInt()];
        for (int item = 0; item < items.length; item++) {
            items[item] = Item.read(in, absent);
        }
        return new QueryRows(id, weight, line, absent, items);
    }

    private static long textSize(String text) {
        return (long) Integer.BYTES + text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static void writeText(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.putInt(bytes.length).put(bytes);
    }

    private static String readText(ByteBuffer in) {
        byte[] bytes = new byte[in.getInt()];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The name of the query. */
    public String id() {
        return id;
    }

    /** The number of rows. */
    public int size() {
        return items.length;
    }

    /** One more than the largest number of a feature that is present. */
    public int columns() {
        int most = 0;
        for (Item item : items) {
            most = item.columns.length == 0 ? most : Math.max(most, item.columns[item.columns.length - 1] + 1);
        }
        return most;
    }

    double label(int item) {
        return items[item].label;
    }

    /** Of all that a row holds, but for the name of its query. */
    long hash(int item) {
        return BlindOrder.add(items[item].hash(), Double.doubleToLongBits(weight));
    }
}
