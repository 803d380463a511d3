package io.plumbrank.data;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A file that is read once, on first use, and then stays in memory. */
final class LoadedSource extends ForwardingSource {
    private final UnaryOperator<Dataset> keep;
    private volatile @Nullable Dataset loaded;
    private long skippedLines;

    /** @param keep the data to keep of what is read; called once, by one thread */
    LoadedSource(QuerySource source, UnaryOperator<Dataset> keep) {
        super(source);
        this.keep = keep;
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        load().queries().forEach(visitor);
    }

    @Override
    public Dataset load() {
        Dataset known = loaded;
        return known == null ? read() : known;
    }

    private synchronized Dataset read() {
        Dataset known = loaded;
        if (known == null) {
            known = keep.apply(source().load());
            skippedLines = source().skippedLines();
            loaded = known;
        }
        return known;
    }

    @Override
    public long knownRows() {
        return load().rows();
    }

    @Override
    public QuerySource loaded() {
        return this;
    }

    @Override
    public long skippedLines() {
        return loaded == null ? 0 : skippedLines;
    }

    @Override
    public List<String> featureNames() {
        return load().featureNames();
    }

    /** Loads first: what reads a header by itself would take it from a pipe. */
    @Override
    public Absent absent() {
        load();
        return source().absent();
    }

    /** Loads first, as {@link #absent}. */
    @Override
    public int featureIndex(String name) {
        load();
        return source().featureIndex(name);
    }
}
