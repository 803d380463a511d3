package io.plumbrank.learn.trees;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows to learn from or to validate on: an array, which is not copied since it may be most of the memory, or blocks that are made
 * when they are asked for, or a stream of blocks that comes by anew, so that an engine with a shape of its own needs no array of all
 * rows.
 */
public final class TreeRows {
    private static final int ARRAY_BLOCK = 4096;

    /** Blocks of a stream that are worked on at once. */
    private static final int BATCH = 32;

    private final int inputs;
    private final int rows;
    private final float @Nullable [] array;
    private final BiConsumer<Sharing, Consumer<Block>> visiting;
    private final List<int[]> categories;

    private TreeRows(int inputs, int rows, float @Nullable [] array, BiConsumer<Sharing, Consumer<Block>> visiting) {
        this(inputs, rows, array, visiting, List.of());
    }

    private TreeRows(
            int inputs,
            int rows,
            float @Nullable [] array,
            BiConsumer<Sharing, Consumer<Block>> visiting,
            List<int[]> categories) {
        this.inputs = inputs;
        this.rows = rows;
        this.array = array;
        this.visiting = visiting;
        this.categories = categories;
    }

    /** The first rows of an array, row-major, NaN for missing. */
    public TreeRows(float[] x, int inputs, int rows) {
        this(inputs, rows, x, (sharing, visitor) -> {
            sharing.run((rows + ARRAY_BLOCK - 1) / ARRAY_BLOCK, number -> {
                int first = number * ARRAY_BLOCK;
                visitor.accept(new Block(x, first * inputs, first, Math.min(rows - first, ARRAY_BLOCK)));
            });
        });
        if (inputs < 1 || rows < 1 || (long) rows * inputs > x.length) {
            throw new IllegalArgumentException(
                    rows + " rows of " + inputs + " features, but " + x.length + " values; both must be at least 1");
        }
    }

    /** All of an array. */
    public static TreeRows of(float[] x, int inputs) {
        return new TreeRows(x, inputs, inputs < 1 ? 0 : x.length / inputs);
    }

    /**
     * Blocks that are made on demand, by any thread and as often as they are asked for.
     *
     * @param starts the first row of each block from 0 on, and behind the last the number of rows
     * @param makeBlock the values of a block, row-major, NaN for missing
     */
    public static TreeRows ofBlocks(int inputs, int[] starts, IntFunction<float[]> makeBlock) {
        if (inputs < 1 || starts.length < 2 || starts[0] != 0 || starts[starts.length - 1] < 1) {
            throw new IllegalArgumentException(inputs + " features in blocks that begin at rows "
                    + Arrays.toString(Arrays.copyOf(starts, Math.min(starts.length, 3))));
        }
        int[] own = starts.clone();
        return new TreeRows(
                inputs,
                own[own.length - 1],
                null,
                (sharing, visitor) -> sharing.run(own.length - 1, number -> {
                    int first = own[number];
                    visitor.accept(new Block(makeBlock.apply(number), 0, first, own[number + 1] - first));
                }));
    }

    /**
     * Blocks that come by in their order, anew at each visit, and that nobody keeps.
     *
     * @param rows of all blocks together
     * @param stream hands on how many rows the next block has, and what makes its values, by any thread
     */
    public static TreeRows ofStream(int inputs, int rows, Consumer<Stream> stream) {
        if (inputs < 1 || rows < 1) {
            throw new IllegalArgumentException(rows + " rows of " + inputs + " features; both must be at least 1");
        }
        return new TreeRows(inputs, rows, null, (sharing, visitor) -> {
            Batch batch = new Batch(sharing, visitor);
            stream.accept(batch);
            batch.work();
            if (batch.first != rows) {
                throw new IllegalStateException(
                        "the data have changed while they were read: " + batch.first + " rows after " + rows);
            }
        });
    }

    /** Takes the blocks of a stream. */
    @FunctionalInterface
    public interface Stream {
        /** Takes the next block: how many rows it has, and what makes its values, row-major, NaN for missing. */
        void next(int rows, Supplier<float[]> values);
    }

    /** Work on numbered tasks, in their order or by several threads. */
    @FunctionalInterface
    public interface Sharing {
        /** Does all of them. */
        void run(int tasks, IntConsumer task);

        /** One after another. */
        static void inOrder(int tasks, IntConsumer task) {
            for (int number = 0; number < tasks; number++) {
                task.accept(number);
            }
        }
    }

    private static final class Batch implements Stream {
        private final Sharing sharing;
        private final Consumer<Block> visitor;
        private final List<Supplier<Block>> blocks = new ArrayList<>();
        private int first;

        Batch(Sharing sharing, Consumer<Block> visitor) {
            this.sharing = sharing;
            this.visitor = visitor;
        }

        @Override
        public void next(int rows, Supplier<float[]> values) {
            int own = first;
            blocks.add(() -> new Block(values.get(), 0, own, rows));
            first += rows;
            if (blocks.size() == BATCH) {
                work();
            }
        }

        void work() {
            sharing.run(
                    blocks.size(), number -> visitor.accept(blocks.get(number).get()));
            blocks.clear();
        }
    }

    /** Some rows, row-major, with values from {@code from} on; {@code first} is the number of the first among all. */
    public record Block(float[] x, int from, int first, int rows) {}

    /** Hands on all blocks, whose rows are numbered; which comes first is up to who shares them out. */
    public void visit(Sharing sharing, Consumer<Block> visitor) {
        visiting.accept(sharing, visitor);
    }

    /** A copy that knows which features are the levels of a category, of which a row has one or none. */
    public TreeRows withCategories(List<int[]> features) {
        return new TreeRows(
                inputs,
                rows,
                array,
                visiting,
                features.stream().map(int[]::clone).toList());
    }

    /**
     * A copy that knows the categories by the names of the features, {@code COLUMN=LEVEL}; as it is, where rows have other features than
     * those, such as ones made of the whole query.
     */
    TreeRows withLevels(List<String> names) {
        Map<String, List<Integer>> columns = new LinkedHashMap<>();
        for (int feature = 0; names.size() == inputs && feature < inputs; feature++) {
            int sign = names.get(feature).indexOf('=');
            if (sign >= 0) {
                columns.computeIfAbsent(names.get(feature).substring(0, sign), column -> new ArrayList<>())
                        .add(feature);
            }
        }
        return withCategories(columns.values().stream()
                .filter(levels -> levels.size() > 1)
                .map(levels -> levels.stream().mapToInt(level -> level).toArray())
                .toList());
    }

    /** The features of each category. */
    public List<int[]> categories() {
        return categories.stream().map(int[]::clone).toList();
    }

    /** All values, row-major, NaN for missing; made anew where rows come in blocks. */
    public float[] x() {
        if (array != null) {
            return array;
        }
        float[] x = new float[Math.multiplyExact(rows, inputs)];
        visit(
                Sharing::inOrder,
                block -> System.arraycopy(block.x, block.from, x, block.first * inputs, block.rows * inputs));
        return x;
    }

    public int inputs() {
        return inputs;
    }

    public int rows() {
        return rows;
    }
}
