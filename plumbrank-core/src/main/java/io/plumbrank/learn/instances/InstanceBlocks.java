package io.plumbrank.learn.instances;

import io.plumbrank.data.BlockMemory;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Instances that are kept in blocks which depend on the data alone, in this process or in others. What is summed over them is
 * summed within each block, in its order, and over blocks in a fixed tree ({@link io.plumbrank.learn.sums.BlockSums}), so that
 * it has the same bits wherever the blocks are.
 */
public interface InstanceBlocks<I extends Instance> {
    /** The sum of what work makes of each block; empty if it makes nothing of any. */
    <S extends Summable<S>> Optional<S> sum(Work<I, S> work);

    /** The same for sums that are exact, as those of whole numbers are, so that they are merged as they come. */
    <S extends Summable<S>> Optional<S> sumExactly(Work<I, S> work);

    /** What is done to a block, in one thread; it may be sent to other machines. */
    @FunctionalInterface
    interface Work<I extends Instance, S> extends Serializable {
        /** @return null where a block leaves nothing behind */
        @Nullable
        S of(Block<I> block);
    }

    /** A block; {@code first} is the number of its first instance among all, memory holds what earlier work left. */
    record Block<I extends Instance>(int number, long first, Instances<I> instances, BlockMemory memory) {}
}
