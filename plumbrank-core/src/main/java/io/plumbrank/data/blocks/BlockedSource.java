package io.plumbrank.data.blocks;

import io.plumbrank.data.BlockMemory;
import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import io.plumbrank.util.InputException;
import io.plumbrank.util.internal.InOrder;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A file in memory whose queries, and their items, stand where a {@link BlockRule} puts them, whatever their order in the file. */
public final class BlockedSource extends ForwardingSource implements QueryBlocks.Kept {
    private final Making making;

    private BlockedSource(QuerySource loaded, Making making) {
        super(loaded);
        this.making = making;
    }

    /**
     * A file in memory and in the order of a rule that looks at the rows alone, so that what is made of it does not depend on the order
     * of the file, and is what a cluster makes of the same rows.
     *
     * @param threads how many blocks are worked on at a time; they change no bit
     */
    public static BlockedSource of(QuerySource source, BlockRule rule, int threads) {
        Making making = new Making(source.file().toString(), rule, threads);
        return new BlockedSource(loaded(source, making::ordered), making);
    }

    @Override
    public QuerySource loaded() {
        return this;
    }

    @Override
    public long knownRows() {
        return source().knownRows();
    }

    @Override
    public Optional<QueryBlocks> blocks() {
        load();
        return Optional.ofNullable(making.kept);
    }

    @Override
    public Optional<String> checksum() {
        load();
        return Optional.of(making.checksum);
    }

    /** Puts the queries where the rule wants them, and keeps the blocks. */
    private static final class Making {
        private final String file;
        private final BlockRule rule;
        private final int threads;
        private @Nullable QueryBlocks kept;
        private String checksum = "";

        Making(String file, BlockRule rule, int threads) {
            this.file = file;
            this.rule = rule;
            this.threads = threads;
        }

        Dataset ordered(Dataset data) {
            List<List<QueryRows>> rows = new ArrayList<>();
            for (int block = 0; block < rule.blocks(); block++) {
                rows.add(new ArrayList<>());
            }
            long sum = 0;
            for (Query query : data.queries()) {
                if (query.hasPreferences()) {
                    throw new InputException(
                            file, query.firstLine(), "preferences", "grades: blocks keep no preferences");
                }
                QueryRows plain = QueryRows.of(query).inOrder();
                sum += rule.sum(plain);
                rows.get(rule.of(plain)).add(plain);
            }
            List<List<Query>> blocks = rows.stream()
                    .map(block -> block.stream()
                            .sorted(rule.order())
                            .map(query -> query.query(data.featureCount()))
                            .toList())
                    .toList();
            List<InProcess> memories = blocks.stream()
                    .map(block -> new InProcess(new ConcurrentHashMap<>()))
                    .toList();
            kept = new InMemory(file, blocks, memories, data.featureNames(), threads);
            checksum = QuerySource.checksum(sum);
            return new Dataset(blocks.stream().flatMap(List::stream).toList(), data.featureNames());
        }
    }

    /** What is kept at a block as long as the source is. */
    private record InProcess(Map<String, Object> values) implements BlockMemory {
        @Override
        public @Nullable Object get(String key) {
            return values.get(key);
        }

        @Override
        public void put(String key, @Nullable Object value) {
            if (value == null) {
                values.remove(key);
            } else {
                values.put(key, value);
            }
        }
    }

    private record InMemory(
            String name, List<List<Query>> blocks, List<InProcess> memories, List<String> features, int threads)
            implements QueryBlocks {
        @Override
        public <R extends Serializable> R reduce(Work<R> work, Merge<R> merge) {
            List<R> total = new ArrayList<>();
            try (InOrder<R> workers = new InOrder<>(
                    threads,
                    "plumbrank-blocks",
                    part -> total.add(total.isEmpty() ? part : merge.apply(total.remove(0), part)))) {
                long first = 0;
                for (int number = 0; number < blocks.size(); number++) {
                    List<Query> queries = blocks.get(number);
                    Dataset data = new Dataset(queries, features);
                    Block block = new Block(number, first, QuerySource.of(name, data), memories.get(number));
                    workers.submit(() -> work.of(block));
                    first += queries.size();
                }
                workers.finish();
            }
            return total.get(0);
        }
    }
}
