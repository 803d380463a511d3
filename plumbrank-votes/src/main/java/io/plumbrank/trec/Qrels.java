package io.plumbrank.trec;

import io.plumbrank.data.ReadOptions;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Relevance judgements from a TREC qrels file, {@code query iteration docno grade}, plain or gzip; real grades allowed.
 * In memory: about the size of the file plus 60 bytes per line.
 *
 * <pre>{@code
 * Qrels qrels = Qrels.read(Path.of("qrels.txt"), ReadOptions.defaults());
 * TrecItems judged = qrels.judgements("q1");
 * }</pre>
 */
public final class Qrels {
    private final Map<String, TrecItems> byQuery;
    private final long skippedLines;

    private Qrels(Map<String, TrecItems> byQuery, long skippedLines) {
        this.byQuery = byQuery;
        this.skippedLines = skippedLines;
    }

    /**
     * Reads a file; queries in order of first appearance, lines in any order.
     *
     * @throws InputException if a line is not as it should be, or an item is judged twice in a query
     */
    public static Qrels read(Path file, ReadOptions options) {
        TrecFile reader = new TrecFile(file, options, TrecRows.Layout.QRELS);
        Map<String, TrecItems> byQuery = reader.load();
        return new Qrels(byQuery, reader.skippedLines());
    }

    /** The judgements query by query, in order of first appearance; unmodifiable. */
    public Collection<TrecItems> queries() {
        return Collections.unmodifiableCollection(byQuery.values());
    }

    /** The judgements of a query, or null if there are none. */
    public @Nullable TrecItems judgements(String queryId) {
        return byQuery.get(queryId);
    }

    /** The largest grade. */
    public double maxGrade() {
        double max = Double.NEGATIVE_INFINITY;
        for (TrecItems items : byQuery.values()) {
            for (int i = 0; i < items.size(); i++) {
                max = Math.max(max, items.value(i));
            }
        }
        return max;
    }

    /** How many bad lines were passed over. */
    public long skippedLines() {
        return skippedLines;
    }
}
