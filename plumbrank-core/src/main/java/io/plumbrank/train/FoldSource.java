package io.plumbrank.train;

import io.plumbrank.data.BlockMemory;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.blocks.QueryBlocks;
import io.plumbrank.learn.instances.Folds;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The queries of one fold of a source, or all others. */
final class FoldSource extends ForwardingSource implements QueryBlocks.Kept {
    private final Part part;
    private final long first;
    private @Nullable TreeMap<Long, Long> firsts;

    /**
     * Which queries are taken.
     *
     * @param in whether those of the fold are, and not the others
     */
    private record Part(Folds folds, int fold, boolean in) implements Serializable {
        private static final long serialVersionUID = 1;

        boolean has(long query) {
            return (folds.of(query) == fold) == in;
        }
    }

    /** @param in whether the fold is taken, and not all others */
    FoldSource(QuerySource source, Folds folds, int fold, boolean in) {
        this(source, new Part(folds, fold, in), 0);
    }

    private FoldSource(QuerySource source, Part part, long first) {
        super(source);
        this.part = part;
        this.first = first;
    }

    @Override
    public QuerySource whole() {
        return source().whole();
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        long[] next = {first};
        source().visit(query -> {
            if (part.has(next[0]++)) {
                visitor.accept(query);
            }
        });
    }

    @Override
    public Dataset load() {
        List<Query> taken = new ArrayList<>();
        long next = first;
        for (Query query : source().load().queries()) {
            if (part.has(next++)) {
                taken.add(query);
            }
        }
        return new Dataset(taken, featureNames());
    }

    @Override
    public Optional<QueryBlocks> blocks() {
        return QueryBlocks.of(source()).map(blocks -> {
            TreeMap<Long, Long> known = firsts;
            firsts = known == null ? firsts(blocks) : known;
            return new Blocks(blocks, part, firsts);
        });
    }

    /** By the number of a block's first query among all: its number among those that are taken. */
    @SuppressWarnings("NonApiType") // results of blocks are serialisable
    private TreeMap<Long, Long> firsts(QueryBlocks blocks) {
        TreeMap<Long, Long> firsts = blocks.reduce(
                block -> {
                    TreeMap<Long, Long> alone = new TreeMap<>();
                    alone.put(block.first(), 0L);
                    return alone;
                },
                (one, other) -> {
                    TreeMap<Long, Long> both = new TreeMap<>(one);
                    both.putAll(other);
                    return both;
                });
        long number = 0;
        long taken = 0;
        for (Map.Entry<Long, Long> entry : firsts.entrySet()) {
            for (; number < entry.getKey(); number++) {
                taken += part.has(number) ? 1 : 0;
            }
            entry.setValue(taken);
        }
        return firsts;
    }

    private record Blocks(QueryBlocks blocks, Part part, TreeMap<Long, Long> firsts) implements QueryBlocks {
        @Override
        public <R extends Serializable> R reduce(Work<R> work, Merge<R> merge) {
            Part own = part;
            TreeMap<Long, Long> numbers = firsts;
            return blocks.reduce(
                    block -> work.of(new Block(
                            block.number(),
                            numbers.getOrDefault(block.first(), 0L),
                            new FoldSource(block.queries(), own, block.first()),
                            new Memory(block.memory(), own + " "))),
                    merge);
        }
    }

    /** What is kept at a block for these queries alone. */
    private record Memory(BlockMemory all, String prefix) implements BlockMemory {
        @Override
        public @Nullable Object get(String key) {
            return all.get(prefix + key);
        }

        @Override
        public void put(String key, @Nullable Object value) {
            all.put(prefix + key, value);
        }
    }
}
