package io.plumbrank.trec;

import io.plumbrank.data.ReadOptions;
import io.plumbrank.data.text.BadLines;
import io.plumbrank.data.text.BadLines.Fault;
import io.plumbrank.data.text.LineChunks;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.trec.TrecItems.Stretch;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a qrels or run file query by query; {@link Qrels} and {@link TrecRun} are what users see. */
final class TrecFile {
    private final Path file;
    private final ReadOptions options;
    private final TrecRows.Layout layout;
    private final BadLines bad;
    private final NameTable queries = new NameTable();
    private @Nullable String tag;

    TrecFile(Path file, ReadOptions options, TrecRows.Layout layout) {
        this.file = file;
        this.options = options;
        this.layout = layout;
        this.bad = new BadLines(file.toString(), options.skipBad());
    }

    /** All queries in order of first appearance; their lines may stand anywhere. */
    Map<String, TrecItems> load() {
        Loading loading = new Loading();
        read(loading);
        return loading.finish();
    }

    /** Hands on query after query in file order; memory holds a few chunks and the queries' names. */
    void visit(Consumer<TrecItems> visitor) {
        Visiting visiting = new Visiting(visitor);
        read(visiting);
        visiting.finish();
    }

    long skippedLines() {
        return bad.skipped();
    }

    /** The tag of the first line that has one. */
    @Nullable
    String tag() {
        return tag;
    }

    /** What becomes of the stretches of a file. */
    private interface Gathering {
        void add(int query, Stretch stretch);

        /** Whether the lines of a query may stand apart. */
        boolean takesScattered();

        /** Looks for repeated items in what was added and not yet looked at, and reports all faults so far in file order. */
        void reportFaults();
    }

    private final class Loading implements Gathering {
        private final List<List<Stretch>> byQuery = new ArrayList<>();

        @Override
        public void add(int query, Stretch stretch) {
            if (query == byQuery.size()) {
                byQuery.add(new ArrayList<>(1));
            }
            byQuery.get(query).add(stretch);
        }

        @Override
        public boolean takesScattered() {
            return true;
        }

        @Override
        public void reportFaults() {
            finish();
        }

        Map<String, TrecItems> finish() {
            Map<String, TrecItems> result = new LinkedHashMap<>(byQuery.size() * 2);
            for (int query = 0; query < byQuery.size(); query++) {
                String id = queries.name(query);
                result.put(id, TrecItems.of(id, byQuery.get(query), bad));
            }
            bad.reportNoted();
            return result;
        }
    }

    private final class Visiting implements Gathering {
        private final Consumer<TrecItems> visitor;
        private final List<Stretch> open = new ArrayList<>();
        private int query = -1;

        Visiting(Consumer<TrecItems> visitor) {
            this.visitor = visitor;
        }

        @Override
        public void add(int next, Stretch stretch) {
            if (next != query) {
                if (!open.isEmpty()) {
                    finish();
                    open.clear();
                }
                if (next < query) {
                    throw new ScatteredQueryException(
                            file.toString(), stretch.line(stretch.from()), queries.name(next));
                }
                query = next;
            }
            open.add(stretch);
        }

        @Override
        public boolean takesScattered() {
            return false;
        }

        @Override
        public void reportFaults() {
            gather();
        }

        void finish() {
            visitor.accept(gather());
        }

        private TrecItems gather() {
            TrecItems items = TrecItems.of(query < 0 ? "" : queries.name(query), open, bad);
            bad.reportNoted();
            return items;
        }
    }

    private void read(Gathering gathering) {
        Chunks chunks = new Chunks(gathering);
        long lines;
        try {
            lines = LineChunks.read(
                    file, options.threads(), (bytes, length) -> TrecRows.parse(bytes, length, layout), chunks);
        } catch (InputException e) {
            if (!chunks.busy) {
                // the file ends in a fault: what is wrong in the lines before it comes first
                gathering.reportFaults();
            }
            throw e;
        }
        if (chunks.rows == 0) {
            throw new InputException(
                    file.toString(), lines + 1, "the end of the file and no data", "lines of " + layout.fields());
        }
    }

    private final class Chunks implements LineChunks.Consumer<TrecRows> {
        private final Gathering gathering;
        private long rows;
        /** Whether a chunk is being taken: what is thrown meanwhile is not thrown by the reading. */
        private boolean busy;

        Chunks(Gathering gathering) {
            this.gathering = gathering;
        }

        @Override
        public void accept(TrecRows chunk, long firstLine) {
            busy = true;
            tag = tag == null ? chunk.tag : tag;
            rows += chunk.rows;
            int fault = 0;
            boolean stops = chunk.scatteredLine >= 0 && !gathering.takesScattered();
            int end = stops ? chunk.scatteredLine : Integer.MAX_VALUE;
            for (int span = 0; span < chunk.spans && chunk.lines[chunk.spanFirstRow[span]] < end; span++) {
                Stretch stretch = new Stretch(chunk, chunk.spanFirstRow[span], chunk.spanEnd(span, end), firstLine);
                fault = noteFaults(chunk, fault, chunk.lines[stretch.from()], firstLine);
                gathering.add(queries.enter(chunk.queries, chunk.spanQuery[span]), stretch);
            }
            noteFaults(chunk, fault, end, firstLine);
            if (stops || bad.isBeyond()) {
                gathering.reportFaults();
            }
            if (stops) {
                throw new ScatteredQueryException(
                        file.toString(), firstLine + chunk.scatteredLine, chunk.scatteredQuery);
            }
            busy = false;
        }

        /** Notes the faults before a line of the chunk, and returns the number of the next. */
        private int noteFaults(TrecRows chunk, int from, int beforeLine, long firstLine) {
            int next = from;
            for (; next < chunk.faults.size() && chunk.faults.get(next).lineInChunk() < beforeLine; next++) {
                Fault fault = chunk.faults.get(next);
                bad.note(firstLine + fault.lineInChunk(), fault.found(), fault.expected());
            }
            return next;
        }
    }
}
