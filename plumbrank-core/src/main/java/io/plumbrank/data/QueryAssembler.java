package io.plumbrank.data;

import io.plumbrank.data.rows.ItemColumns;
import io.plumbrank.data.rows.ItemIds;
import io.plumbrank.data.rows.ItemTable;
import io.plumbrank.data.rows.QueryIdSet;
import io.plumbrank.data.rows.RowBlock;
import io.plumbrank.data.text.BadLines;
import io.plumbrank.data.text.LineChunks;
import io.plumbrank.data.text.ScatteredQueryException;
import io.plumbrank.util.InputException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes queries of blocks that come in file order, and throws the first fault of the file that is one too many, whether a
 * parser met it or only the rows of a query together show it.
 */
abstract class QueryAssembler implements LineChunks.Consumer<RowBlock> {
    private final String file;
    private final BadLines badLines;
    private long rows;

    private QueryAssembler(String file, ReadOptions options) {
        this.file = file;
        this.badLines = new BadLines(file, options.skipBad());
    }

    /** Hands on each query as soon as it is whole, and remembers none. */
    static QueryAssembler streaming(String file, Grouping grouping, ReadOptions options, Consumer<Query> visitor) {
        return grouping == Grouping.ROW ? new RowByRow(file, options, visitor) : new Streaming(file, options, visitor);
    }

    /** Hands on all queries at the end, in order of first appearance; rows may come in any order. */
    static QueryAssembler gathering(String file, Grouping grouping, ReadOptions options, Consumer<Query> visitor) {
        return grouping == Grouping.ROW ? new RowByRow(file, options, visitor) : new Gathering(file, options, visitor);
    }

    final String file() {
        return file;
    }

    final BadLines badLines() {
        return badLines;
    }

    @Override
    public final void accept(RowBlock block, long firstLine) {
        Faults faults = new Faults(block, firstLine);
        add(block, firstLine, faults);
        faults.reportBefore(Integer.MAX_VALUE);
        rows += block.rows();
    }

    /**
     * There are no more blocks.
     *
     * @param lines the number of lines in the file
     * @param expected what a file without a row should have had
     */
    final void end(long lines, String expected) {
        if (rows == 0) {
            throw new InputException(file, lines + 1, "the end of the file", expected);
        }
        finish();
    }

    abstract void add(RowBlock block, long firstLine, Faults faults);

    abstract void finish();

    /** The bad lines of one block, reported no later than rows behind them are used. */
    final class Faults {
        private final List<BadLines.Fault> faults;
        private final long firstLine;
        private int next;

        Faults(RowBlock block, long firstLine) {
            this.faults = block.faults();
            this.firstLine = firstLine;
        }

        void reportBefore(int lineInBlock) {
            for (; next < faults.size() && faults.get(next).lineInChunk() < lineInBlock; next++) {
                BadLines.Fault fault = faults.get(next);
                badLines.report(firstLine + fault.lineInChunk(), fault.found(), fault.expected());
            }
        }
    }

    private abstract static class Grouped extends QueryAssembler {
        /** The table of the group under way; groups lend it to each other. */
        private final ItemTable table = new ItemTable();

        Grouped(String file, ReadOptions options) {
            super(file, options);
        }

        /** The group that a run of rows belongs to. */
        abstract RowGroup group(String id, double weight, long line);

        final RowGroup newGroup(String id, double weight, long line) {
            RowGroup group = new RowGroup(id, weight, line);
            table.clear();
            group.items(table);
            return group;
        }

        @Override
        final void add(RowBlock block, long firstLine, Faults faults) {
            for (int run = 0; run < block.runs(); run++) {
                int from = block.runStarts()[run];
                int line = block.lines()[from];
                faults.reportBefore(line);
                RowGroup group = group(block.runIds()[run], block.weight(from), firstLine + line);
                addRows(group, new RowGroup.Stretch(block, firstLine, from, block.runStarts()[run + 1]), faults);
            }
        }

        private void addRows(RowGroup group, RowGroup.Stretch rows, Faults faults) {
            RowBlock block = rows.block();
            int good = rows.from();
            if (block.columns().ids() != null || block.weights() != null) {
                for (int row = rows.from(); row < rows.to(); row++) {
                    if (!accepts(group, rows, row, faults)) {
                        group.add(new RowGroup.Stretch(block, rows.firstLine(), good, row));
                        good = row + 1;
                    }
                }
            }
            group.add(new RowGroup.Stretch(block, rows.firstLine(), good, rows.to()));
        }

        private boolean accepts(RowGroup group, RowGroup.Stretch rows, int row, Faults faults) {
            RowBlock block = rows.block();
            if (block.weight(row) != group.weight()) {
                faults.reportBefore(block.lines()[row]);
                reportWeight(group, block.weight(row), rows.line(row));
                return false;
            }
            ItemIds ids = block.columns().ids();
            if (ids == null || !ids.isPresent(row)) {
                return true;
            }
            long before = group.items().add(ids, row, rows.line(row));
            if (before == 0) {
                return true;
            }
            faults.reportBefore(block.lines()[row]);
            reportTwice(group, ids.get(row), rows.line(row), before);
            return false;
        }

        private void reportTwice(RowGroup group, String item, long line, long before) {
            String found = "item " + InputException.quote(item) + " of query " + InputException.quote(group.id())
                    + " again, first in line " + before;
            badLines().report(line, found, "each item once in a query: remove or rename one of the two");
        }

        private void reportWeight(RowGroup group, double weight, long line) {
            String found = "weight " + weight + " for query " + InputException.quote(group.id());
            String expected = group.weight() + " as in line " + group.firstLine()
                    + ": all rows of a query carry the weight of the query";
            badLines().report(line, found, expected);
        }
    }

    private static final class Streaming extends Grouped {
        private final Consumer<Query> visitor;
        private final QueryIdSet passed = new QueryIdSet();
        private @Nullable RowGroup open;

        Streaming(String file, ReadOptions options, Consumer<Query> visitor) {
            super(file, options);
            this.visitor = visitor;
        }

        @Override
        RowGroup group(String id, double weight, long line) {
            RowGroup group = open;
            if (group == null || !group.id().equals(id)) {
                finish();
                if (!passed.add(id)) {
                    throw new ScatteredQueryException(file(), line, id);
                }
                group = newGroup(id, weight, line);
                open = group;
            }
            return group;
        }

        @Override
        void finish() {
            if (open != null) {
                visitor.accept(open.toQuery(file()));
            }
        }
    }

    private static final class Gathering extends Grouped {
        private final Consumer<Query> visitor;
        private final Map<String, RowGroup> groups = new LinkedHashMap<>();
        private @Nullable RowGroup fresh;

        Gathering(String file, ReadOptions options, Consumer<Query> visitor) {
            super(file, options);
            this.visitor = visitor;
        }

        @Override
        RowGroup group(String id, double weight, long line) {
            RowGroup group = groups.get(id);
            if (group == null) {
                if (fresh != null) {
                    // most queries never come back: only those that do get a table to keep
                    fresh.items(null);
                }
                group = newGroup(id, weight, line);
                groups.put(id, group);
                fresh = group;
            }
            return group;
        }

        @Override
        void finish() {
            // a group that was copied need not keep its blocks
            for (Iterator<RowGroup> rest = groups.values().iterator(); rest.hasNext(); ) {
                RowGroup group = rest.next();
                rest.remove();
                visitor.accept(group.toQuery(file()));
            }
        }
    }

    private static final class RowByRow extends QueryAssembler {
        private final Consumer<Query> visitor;
        private long number;

        RowByRow(String file, ReadOptions options, Consumer<Query> visitor) {
            super(file, options);
            this.visitor = visitor;
        }

        @Override
        void add(RowBlock block, long firstLine, Faults faults) {
            ItemColumns columns = block.columns().withoutWeights();
            for (int row = 0; row < block.rows(); row++) {
                faults.reportBefore(block.lines()[row]);
                number++;
                visitor.accept(new Query(
                        Long.toString(number),
                        row,
                        1,
                        columns,
                        block.weight(row),
                        firstLine + block.lines()[row],
                        null));
            }
        }

        @Override
        void finish() {}
    }
}
