package io.plumbrank.learn;

import io.plumbrank.data.Query;
import io.plumbrank.data.QueryFault;
import io.plumbrank.util.internal.Interrupts;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a scorer sees of an item: its own features, as they are or standardised within the query, and beside each of them what
 * the query's other items make of it. With context, f is a function of the whole query, which is what guarantees are over.
 *
 * <p>The features of input j stand together, its own value first, so that rows may be of any width: that of input j is at
 * j·(1 + number of contexts). A missing value stays missing, and is left out of means and ranks. Immutable.
 *
 * @param standardised whether an item's own value is (x − mean)/sd over the query's items, 0 where they are all equal
 * @param contexts what stands beside it, in this order
 */
public record QueryFeatures(boolean standardised, List<Context> contexts) implements Serializable {
    private static final long serialVersionUID = 1;

    /** The features as they are. */
    public static final QueryFeatures PLAIN = new QueryFeatures(false, List.of());

    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** Columns that are summed side by side. */
    private static final int BLOCK = 4;

    /** Items whose rows are turned into columns together: a stretch of a column is then a line of the processor's cache. */
    private static final int TILE = 16;

    /** What a query's items make of one feature. {@link #Z} and {@link #RANK} differ from item to item, the others do not. */
    public enum Context {
        MEAN,
        MAX,
        MIN,
        SD,
        /** The item's distance from the mean in standard deviations, 0 where all are equal. */
        Z,
        /** The share of the other items that the item's value exceeds, equal ones counted half; ½ for a single item. */
        RANK;

        /** Whether items of a query may have different values of it. */
        public boolean differsByItem() {
            return this == Z || this == RANK;
        }

        /** The word of the command line and of model files. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public QueryFeatures {
        contexts = List.copyOf(contexts);
        if (contexts.stream().distinct().count() < contexts.size()) {
            throw new IllegalArgumentException("a context is given twice: " + contexts);
        }
    }

    /** How many features items have of so many inputs. */
    public int width(int inputs) {
        return Math.multiplyExact(inputs, 1 + contexts.size());
    }

    /** What a feature is of an input that is 0 in all items. */
    public float absentFeature(int feature) {
        int context = feature % (1 + contexts.size()) - 1;
        return context >= 0 && contexts.get(context) == Context.RANK ? 0.5f : 0;
    }

    /** The input that a feature was made of. */
    public int input(int feature) {
        return feature / (1 + contexts.size());
    }

    /** A feature for readers: the name of its input, or such as {@code mean(name)}. */
    public String name(int feature, String inputName) {
        int context = feature % (1 + contexts.size()) - 1;
        return context < 0 ? inputName : contexts.get(context).text() + "(" + inputName + ")";
    }

    /**
     * The features of all items of a query, row-major, NaN for missing. O(items · width), and a sort per input where
     * there are contexts.
     *
     * @param inputs how many to take of the query's; those that it lacks are absent, and those past them are not looked at,
     *     as a feature that training never saw has no weight
     */
    public float[] rows(Query query, int inputs) {
        int items = query.size();
        int width = width(inputs);
        requireRoom(query, width);
        float[] rows = new float[items * width];
        if (isPlain()) {
            query.featuresInto(inputs, rows, 0);
            return rows;
        }
        visitColumns(query, inputs, (input, column) -> write(column.make(), input, rows));
        return rows;
    }

    private static void requireRoom(Query query, int width) {
        if ((long) query.size() * width > LARGEST_ARRAY) {
            throw new QueryFault(
                    query,
                    query.size() + " items with " + width + " features each",
                    "at most " + LARGEST_ARRAY + " values in a query: use fewer contexts, split it, or number the"
                            + " features without gaps");
        }
    }

    /** Takes the features that come of one input. */
    @FunctionalInterface
    interface ColumnVisitor {
        /** @param column sorted and summed; filled anew for another input */
        void visit(int input, ContextColumn column);
    }

    /** Hands on the features of all items of a query, input by input; they are those of {@link #rows}. */
    void visitColumns(Query query, int inputs, ColumnVisitor visitor) {
        int items = query.size();
        requireRoom(query, inputs);
        float[] rows = new float[items * inputs];
        query.featuresInto(inputs, rows, 0);
        double[] columns = columns(rows, inputs);
        List<ContextColumn> block = new ArrayList<>();
        for (int i = 0; i < Math.min(BLOCK, inputs); i++) {
            block.add(new ContextColumn(this, items));
        }
        for (int first = 0; first < inputs; first += BLOCK) {
            Interrupts.check();
            List<ContextColumn> some = block.subList(0, Math.min(BLOCK, inputs - first));
            for (int i = 0; i < some.size(); i++) {
                some.get(i).sort(columns, (first + i) * items);
            }
            ContextColumn.sum(some);
            for (int i = 0; i < some.size(); i++) {
                visitor.visit(first + i, some.get(i));
            }
        }
    }

    /** The same values, column after column. */
    private static double[] columns(float[] rows, int inputs) {
        int items = inputs == 0 ? 0 : rows.length / inputs;
        double[] columns = new double[rows.length];
        for (int first = 0; first < items; first += TILE) {
            int end = Math.min(first + TILE, items);
            for (int j = 0; j < inputs; j++) {
                for (int item = first; item < end; item++) {
                    columns[j * items + item] = rows[item * inputs + j];
                }
            }
        }
        return columns;
    }

    private void write(float[][] made, int input, float[] rows) {
        int items = made[0].length;
        int width = items == 0 ? 0 : rows.length / items;
        int first = width(input);
        for (float[] feature : made) {
            int at = first++;
            for (int item = 0; item < items; item++) {
                rows[at] = feature[item];
                at += width;
            }
        }
    }

    /**
     * Writes the features that come of one input, as if the query's items had these values of it.
     *
     * @param values one per item, NaN for missing
     * @param rows of all items, as {@link #rows} makes them; other features stay as they are
     */
    public void replaceInto(float[] values, int input, float[] rows) {
        int items = values.length;
        int width = items == 0 ? 0 : rows.length / items;
        if (isPlain()) {
            for (int item = 0; item < items; item++) {
                rows[item * width + input] = values[item];
            }
            return;
        }
        ContextColumn column = new ContextColumn(this, items);
        column.sort(columns(values, 1), 0);
        ContextColumn.sum(List.of(column));
        write(column.make(), input, rows);
    }

    /** Whether items are seen as they are. */
    public boolean isPlain() {
        return contexts.isEmpty() && !standardised;
    }

    /** The contexts that words name, such as {@code mean,max}; none for {@code none}. */
    public static List<Context> parseContexts(List<String> words) {
        List<Context> contexts = new ArrayList<>();
        for (String word : words) {
            String plain = word.strip().toLowerCase(Locale.ROOT);
            if (plain.equals("none") && words.size() == 1) {
                return List.of();
            }
            contexts.add(Arrays.stream(Context.values())
                    .filter(context -> context.text().equals(plain))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "unknown context '" + word + "'; expected none, or some of mean, max, min, sd, z, rank")));
        }
        return contexts;
    }
}
