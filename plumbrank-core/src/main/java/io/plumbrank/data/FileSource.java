package io.plumbrank.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A file of queries, or of rows that are instances, each pass over which reads it anew. Nothing is read before the first. */
abstract class FileSource implements QuerySource {
    final Path file;
    final Grouping grouping;
    final ReadOptions options;
    private volatile long skipped;

    FileSource(Path file, Grouping grouping, ReadOptions options) {
        this.file = file;
        this.grouping = grouping;
        this.options = options;
    }

    /**
     * Reads the file.
     *
     * @param assembler takes the rows; null to read no more than tells the names of features
     */
    abstract void read(@Nullable QueryAssembler assembler);

    private void readAll(QueryAssembler assembler) {
        read(assembler);
        skipped = assembler.badLines().skipped();
    }

    @Override
    public final Path file() {
        return file;
    }

    @Override
    public final void visit(Consumer<Query> visitor) {
        readAll(QueryAssembler.streaming(file.toString(), grouping, options, visitor));
    }

    @Override
    public final Dataset load() {
        List<Query> queries = new ArrayList<>();
        readAll(QueryAssembler.gathering(file.toString(), grouping, options, queries::add));
        return new Dataset(queries, featureNames());
    }

    @Override
    public final long skippedLines() {
        return skipped;
    }
}
