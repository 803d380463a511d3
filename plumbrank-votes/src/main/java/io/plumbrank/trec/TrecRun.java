package io.plumbrank.trec;

import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * A TREC run file, {@code query Q0 docno rank score tag}, plain or gzip. As in trec_eval the rank column is ignored and
 * so is what follows the tag; blank lines and lines that begin with {@code #} are passed over.
 *
 * <pre>{@code
 * TrecRun run = new TrecRun(Path.of("bm25.run"), ReadOptions.defaults());
 * run.visit(items -> System.out.println(items.queryId())); // query after query, the file is never in memory as a whole
 * }</pre>
 */
public final class TrecRun {
    private final Path file;
    private final ReadOptions options;
    private String tag;
    private long skippedLines;

    /** Names the file; nothing is read yet. */
    public TrecRun(Path file, ReadOptions options) {
        this.file = file;
        this.options = options;
        this.tag = file.toString();
    }

    public Path file() {
        return file;
    }

    /**
     * Streams the queries in file order.
     *
     * @throws ScatteredQueryException if the lines of a query do not stand together
     * @throws InputException if a line is not as it should be, or an item stands twice in a query
     */
    public void visit(Consumer<TrecItems> visitor) {
        TrecFile reader = new TrecFile(file, options, TrecRows.Layout.RUN);
        reader.visit(visitor);
        finish(reader);
    }

    /**
     * Loads the whole run; lines in any order.
     *
     * @return the queries in order of first appearance
     * @throws InputException if a line is not as it should be, or an item stands twice in a query
     */
    public Collection<TrecItems> load() {
        TrecFile reader = new TrecFile(file, options, TrecRows.Layout.RUN);
        Collection<TrecItems> queries = reader.load().values();
        finish(reader);
        return queries;
    }

    /** The run's name for itself once it was read, until then the file's. */
    public String tag() {
        return tag;
    }

    /** How many bad lines the last reading passed over. */
    public long skippedLines() {
        return skippedLines;
    }

    private void finish(TrecFile reader) {
        String read = reader.tag();
        tag = read == null ? tag : read;
        skippedLines = reader.skippedLines();
    }
}
