package io.plumbrank.data;

import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Queries that come from no file. */
record MemorySource(String name, Dataset data) implements QuerySource {
    @Override
    public Path file() {
        return Path.of(name);
    }

    @Override
    public void visit(Consumer<Query> visitor) {
        data.queries().forEach(visitor);
    }

    @Override
    public Dataset load() {
        return data;
    }

    @Override
    public long knownRows() {
        return data.rows();
    }

    @Override
    public long skippedLines() {
        return 0;
    }

    @Override
    public Absent absent() {
        return data.queries().isEmpty() ? Absent.MISSING : data.queries().get(0).absent();
    }

    @Override
    public List<String> featureNames() {
        return data.featureNames();
    }

    @Override
    public int featureIndex(String feature) {
        int index = data.featureNames().isEmpty()
                ? number(feature)
                : data.featureNames().indexOf(feature);
        if (index < 0 || index >= data.featureCount()) {
            String found = "no feature " + InputException.quote(feature);
            throw new InputException(name, 0, found, "one of the " + data.featureCount() + " features");
        }
        return index;
    }

    private static int number(String feature) {
        try {
            return Integer.parseInt(feature);
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
