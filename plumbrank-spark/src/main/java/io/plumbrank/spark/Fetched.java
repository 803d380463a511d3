package io.plumbrank.spark;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.network.util.JavaUtils;

/**
 * Queries of executors in this process, partition after partition, a few at a time: a reader who stops early has fetched little, and no
 * fetch is more than half of what {@code spark.driver.maxResultSize} allows, unless it is one query.
 */
final class Fetched implements Iterator<byte[]> {
    private static final long FIRST = 1 << 16;
    private static final long MOST = 1 << 24;

    private final JavaRDD<byte[]> queries;
    private final long most;
    private final Queue<byte[]> here = new ArrayDeque<>();
    private long bytes;
    private int partition;
    private int taken;

    Fetched(JavaRDD<byte[]> queries) {
        this.queries = queries;
        long limit = JavaUtils.byteStringAsBytes(queries.context().getConf().get("spark.driver.maxResultSize", "1g"));
        this.most = limit > 0 ? Math.min(MOST, limit / 2) : MOST;
        this.bytes = Math.min(FIRST, most);
    }

    @Override
    public boolean hasNext() {
        while (here.isEmpty() && partition < queries.getNumPartitions()) {
            int skipped = taken;
            long room = bytes;
            List<byte[]> fetched = queries.mapPartitions(block -> some(block, skipped, room), true)
                    .collectPartitions(new int[] {partition})[0];
            here.addAll(fetched);
            taken += fetched.size();
            bytes = Math.min(most, 2 * bytes);
            if (fetched.isEmpty()) {
                partition++;
                taken = 0;
            }
        }
        return !here.isEmpty();
    }

    /** The queries that follow those that were taken, as far as there is room, and one in any case. */
    private static Iterator<byte[]> some(Iterator<byte[]> block, int taken, long room) {
        for (int i = 0; i < taken && block.hasNext(); i++) {
            block.next();
        }
        if (!block.hasNext()) {
            return Collections.emptyIterator();
        }
        List<byte[]> some = new ArrayList<>(List.of(block.next()));
        long left = room - some.get(0).length;
        while (block.hasNext() && left > 0) {
            byte[] query = block.next();
            left -= query.length;
            if (left >= 0) {
                some.add(query);
            }
        }
        return some.iterator();
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return here.remove();
    }
}
