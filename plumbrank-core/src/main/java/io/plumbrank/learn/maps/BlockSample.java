package io.plumbrank.learn.maps;

import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Instances.InstanceBlocks;
import io.plumbrank.learn.instances.Instances.InstanceBlocks.Block;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.sums.BlockSums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * A sample of rows from all blocks: those with the smallest of random keys, which the seed, the number of the block and that of the
 * row in it decide. Every set of so many rows is as likely as any other, and merging samples of blocks in any order gives the
 * sample of all.
 */
public final class BlockSample implements Summable<BlockSample> {
    private static final long serialVersionUID = 1;

    /** By key. */
    private final Row[] rows;

    private BlockSample(Stream<Row> rows) {
        this.rows = rows.sorted(Row.BY_KEY).limit(BlockSums.BLOCK_ROWS).toArray(Row[]::new);
    }

    /** @param number of the block, and that of the row in it */
    private record Row(long key, int block, long number, float[] x) implements Serializable {
        private static final long serialVersionUID = 1;

        static final Comparator<Row> BY_PLACE =
                Comparator.comparingInt(Row::block).thenComparingLong(Row::number);
        static final Comparator<Row> BY_KEY = Comparator.comparingLong(Row::key).thenComparing(BY_PLACE);
    }

    /** Of all rows, in the order of blocks. */
    public static <I extends Instance> FeatureSample of(InstanceBlocks<I> blocks, long seed, Padding padding) {
        List<float[]> sampled = blocks.sum(block -> ofBlock(block, seed)).stream()
                .flatMap(sample -> Arrays.stream(sample.rows))
                .sorted(Row.BY_PLACE)
                .map(Row::x)
                .toList();
        return FeatureSample.of(sampled, padding);
    }

    private static <I extends Instance> BlockSample ofBlock(Block<I> block, long seed) {
        PriorityQueue<Row> kept = new PriorityQueue<>(Row.BY_KEY.reversed());
        long[] number = {0};
        block.instances().visit(instance -> {
            int width = instance.width();
            List<Long> keys = new ArrayList<>();
            for (int row = 0; row < instance.rows(); row++) {
                keys.add(key(seed, block.number(), number[0] + row));
            }
            boolean wanted = kept.size() + instance.rows() <= BlockSums.BLOCK_ROWS
                    || keys.stream().anyMatch(key -> key <= kept.element().key);
            float[] x = wanted ? instance.x(width) : new float[0];
            for (int row = 0; wanted && row < instance.rows(); row++) {
                kept.add(new Row(
                        keys.get(row),
                        block.number(),
                        number[0] + row,
                        Arrays.copyOfRange(x, row * width, (row + 1) * width)));
                if (kept.size() > BlockSums.BLOCK_ROWS) {
                    kept.remove();
                }
            }
            number[0] += instance.rows();
        });
        return new BlockSample(kept.stream());
    }

    private static long key(long seed, int block, long number) {
        return mixed(mixed(mixed(seed) ^ block) ^ number);
    }

    /** The finaliser of SplitMix64. */
    private static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    @Override
    public BlockSample plus(BlockSample other) {
        return new BlockSample(Stream.concat(Arrays.stream(rows), Arrays.stream(other.rows)));
    }
}
