package io.plumbrank.data;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file that is read once, on first use, and then stays in memory. */
class LoadedSource extends ForwardingSource {
    private volatile @Nullable Dataset loaded;
    private long skippedLines;

    LoadedSource(QuerySource source) {
        super(source);
    }

    /** The data to keep; called once, by one thread. */
    Dataset keep(Dataset data) {
        return data;
    }

    @Override
    public final void visit(Consumer<Query> visitor) {
        load().queries().forEach(visitor);
    }

    @Override
    public final Dataset load() {
        Dataset known = loaded;
        return known == null ? read() : known;
    }

    private synchronized Dataset read() {
        Dataset known = loaded;
        if (known == null) {
            known = keep(source().load());
            skippedLines = source().skippedLines();
            loaded = known;
        }
        return known;
    }

    @Override
    public final long knownRows() {
        return load().rows();
    }

    @Override
    public final QuerySource loaded() {
        return this;
    }

    @Override
    public final long skippedLines() {
        return loaded == null ? 0 : skippedLines;
    }

    @Override
    public final List<String> featureNames() {
        return load().featureNames();
    }

    /** Loads first: what reads a header by itself would take it from a pipe. */
    @Override
    public final int featureIndex(String name) {
        load();
        return source().featureIndex(name);
    }
}
