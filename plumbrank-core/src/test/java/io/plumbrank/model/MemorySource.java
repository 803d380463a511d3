package io.plumbrank.model;

import io.plumbrank.data.Dataset;
import io.plumbrank.data.QuerySource;
import io.plumbrank.data.QueryVisitor;
import java.nio.file.Path;
import java.util.List;

/** Queries that were never in a file. */
record MemorySource(Path file, Dataset data) implements QuerySource {
    @Override
    public void visit(QueryVisitor visitor) {
        data.queries().forEach(visitor::visit);
    }

    @Override
    public Dataset load() {
        return data;
    }

    @Override
    public long skippedLines() {
        return 0;
    }

    @Override
    public List<String> featureNames() {
        return data.featureNames();
    }

    @Override
    public int featureIndex(String name) {
        return Integer.parseInt(name);
    }
}
