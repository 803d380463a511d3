package io.plumbrank.data.blocks;

import io.plumbrank.data.BlockMemory;
import io.plumbrank.data.QuerySource;
import java.io.Serializable;
import java.util.Optional;
import java.util.function.BinaryOperator;

/** Queries that are kept in blocks by a {@link BlockRule}, in this process or in others. */
public interface QueryBlocks {
    /** A source whose queries may be kept in blocks. */
    interface Kept extends QuerySource {
        /** The blocks in which sums over the queries are made; empty where they are made in the order of the file. */
        Optional<QueryBlocks> blocks();
    }

    /** The blocks of a source; empty where sums over its queries are made in the order of the file. */
    static Optional<QueryBlocks> of(QuerySource source) {
        return source instanceof Kept kept ? kept.blocks() : Optional.empty();
    }

    /**
     * Does work on each block, in any order and anywhere, and merges what comes out.
     *
     * @param merge of two results; in any order and grouping it must give the same
     */
    <R extends Serializable> R reduce(Work<R> work, Merge<R> merge);

    /** What is done to a block. On other machines it is done to a copy of the work. */
    @FunctionalInterface
    interface Work<R extends Serializable> extends Serializable {
        R of(Block block);
    }

    /** Of two results. */
    @FunctionalInterface
    interface Merge<R extends Serializable> extends BinaryOperator<R>, Serializable {}

    /**
     * One block.
     *
     * @param number from 0
     * @param first the number of its first query among all
     * @param queries in their order; may be none
     * @param memory what earlier work has left there
     */
    record Block(int number, long first, QuerySource queries, BlockMemory memory) {}
}
