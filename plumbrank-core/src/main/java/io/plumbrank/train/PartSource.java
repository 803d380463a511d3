package io.plumbrank.train;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.ForwardingSource;
import io.plumbrank.data.Query;
import io.plumbrank.data.QuerySource;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/** Some queries of a file in memory, perhaps without some of their features, which are missing then. */
final class PartSource extends ForwardingSource {
    private final Dataset part;

    /**
     * @param in which queries there are, by their numbers in the file
     * @param without the features that are missing; of the others no row is copied where there are none
     */
    PartSource(QuerySource whole, LongPredicate in, BitSet without) {
        super(whole);
        Dataset all = whole.load();
        int[] from = IntStream.range(0, all.featureCount())
                .map(feature -> without.get(feature) ? -1 : feature)
                .toArray();
        List<Query> queries = IntStream.range(0, all.queries().size())
                .filter(in::test)
                .mapToObj(all.queries()::get)
                .map(query -> without.isEmpty() ? query : query.selecting(from))
                .toList();
        part = new Dataset(queries, all.featureNames());
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        part.queries().forEach(visitor);
    }

    @Override
    public Dataset load() {
        return part;
    }

    @Override
    public QuerySource loaded() {
        return this;
    }

    @Override
    public long knownRows() {
        return part.rows();
    }

    @Override
    public List<String> featureNames() {
        return part.featureNames();
    }

    /** Those of the whole are said once. */
    @Override
    public List<String> notes() {
        return List.of();
    }
}
