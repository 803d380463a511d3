package io.plumbrank.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.plumbrank.data.rows.RowBlock;
import io.plumbrank.data.text.Levels;
import io.plumbrank.data.text.TextFile;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file with a header, or one with tabs in place of commas, plain or gzip: one column holds the label, one the name of the query, perhaps one the weight of
 * the query, one the name of the item and one its weight; {@link CsvColumns} says which. Every other column is a feature,
 * numbered from 0 in order of appearance. An empty field is a missing value. Fields may be quoted and then hold commas and
 * line ends.
 *
 * <p>One thread reads; a row costs no object unless it begins a query or names an item.
 */
final class CsvSource extends FileSource {
    private final CsvColumns columns;
    private volatile @Nullable CsvHeader header;
    private final List<String> textNotes = new ArrayList<>();
    private volatile @Nullable Map<String, List<String>> text;

    /**
     * A file of queries or of plain instances. Nothing is read yet.
     *
     * @param columns the columns that are no features
     * @param grouping with {@link Grouping#ROW}, only weights and labels are no features by their names
     * @throws IllegalArgumentException if a column is named as the item weight where each row is an instance
     */
    public CsvSource(Path file, CsvColumns columns, Grouping grouping, ReadOptions options) {
        super(file, grouping, options);
        String itemWeight = columns.itemWeight();
        if (grouping == Grouping.ROW && itemWeight != null && !itemWeight.isEmpty()) {
            throw new IllegalArgumentException("column '" + itemWeight
                    + "' cannot be the item weight where each row is an instance: name it as the weight");
        }
        this.columns = columns;
    }

    /** What columns are by their names alone, and which were passed over because nobody wants them. */
    @Override
    public List<String> notes() {
        CsvHeader known = header;
        if (known == null) {
            return List.of();
        }
        List<String> notes = new ArrayList<>(textNotes);
        known.byName().forEach(note -> notes.add(file + ": " + note));
        if (!columns.features().wanted().isEmpty()) {
            known.unknownLevels().forEach(note -> notes.add(file + ": " + note));
        }
        if (!known.unknown().isEmpty()) {
            notes.add(file + ": columns that are not features of the training data are ignored: " + known.unknown());
        }
        return notes;
    }

    /** The names of the feature columns; reads the header if nothing was read before. */
    @Override
    public List<String> featureNames() {
        return List.copyOf(header().features());
    }

    @Override
    public int featureIndex(String name) {
        return header().featureIndex(name);
    }

    private CsvHeader header() {
        if (header == null) {
            read(null);
        }
        return Objects.requireNonNull(header);
    }

    @Override
    void read(@Nullable QueryAssembler assembler) {
        InputException.requireNoDirectory(file);
        read(assembler, text());
    }

    /** Levels of text have features of their own, and the file is read once more to count them. */
    @Override
    public Absent absent() {
        return header().hasLevels() ? Absent.ZERO : Absent.MISSING;
    }

    /** The columns of text, with the levels that get a feature; where a model says what features are, these tell. */
    private synchronized Map<String, List<String>> text() {
        Map<String, List<String>> known = text;
        if (known == null) {
            known = new LinkedHashMap<>();
            text = known;
            if (columns.features().wanted().isEmpty() && !QuerySource.isReadOnce(file)) {
                read(null, Map.of());
                Map<String, Map<String, Long>> counts =
                        new LevelCounts(file, options.separator(file), columns).count(header());
                for (Map.Entry<String, Map<String, Long>> column : counts.entrySet()) {
                    List<String> levels = Levels.chosen(column.getValue());
                    known.put(column.getKey(), levels);
                    textNotes.add(file + ": " + Levels.words(column.getKey(), column.getValue(), levels));
                }
            }
        }
        return known;
    }

    private void read(@Nullable QueryAssembler assembler, Map<String, List<String>> text) {
        CsvRows rows = new CsvRows(file.toString(), columns, text, grouping, options);
        try (InputStream in = TextFile.open(file, assembler == null ? share -> {} : options.follower());
                CsvReader<RowBlock> reader = CsvReader.builder()
                        .fieldSeparator(options.separator(file))
                        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                        .allowUnclosedQuote(false)
                        .detectBomHeader(true)
                        .build(rows, in)) {
            Blocks blocks = new Blocks(rows, reader.iterator());
            blocks.next();
            CsvHeader read = rows.header();
            if (read == null) {
                blocks.throwFault();
                String expected = "a header that names the columns, "
                        + (columns.ranking() == null
                                ? "label and query among them"
                                : "among them those of positions, which begin with "
                                        + InputException.quote(columns.ranking()));
                throw new InputException(file.toString(), rows.nextLine(), "the end of the file", expected);
            }
            header = read;
            if (assembler != null) {
                for (RowBlock block = blocks.next(); block != null; block = blocks.next()) {
                    assembler.accept(block, rows.blockLine());
                }
                // faults in the lines before it come first
                assembler.accept(rows.rest(), rows.blockLine());
                blocks.throwFault();
                assembler.end(rows.nextLine() - 1, "a row with a field for each column of the header");
            }
        } catch (IOException e) {
            throw TextFile.fault(file, 0, e);
        }
    }

    /** The blocks of a file up to a fault that makes the rest unreadable. What visitors throw does not come this way. */
    private final class Blocks {
        private final CsvRows rows;
        private final Iterator<RowBlock> blocks;
        private @Nullable RuntimeException fault;

        Blocks(CsvRows rows, Iterator<RowBlock> blocks) {
            this.rows = rows;
            this.blocks = blocks;
        }

        @Nullable
        RowBlock next() {
            try {
                return blocks.hasNext() ? blocks.next() : null;
            } catch (UncheckedIOException e) {
                fault = TextFile.fault(file, rows.nextLine(), e);
            } catch (CsvParseException e) {
                fault = e.getCause() instanceof InputException known ? known : notCsv(e);
            }
            return null;
        }

        void throwFault() {
            if (fault != null) {
                throw fault;
            }
        }

        private InputException notCsv(CsvParseException e) {
            String reason = String.valueOf(e.getMessage()).replaceAll(" \\(record starting at line \\d+\\)$", "");
            String found = "a record that is not CSV (" + reason + ")";
            String expected = "quotes around a whole field, doubled inside it, and each closed";
            return new InputException(file.toString(), rows.nextLine(), found, expected, e);
        }
    }
}
