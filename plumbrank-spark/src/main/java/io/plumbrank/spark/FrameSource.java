package io.plumbrank.spark;

import io.plumbrank.data.Absent;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.Grouping;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.BlockRule;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.data.blocks.QueryRows;
import io.plumbrank.util.InputException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * The rows of a DataFrame as queries, in the blocks of a {@link BlockRule}. Partition i of what is kept is block i, whatever the
 * partitions of the DataFrame: one shuffle brings the rows of a query together, and each block is sorted where it is.
 *
 * <p>Work on blocks is sent to them, and its results are merged on the way back. What asks for queries one by one gets them block
 * after block. Rows are kept as bytes, so that no setting of Spark's serialisers matters.
 */
final class FrameSource implements QueryBlocks.Kept, AutoCloseable {
    /** How much larger than the mean a block may be before it is worth a word. */
    private static final double HOT = 4;

    /** The share of all rows from which on one query is worth a word. */
    private static final double LARGE = 0.05;

    private static final int FEW_ROWS = 10_000;

    /** How much of its memory the driver may fill with rows; what is made of them needs the rest. */
    private static final double SHARE_OF_MEMORY = 0.5;

    private final String name;
    private final List<String> featureNames;
    private final JavaRDD<byte[]> queries;
    private final List<BlockFacts> blocks;
    private final int columns;
    private final Absent absent;
    /** Whether all rows have come to this process. */
    private final AtomicBoolean came = new AtomicBoolean();

    /** What a block holds. */
    record BlockFacts(long queries, long rows, long bytes, int columns, long sum, String largest, int largestRows)
            implements Serializable {
        private static final long serialVersionUID = 1;
    }

    private FrameSource(
            String name,
            List<String> featureNames,
            JavaRDD<byte[]> queries,
            List<BlockFacts> blocks,
            int columns,
            Absent absent) {
        this.name = name;
        this.featureNames = featureNames;
        this.queries = queries;
        this.blocks = blocks;
        this.columns = columns;
        this.absent = absent;
    }

    /** Shuffles and keeps the rows until {@link #close}. */
    static FrameSource of(
            org.apache.spark.sql.Dataset<Row> frame, FrameColumns columns, List<String> featureNames, int blocks) {
        BlockRule rule = new BlockRule(blocks, columns.grouping());
        Largest width = new Largest();
        frame.sparkSession().sparkContext().register(width);
        JavaRDD<byte[]> queries =
                blocked(frame.toJavaRDD(), columns, rule, width).persist(StorageLevel.MEMORY_AND_DISK());
        boolean made = false;
        try {
            List<BlockFacts> facts = SparkBlocks.inTasks(queries.mapPartitionsWithIndex(
                            (index, block) -> List.of(new Tuple2<>(index, facts(rule, block)))
                                    .iterator(),
                            true))
                    .collect()
                    .stream()
                    .sorted(Comparator.comparing(Tuple2::_1))
                    .map(Tuple2::_2)
                    .toList();
            int present = facts.stream().mapToInt(BlockFacts::columns).max().orElse(0);
            if (facts.stream().allMatch(block -> block.rows == 0)) {
                throw new InputException(columns.data(), 0, "no rows", "rows with labels and features");
            }
            made = true;
            return new FrameSource(
                    columns.data(), featureNames, queries, facts, Math.max(width.value(), present), columns.absent());
        } finally {
            if (!made) {
                queries.unpersist();
            }
        }
    }

    /** The queries of each block, sorted and packed. */
    private static JavaRDD<byte[]> blocked(JavaRDD<Row> rows, FrameColumns columns, BlockRule rule, Largest width) {
        return rows.mapToPair(row -> {
                    width.add(columns.width(row));
                    QueryRows one = columns.rows(row);
                    return new Tuple2<>(rule.of(one), one.packed());
                })
                .partitionBy(new SparkBlocks.ByNumber(rule.blocks()))
                .mapPartitionsWithIndex((index, block) -> gathered(index, block, columns.data(), rule), true);
    }

    private static Iterator<byte[]> gathered(
            int index, Iterator<Tuple2<Integer, byte[]>> block, String name, BlockRule rule) {
        Map<String, List<QueryRows>> byQuery = new LinkedHashMap<>();
        List<QueryRows> whole = new ArrayList<>();
        block.forEachRemaining(entry -> {
            QueryRows row = QueryRows.unpacked(entry._2());
            if (rule.of(row) != index) {
                throw new IllegalStateException("a row of block " + rule.of(row) + " in partition " + index);
            }
            if (rule.grouping() == Grouping.ROW) {
                whole.add(row);
            } else {
                byQuery.computeIfAbsent(row.id(), id -> new ArrayList<>()).add(row);
            }
        });
        try {
            byQuery.values().forEach(rows -> whole.add(QueryRows.joined(rows).inOrder()));
        } catch (IllegalArgumentException e) {
            throw new InputException(name, 0, "" + e.getMessage(), "the same in all rows of a query", e);
        }
        whole.sort(rule.order());
        return whole.stream().map(query -> packed(query, name)).iterator();
    }

    private static byte[] packed(QueryRows query, String name) {
        try {
            return query.packed();
        } catch (IllegalArgumentException e) {
            throw new InputException(name, 0, "" + e.getMessage(), "less than 2 GB per query: part it", e);
        }
    }

    private static BlockFacts facts(BlockRule rule, Iterator<byte[]> block) {
        long queries = 0;
        long rows = 0;
        long bytes = 0;
        int columns = 0;
        long sum = 0;
        String largest = "";
        int largestRows = 0;
        while (block.hasNext()) {
            byte[] packed = block.next();
            QueryRows query = QueryRows.unpacked(packed);
            bytes += packed.length;
            queries++;
            rows += query.size();
            columns = Math.max(columns, query.columns());
            sum += rule.sum(query);
            if (query.size() > largestRows) {
                largest = query.id();
                largestRows = query.size();
            }
        }
        return new BlockFacts(queries, rows, bytes, columns, sum, largest, largestRows);
    }

    @Override
    public Path file() {
        return Path.of(name);
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        Iterator<byte[]> all = new Fetched(queries);
        while (all.hasNext()) {
            visitor.accept(query(all.next(), name, columns));
        }
        came.set(true);
    }

    private static Query query(byte[] packed, String name, int columns) {
        QueryRows rows = QueryRows.unpacked(packed);
        try {
            return rows.query(columns);
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    name,
                    0,
                    e.getMessage() + " in query " + InputException.quote(rows.id()),
                    "each item of a query once",
                    e);
        }
    }

    /** @throws InputException if they are more than this process can hold, before any of them comes */
    @Override
    public Dataset load() {
        requireRoom(Runtime.getRuntime().maxMemory());
        List<Query> all = new ArrayList<>();
        visit(all::add);
        return new Dataset(all, featureNames);
    }

    void requireRoom(long memory) {
        long bytes = blocks.stream().mapToLong(BlockFacts::bytes).sum();
        if (bytes > memory * SHARE_OF_MEMORY) {
            throw new InputException(
                    name,
                    0,
                    knownRows() + " rows of " + megabytes(bytes) + " for the driver, which has " + megabytes(memory)
                            + " of memory",
                    "a model that executors fit, as docs/spark.md lists, a sample of the queries, or "
                            + megabytes((long) (bytes / SHARE_OF_MEMORY)) + " of spark.driver.memory");
        }
    }

    private static String megabytes(long bytes) {
        return ((bytes + (1L << 20) - 1) >> 20) + " MB";
    }

    @Override
    public Optional<QueryBlocks> blocks() {
        long[] firsts = new long[blocks.size()];
        for (int block = 1; block < firsts.length; block++) {
            firsts[block] = firsts[block - 1] + blocks.get(block - 1).queries();
        }
        return Optional.of(new SparkBlocks(
                queries, new BlockMaker(name, memoryName(), featureNames, columns, absent, firsts), came));
    }

    private String memoryName() {
        return queries.context().applicationId() + " " + queries.id();
    }

    /** Makes a block of what a partition holds. */
    record BlockMaker(
            String name, String memoryName, List<String> featureNames, int columns, Absent absent, long[] firsts)
            implements Serializable {
        private static final long serialVersionUID = 1;

        QueryBlocks.Block of(int index, Iterator<byte[]> partition) {
            return new QueryBlocks.Block(
                    index, firsts[index], new PartitionSource(this, partition), new ExecutorMemory(memoryName, index));
        }
    }

    /** The queries of one block; work that goes by what is kept of them reads none. */
    private static final class PartitionSource implements QuerySource {
        private final BlockMaker maker;
        private final Iterator<byte[]> partition;
        private final List<byte[]> packed = new ArrayList<>();

        PartitionSource(BlockMaker maker, Iterator<byte[]> partition) {
            this.maker = maker;
            this.partition = partition;
        }

        private List<byte[]> packed() {
            partition.forEachRemaining(packed::add);
            return packed;
        }

        @Override
        public Path file() {
            return Path.of(maker.name);
        }

        @Override
        public void visit(Consumer<Query> visitor) {
            packed().forEach(bytes -> visitor.accept(query(bytes, maker.name, maker.columns)));
        }

        @Override
        public Dataset load() {
            return new Dataset(
                    packed().stream()
                            .map(bytes -> query(bytes, maker.name, maker.columns))
                            .toList(),
                    maker.featureNames);
        }

        @Override
        public long skippedLines() {
            return 0;
        }

        @Override
        public Absent absent() {
            return maker.absent;
        }

        @Override
        public List<String> featureNames() {
            return maker.featureNames;
        }

        @Override
        public int featureIndex(String feature) {
            return FrameSource.featureIndex(maker.name, maker.featureNames, maker.columns, feature);
        }
    }

    @Override
    public Optional<String> checksum() {
        return Optional.of(
                QuerySource.checksum(blocks.stream().mapToLong(BlockFacts::sum).sum()));
    }

    @Override
    public long knownRows() {
        return blocks.stream().mapToLong(BlockFacts::rows).sum();
    }

    @Override
    public long skippedLines() {
        return 0;
    }

    /** What makes one machine wait for another. */
    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        long rows = knownRows();
        if (came.get() && rows > FEW_ROWS) { // fewer are looked at as a sample, too
            notes.add("All " + rows
                    + " rows came to the driver, since not all of what was asked for is done on executors;"
                    + " docs/spark.md says what is.");
        }
        BlockFacts hottest = blocks.stream()
                .max((one, other) -> Long.compare(one.rows, other.rows))
                .orElseThrow();
        if (hottest.rows > FEW_ROWS && hottest.rows > HOT * rows / blocks.size()) {
            notes.add("Block " + blocks.indexOf(hottest) + " has " + hottest.rows + " of " + rows + " rows, more than "
                    + (int) HOT + " times the mean of " + blocks.size()
                    + " blocks: one task works on it while others wait. More blocks part it, unless it is one query.");
        }
        BlockFacts largest = blocks.stream()
                .max((one, other) -> Integer.compare(one.largestRows, other.largestRows))
                .orElseThrow();
        if (largest.largestRows > FEW_ROWS && largest.largestRows > LARGE * rows) {
            notes.add("Query " + InputException.quote(largest.largest) + " has " + largest.largestRows + " of " + rows
                    + " rows. A query is never parted: one task holds all of it in memory.");
        }
        return notes;
    }

    @Override
    public Absent absent() {
        return absent;
    }

    @Override
    public List<String> featureNames() {
        return featureNames;
    }

    @Override
    public int featureIndex(String feature) {
        return featureIndex(name, featureNames, columns, feature);
    }

    private static int featureIndex(String name, List<String> names, int columns, String feature) {
        int index = names.indexOf(feature);
        if (index < 0) {
            throw new InputException(
                    name, 0, "no feature " + InputException.quote(feature), "one of the " + columns + " features");
        }
        return index;
    }

    /** What each block holds. */
    List<BlockFacts> facts() {
        return blocks;
    }

    /** Lets go of the rows. */
    @Override
    public void close() {
        queries.unpersist();
        ExecutorMemory.forget(memoryName());
    }
}
