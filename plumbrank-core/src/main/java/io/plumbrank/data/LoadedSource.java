package io.plumbrank.data;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file that is read once, on first use, and then stays in memory. */
final class LoadedSource extends ForwardingSource {
    private volatile @Nullable Loaded loaded;

    private record Loaded(Dataset data, long skippedLines) {}

    LoadedSource(QuerySource source) {
        super(source);
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        load().queries().forEach(visitor);
    }

    @Override
    public Dataset load() {
        Loaded known = loaded;
        return known == null ? read() : known.data;
    }

    private synchronized Dataset read() {
        Loaded known = loaded;
        if (known == null) {
            Dataset data = source().load();
            known = new Loaded(data, source().skippedLines());
            loaded = known;
        }
        return known.data;
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
        Loaded known = loaded;
        return known == null ? 0 : known.skippedLines;
    }

    @Override
    public List<String> featureNames() {
        return load().featureNames();
    }

    /** Loads first: what reads a header by itself would take it from a pipe. */
    @Override
    public int featureIndex(String name) {
        load();
        return source().featureIndex(name);
    }
}
