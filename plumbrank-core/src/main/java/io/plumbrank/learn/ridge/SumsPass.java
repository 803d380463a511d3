package io.plumbrank.learn.ridge;

import io.plumbrank.learn.features.FeatureMap;
import io.plumbrank.learn.instances.Instance;
import io.plumbrank.learn.instances.Padding;
import io.plumbrank.learn.instances.Summable;
import io.plumbrank.learn.sums.BlockSums;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One pass over rows: takes them one by one, in order, from one thread, and sums them block by block on several. Memory is
 * that of the sums times (threads + log blocks), plus threads + 2 blocks of rows; it does not grow with the rows.
 *
 * <p>The feature map is fixed by the first block unless it was given. A shard is a pass with a given map that begins at the
 * global number of its first row; shards must be cut where a block begins ({@link BlockSums}).
 *
 * <pre>{@code
 * try (SumsPass<RegressionSums> pass = SumsPass.ofRows(outputs, 0, threads, Padding.MISSING, first -> map)) {
 *     for (int row = 0; row < rows; row++) {
 *         pass.add(x, alpha, weight); // of the row
 *     }
 *     RidgePath path = RidgePath.of(RidgeProblem.of(pass.finish().total().orElseThrow()));
 * }
 * }</pre>
 *
 * @param <S> what the pass leaves behind
 */
public final class SumsPass<S extends Summable<S>> implements AutoCloseable {
    private final int outputs;
    private final Padding padding;
    private final Function<RowBlock, FeatureMap> mapOfFirstBlock;
    private final BiFunction<RowBlock, FeatureMap, S> sumsOfBlock;
    private final int inFlight;
    private final @Nullable ExecutorService workers;
    private final Semaphore free;
    private final ConcurrentLinkedQueue<RowBlock> spare = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private @Nullable FeatureMap map;
    private RowBlock current;
    private long nextRow;
    private boolean finished;

    /** Guarded by this. */
    private BlockSums<S> sums = BlockSums.none();

    /**
     * @param firstRow the global number of the first row
     * @param threads how many threads sum; with one, it is the caller's
     * @param mapOfFirstBlock called once, for the first block with rows
     * @param sumsOfBlock called for each block with rows, from any thread
     */
    SumsPass(
            int outputs,
            long firstRow,
            int threads,
            Padding padding,
            Function<RowBlock, FeatureMap> mapOfFirstBlock,
            BiFunction<RowBlock, FeatureMap, S> sumsOfBlock) {
        if (outputs < 0 || firstRow < 0 || threads < 1) {
            throw new IllegalArgumentException("outputs and first row must not be negative and threads at least 1, got "
                    + outputs + ", " + firstRow + ", " + threads);
        }
        this.outputs = outputs;
        this.padding = padding;
        this.mapOfFirstBlock = mapOfFirstBlock;
        this.sumsOfBlock = sumsOfBlock;
        this.nextRow = firstRow;
        // One more than threads, so that a worker that is done finds the next block filled.
        this.inFlight = threads + 1;
        this.free = new Semaphore(inFlight);
        this.workers = threads == 1 ? null : Executors.newFixedThreadPool(threads, SumsPass::daemon);
        this.current = new RowBlock(outputs, padding);
        current.clear(firstRow / BlockSums.BLOCK_ROWS);
    }

    /** Over rows with so many targets; {@code firstRow}, a number among all rows, must begin a block. */
    public static SumsPass<RegressionSums> ofRows(
            int outputs, long firstRow, int threads, Padding padding, Function<RowBlock, FeatureMap> map) {
        return new SumsPass<>(outputs, firstRow, threads, padding, map, RegressionSums::of);
    }

    /** Over rows of groups, such as queries with their items, with one target each; as {@link #ofRows}. */
    public static SumsPass<GroupSums> ofGroups(
            long firstRow, int threads, Padding padding, Function<RowBlock, FeatureMap> map) {
        return new SumsPass<>(1, firstRow, threads, padding, map, GroupSums::of);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "plumbrank-sums");
        thread.setDaemon(true);
        return thread;
    }

    /** Adds a row that is a group of its own. The arrays are copied. */
    public void add(float[] x, double[] y, double weight) {
        startGroup(weight);
        addToGroup(x, y, 1);
    }

    /** Begins a group of rows that are never parted, such as the items of a query. */
    public void startGroup(double weight) {
        requireOpen();
        requireWeight(weight);
        long block = nextRow / BlockSums.BLOCK_ROWS;
        if (block != current.index()) {
            passOn(block);
        }
        current.startGroup(weight);
    }

    /** Adds a row to the group, and copies it; NaN is missing, and what a row lacks is padded. */
    public void addToGroup(float[] x, double[] y, double weight) {
        if (current.groups() == 0) {
            throw new IllegalStateException("a row before the first group");
        }
        if (y.length != outputs) {
            throw new IllegalArgumentException(outputs + " outputs, but " + y.length + " targets");
        }
        for (double target : y) {
            if (!Double.isFinite(target)) {
                throw new IllegalArgumentException("row " + (nextRow + 1) + " has target " + target);
            }
        }
        requireWeight(weight);
        current.add(x, y, weight);
        nextRow++;
    }

    /** Adds a group of rows with one target each, to the bits of {@link #startGroup} and {@link #addToGroup}. */
    void addGroup(Instance instance, double targetFactor) {
        if (outputs != 1) {
            throw new IllegalArgumentException(outputs + " outputs, but one target");
        }
        startGroup(instance.weight());
        double[] targets = instance.targets();
        for (int row = 0; row < instance.rows(); row++) {
            if (!Double.isFinite(targetFactor * targets[row])) {
                throw new IllegalArgumentException("row " + (nextRow + row + 1) + " has target " + targets[row]);
            }
            requireWeight(instance.rowWeight(row));
        }
        current.addAll(instance, targetFactor);
        nextRow += instance.rows();
    }

    private void requireWeight(double weight) {
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("row " + (nextRow + 1) + " has weight " + weight);
        }
    }

    /** Sums what is left, and gives the sums over all rows. No row can be added afterwards. */
    public BlockSums<S> finish() {
        requireOpen();
        passOn(current.index() + 1);
        finished = true;
        free.acquireUninterruptibly(inFlight);
        rethrowFailure();
        synchronized (this) {
            return sums;
        }
    }

    /** Ends the threads. What {@link #finish} returned stays good. */
    @Override
    public void close() {
        finished = true;
        if (workers != null) {
            workers.shutdownNow();
        }
    }

    private void requireOpen() {
        if (finished) {
            throw new IllegalStateException("the pass is finished");
        }
        rethrowFailure();
    }

    /** Has the current block summed, and begins block {@code next}; no group begins in those between. */
    private void passOn(long next) {
        RowBlock full = current;
        FeatureMap fixed = map;
        if (fixed == null && full.rows() > 0) {
            fixed = mapOfFirstBlock.apply(full);
            map = fixed;
        }
        for (long skipped = full.index() + 1; skipped < next; skipped++) {
            merge(BlockSums.ofEmpty(skipped));
        }
        if (fixed == null || full.rows() == 0) {
            full.clear(next);
            return;
        }
        FeatureMap known = fixed;
        free.acquireUninterruptibly();
        if (workers == null) {
            sum(full, known);
        } else {
            workers.execute(() -> sum(full, known));
        }
        RowBlock recycled = spare.poll();
        current = recycled == null ? new RowBlock(outputs, padding) : recycled;
        current.clear(next);
    }

    private void sum(RowBlock block, FeatureMap known) {
        try {
            if (failure.get() == null) {
                block.widenTo(known.reference().inputs());
                merge(BlockSums.of(block.index(), sumsOfBlock.apply(block, known)));
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        } finally {
            spare.add(block);
            free.release();
        }
    }

    private synchronized void merge(BlockSums<S> more) {
        sums = sums.plus(more);
    }

    private void rethrowFailure() {
        Throwable cause = failure.get();
        if (cause instanceof RuntimeException e) {
            throw e;
        }
        if (cause instanceof Error e) {
            throw e;
        }
    }
}
