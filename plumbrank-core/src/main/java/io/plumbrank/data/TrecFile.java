package io.plumbrank.data;

import io.plumbrank.data.BadLines.Fault;
import io.plumbrank.data.TrecItems.Stretch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a qrels or run file query by query; {@link Qrels} and {@link TrecRun} are what users see. */
final class TrecFile {
    private final Path file;
    private final ReadOptions options;
    private final TrecRows.Layout layout;
    private final BadLines bad;
    private @Nullable String tag;

    TrecFile(Path file, ReadOptions options, TrecRows.Layout layout) {
        this.file = file;
        this.options = options;
        this.layout = layout;
        this.bad = new BadLines(file.toString(), options.skipBad());
    }

    /** All queries in order of first appearance; their lines may stand anywhere. */
    Map<String, TrecItems> load() {
        Map<String, List<Stretch>> byQuery = new LinkedHashMap<>();
        read(stretch -> byQuery.computeIfAbsent(stretch.queryId(), id -> new ArrayList<>(1))
                .add(stretch.where()));
        Map<String, TrecItems> result = new LinkedHashMap<>(byQuery.size() * 2);
        byQuery.forEach((id, stretches) -> result.put(id, TrecItems.of(id, stretches, bad)));
        return result;
    }

    /** Hands on query after query in file order; memory holds a few chunks and the queries' names. */
    void visit(Consumer<TrecItems> visitor) {
        Set<String> seen = new HashSet<>();
        List<Stretch> current = new ArrayList<>();
        String[] currentId = {null};
        read(stretch -> {
            if (!stretch.queryId().equals(currentId[0])) {
                if (currentId[0] != null) {
                    visitor.accept(TrecItems.of(currentId[0], current, bad));
                    current.clear();
                }
                currentId[0] = stretch.queryId();
                if (!seen.add(stretch.queryId())) {
                    Stretch where = stretch.where();
                    throw new ScatteredQueryException(
                            file.toString(), where.firstLine() + where.rows().lines[where.from()], stretch.queryId());
                }
            }
            current.add(stretch.where());
        });
        visitor.accept(TrecItems.of(currentId[0], current, bad));
    }

    long skippedLines() {
        return bad.skipped();
    }

    /** The tag of the first line that has one. */
    @Nullable
    String tag() {
        return tag;
    }

    private record QueryStretch(String queryId, Stretch where) {}

    private void read(Consumer<QueryStretch> consumer) {
        long[] rows = {0};
        byte[][] lastId = {new byte[0]};
        String[] lastName = {""};
        long lines = LineChunks.read(
                file,
                options.threads(),
                (bytes, length) -> TrecRows.parse(bytes, length, layout),
                (chunk, firstLine) -> {
                    for (Fault fault : chunk.faults) {
                        bad.report(firstLine + fault.lineInChunk(), fault.found(), fault.expected());
                    }
                    tag = tag == null ? chunk.tag : tag;
                    rows[0] += chunk.rows;
                    for (int span = 0; span < chunk.spans; span++) {
                        // a query across chunks keeps one name
                        if (!chunk.isQuery(span, lastId[0])) {
                            lastName[0] = chunk.queryId(span);
                            lastId[0] = lastName[0].getBytes(StandardCharsets.UTF_8);
                        }
                        consumer.accept(new QueryStretch(
                                lastName[0],
                                new Stretch(chunk, chunk.spanFirstRow[span], chunk.spanEnd(span), firstLine)));
                    }
                });
        if (rows[0] == 0) {
            throw new InputException(
                    file.toString(), lines + 1, "the end of the file and no data", "lines of " + layout.fields());
        }
    }
}
