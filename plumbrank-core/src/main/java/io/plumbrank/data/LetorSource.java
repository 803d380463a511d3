package io.plumbrank.data;

import io.plumbrank.data.rows.RowBlock;
import io.plumbrank.data.rows.RowBlockBuilder;
import io.plumbrank.data.text.LineChunks;
import io.plumbrank.util.InputException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * LETOR text, also known as SVMlight or SVMrank: {@code label qid:ID number:value … # comment}, plain or gzip.
 *
 * <ul>
 *   <li>Labels are finite doubles or names of classes ({@link Labels}), query names are words, features are floats and keep their numbers; 0 is one.
 *   <li>A feature that a row does not give is 0, unless {@link ReadOptions#absent} says that it is missing; {@code nan} is missing. Features
 *       of a row may come in any order, each once.
 *   <li>The comment names the item: {@code #docid = X …}, or else its first word.
 *   <li>Blank lines, lines with only a comment, tabs, CRLF and a byte order mark are taken as they come.
 * </ul>
 *
 * <p>Parsing is one pass over the bytes, in parallel over chunks of about a megabyte.
 */
final class LetorSource extends FileSource {
    private final int chunk;

    /**
     * A file of queries or of plain instances.
     *
     * @param grouping with {@link Grouping#ROW}, {@code qid:} may be missing and is passed over
     */
    public LetorSource(Path file, Grouping grouping, ReadOptions options) {
        this(file, grouping, options, LineChunks.CHUNK);
    }

    /** The same with chunks of another size: blocks are others then, and nothing else. */
    LetorSource(Path file, Grouping grouping, ReadOptions options, int chunk) {
        super(file, grouping, options);
        this.chunk = chunk;
    }

    @Override
    public Absent absent() {
        return options.absent();
    }

    @Override
    public List<String> featureNames() {
        return List.of();
    }

    @Override
    public int featureIndex(String name) {
        if (!name.matches("0|[1-9][0-9]{0,8}")) {
            String expected = "the number of a feature, since features of LETOR text have no names"
                    + " (a CSV file is known by its name, .csv or .csv.gz)";
            throw new InputException(file.toString(), 0, "feature " + InputException.quote(name), expected);
        }
        return Integer.parseInt(name);
    }

    @Override
    void read(@Nullable QueryAssembler assembler) {
        if (assembler == null) {
            return;
        }
        long lines = LineChunks.read(
                file, chunk, options.threads(), new Parser(grouping, options), assembler, options.follower());
        assembler.end(lines, grouping == Grouping.QUERY ? LetorParser.ROW : LetorParser.PLAIN_ROW);
    }

    /** Parses chunks with builders that are used again and again: their arrays have the size that the file needs. */
    private record Parser(Grouping grouping, ReadOptions options, Queue<RowBlockBuilder> builders)
            implements LineChunks.Parser<RowBlock> {
        Parser(Grouping grouping, ReadOptions options) {
            this(grouping, options, new ConcurrentLinkedQueue<>());
        }

        @Override
        public RowBlock parse(byte[] bytes, int length) {
            RowBlockBuilder free = builders.poll();
            RowBlockBuilder builder =
                    free == null ? new RowBlockBuilder(options.absent().value()) : free;
            RowBlock block = new LetorParser(bytes, length, grouping, options, builder).parse();
            builders.add(builder);
            return block;
        }

        @Override
        public boolean keepsBytes() {
            return false;
        }
    }
}
