package io.plumbrank.spark;

import io.plumbrank.data.blocks.QueryBlocks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.Partition;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.PartitionCoalescer;
import org.apache.spark.rdd.PartitionGroup;
import org.apache.spark.rdd.RDD;
import scala.Option;
import scala.Tuple2;

/**
 * Blocks that are the partitions of an RDD. Work goes where they are; what cannot be sent is done here, block after block, with the same
 * bits. A task does several blocks of its executor and merges what comes out, so that histograms and sums of single blocks need no way.
 *
 * @param came is set where all rows come to this process
 */
record SparkBlocks(JavaRDD<byte[]> queries, FrameSource.BlockMaker maker, AtomicBoolean came) implements QueryBlocks {
    /** Tasks per core: more of them even out blocks of different sizes. */
    private static final int PER_CORE = 2;

    /** From so many tasks on their results are merged on their way to the driver. */
    private static final int MANY = 16;

    @Override
    public <R extends Serializable> R reduce(Work<R> work, Merge<R> merge) {
        byte[] sent;
        try {
            sent = bytes(work);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NotSerializableException) {
                return here(work, merge);
            }
            throw e;
        }
        FrameSource.BlockMaker blocks = maker;
        JavaRDD<Tuple2<Integer, R>> ofBlocks = queries.mapPartitionsWithIndex(
                (index, partition) -> {
                    Work<R> own = object(sent);
                    return List.of(new Tuple2<>(index, own.of(blocks.of(index, partition))))
                            .iterator();
                },
                true);
        JavaRDD<Tuple2<Integer, byte[]>> results = inTasks(ofBlocks).mapPartitions(part -> sentOn(part, merge));
        int count = results.getNumPartitions();
        return merged(
                (count < MANY ? results : neighboursMerged(results, count, merge))
                        .collect()
                        .iterator(),
                merge);
    }

    /**
     * The same, several blocks per task, which does them one after the other. Blocks that no executor has yet go there by neighbours, and
     * stay neighbours, so that their sums add up to one.
     */
    static <T> JavaRDD<T> inTasks(JavaRDD<T> ofBlocks) {
        int most = PER_CORE * ofBlocks.context().defaultParallelism();
        return ofBlocks.rdd()
                .coalesce(most, false, Option.apply(new ByExecutor()), null)
                .toJavaRDD();
    }

    /** Blocks of an executor, some neighbours per task, with the executor as the place that the task prefers. */
    private static final class ByExecutor implements PartitionCoalescer, Serializable {
        private static final long serialVersionUID = 1;

        /** How Spark begins the name of a place that is an executor, and not a machine. */
        private static final String EXECUTOR = "executor_";

        @Override
        public PartitionGroup[] coalesce(int most, RDD<?> blocks) {
            Map<String, List<Partition>> byPlace = new TreeMap<>();
            for (Partition block : blocks.partitions()) {
                var places = blocks.context().getPreferredLocs(blocks, block.index());
                String first = places.isEmpty() ? "" : places.head().toString();
                String place = first.startsWith(EXECUTOR) ? first : "";
                byPlace.computeIfAbsent(place, any -> new ArrayList<>()).add(block);
            }
            int size = Math.max(1, (blocks.partitions().length + most - 1) / most);
            List<PartitionGroup> groups = new ArrayList<>();
            byPlace.forEach((place, own) -> {
                for (int from = 0; from < own.size(); from += size) {
                    PartitionGroup group = new PartitionGroup(place.isEmpty() ? Option.empty() : Option.apply(place));
                    own.subList(from, Math.min(from + size, own.size())).forEach(group.partitions()::addOne);
                    groups.add(group);
                }
            });
            groups.sort(
                    Comparator.comparingInt(group -> group.partitions().head().index()));
            return groups.toArray(PartitionGroup[]::new);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByExecutor;
        }

        @Override
        public int hashCode() {
            return ByExecutor.class.hashCode();
        }
    }

    /** What a task's blocks come to, under the number of the first of them. */
    private static <R extends Serializable> Iterator<Tuple2<Integer, byte[]>> sentOn(
            Iterator<Tuple2<Integer, R>> blocks, Merge<R> merge) {
        if (!blocks.hasNext()) {
            return List.<Tuple2<Integer, byte[]>>of().iterator();
        }
        Tuple2<Integer, R> first = blocks.next();
        R total = first._2();
        while (blocks.hasNext()) {
            total = merge.apply(total, blocks.next()._2());
        }
        return List.of(new Tuple2<>(first._1(), bytes(total))).iterator();
    }

    /** Results that follow each other go to one task: sums of neighbours add up to one, and others stay apart. */
    static <R extends Serializable> JavaRDD<Tuple2<Integer, byte[]>> neighboursMerged(
            JavaRDD<Tuple2<Integer, byte[]>> results, int count, Merge<R> merge) {
        int group = Integer.highestOneBit((int) Math.sqrt(count));
        return results.mapPartitionsWithIndex(
                        (task, part) -> {
                            List<Tuple2<Integer, Tuple2<Integer, byte[]>>> own = new ArrayList<>();
                            part.forEachRemaining(result -> own.add(new Tuple2<>(task / group, result)));
                            return own.iterator();
                        },
                        true)
                .mapToPair(each -> each)
                .partitionBy(new ByNumber((count + group - 1) / group))
                .mapPartitions(part -> {
                    List<Tuple2<Integer, byte[]>> own = new ArrayList<>();
                    part.forEachRemaining(entry -> own.add(entry._2()));
                    own.sort(Comparator.comparing(Tuple2::_1));
                    return own.isEmpty()
                            ? own.iterator()
                            : List.of(new Tuple2<>(own.get(0)._1(), bytes(merged(own.iterator(), merge))))
                                    .iterator();
                });
    }

    private static <R extends Serializable> R merged(Iterator<Tuple2<Integer, byte[]>> results, Merge<R> merge) {
        R total = object(results.next()._2());
        while (results.hasNext()) {
            total = merge.apply(total, SparkBlocks.<R>object(results.next()._2()));
        }
        return total;
    }

    private <R extends Serializable> R here(Work<R> work, Merge<R> merge) {
        came.set(true);
        List<R> total = new ArrayList<>();
        for (int index = 0; index < queries.getNumPartitions(); index++) {
            List<byte[]> packed = queries.collectPartitions(new int[] {index})[0];
            R part = work.of(maker.of(index, packed.iterator()));
            total.add(total.isEmpty() ? part : merge.apply(total.remove(0), part));
        }
        return total.get(0);
    }

    static byte[] bytes(Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @SuppressWarnings("unchecked") // what bytes() was given
    static <T> T object(byte[] bytes) {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return (T) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the jar of Plumbrank is not where the work is done", e);
        }
    }

    /** Partition i is for what has the number i. */
    static final class ByNumber extends Partitioner {
        private static final long serialVersionUID = 1;
        private final int numbers;

        ByNumber(int numbers) {
            this.numbers = numbers;
        }

        @Override
        public int numPartitions() {
            return numbers;
        }

        @Override
        public int getPartition(Object number) {
            return (Integer) number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof ByNumber byNumber && byNumber.numbers == numbers;
        }

        @Override
        public int hashCode() {
            return numbers;
        }
    }
}
