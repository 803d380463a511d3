package io.plumbrank.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A source that hands its questions on to another. Blocks, checksums and numbers of rows are not handed on, since who changes what is
 * visited changes these too.
 */
public abstract class ForwardingSource implements QuerySource {
    private final QuerySource source;

    /** @param source that answers */
    protected ForwardingSource(QuerySource source) {
        this.source = source;
    }

    /** A file that is read once, on first use, of which something else is kept than the data as they are. */
    protected static QuerySource loaded(QuerySource source, UnaryOperator<Dataset> keep) {
        return new LoadedSource(source, keep);
    }

    /** The source that answers. */
    protected final QuerySource source() {
        return source;
    }

    @Override
    public final Path file() {
        return source.file();
    }

    @Override
    public QuerySource whole() {
        return source.whole() == source ? this : source.whole();
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        source.visit(visitor);
    }

    @Override
    public Dataset load() {
        return source.load();
    }

    @Override
    public long skippedLines() {
        return source.skippedLines();
    }

    @Override
    public List<String> notes() {
        return source.notes();
    }

    @Override
    public final Optional<Path> labelFile() {
        return source.labelFile();
    }

    @Override
    public Absent absent() {
        return source.absent();
    }

    @Override
    public List<String> featureNames() {
        return source.featureNames();
    }

    @Override
    public int featureIndex(String name) {
        return source.featureIndex(name);
    }
}
