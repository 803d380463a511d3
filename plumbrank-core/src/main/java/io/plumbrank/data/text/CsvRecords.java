package io.plumbrank.data.text;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.plumbrank.util.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The records of a CSV file, one after another: their lines and their cells, without blanks around them. */
public final class CsvRecords {
    private static final Pattern LINE_IN_MESSAGE = Pattern.compile("line (\\d+)");

    private CsvRecords() {}

    /** Receives records. */
    @FunctionalInterface
    public interface Visitor {
        /** @param line where the record begins */
        void visit(long line, List<String> cells);
    }

    /**
     * Streams a file, plain or gzip. Blank lines are passed over.
     *
     * @throws InputException if it cannot be read or is not CSV
     */
    public static void ofFile(Path file, Visitor visitor) {
        ofFile(file, ',', visitor);
    }

    /** Visits the records of a file with another separator. */
    public static void ofFile(Path file, char separator, Visitor visitor) {
        InputException.requireNoDirectory(file);
        long[] last = {0};
        try (InputStream in = TextFile.open(file);
                CsvReader<CsvRecord> reader = builder()
                        .fieldSeparator(separator)
                        .detectBomHeader(true)
                        .ofCsvRecord(in)) {
            visit(file, reader, (line, cells) -> {
                last[0] = line;
                visitor.visit(line, cells);
            });
        } catch (UncheckedIOException e) {
            throw TextFile.fault(file, last[0] + 1, e);
        } catch (IOException e) {
            throw TextFile.fault(file, 0, e);
        }
    }

    /** Visits the records of a text that is in memory, with the file where it comes from. */
    public static void ofText(Path file, String text, Visitor visitor) {
        try (CsvReader<CsvRecord> reader = builder().ofCsvRecord(text)) {
            visit(file, reader, visitor);
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory", e);
        }
    }

    /** Visits the records of lines, which end nowhere but where a cell in quotes does not go on. */
    public static void ofLines(Path file, Iterable<String> lines, Visitor visitor) {
        try (CsvReader<CsvRecord> reader = builder().ofCsvRecord(new LinesReader(lines.iterator()))) {
            visit(file, reader, visitor);
        } catch (IOException e) {
            throw TextFile.fault(file, 0, e);
        }
    }

    /** Lines as one text. */
    private static final class LinesReader extends Reader {
        private final Iterator<String> lines;
        private String line = "";
        private int at;

        LinesReader(Iterator<String> lines) {
            this.lines = lines;
        }

        @Override
        public int read(char[] into, int offset, int length) {
            if (at == line.length()) {
                if (!lines.hasNext()) {
                    return -1;
                }
                line = lines.next() + "\n";
                at = 0;
            }
            int count = Math.min(length, line.length() - at);
            line.getChars(at, at + count, into, offset);
            at += count;
            return count;
        }

        @Override
        public void close() {
            line = "";
            at = 0;
        }
    }

    private static CsvReaderBuilder builder() {
        return CsvReader.builder()
                .trimWhitespacesAroundQuotes(true)
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    private static void visit(Path file, CsvReader<CsvRecord> reader, Visitor visitor) {
        try {
            for (CsvRecord record : reader) {
                List<String> cells =
                        record.getFields().stream().map(String::strip).toList();
                if (cells.size() > 1 || !cells.get(0).isEmpty()) {
                    visitor.visit(record.getStartingLineNumber(), cells);
                }
            }
        } catch (CsvParseException e) {
            String message = String.valueOf(e.getMessage());
            Matcher line = LINE_IN_MESSAGE.matcher(message);
            long number = line.find() ? Long.parseLong(line.group(1)) : 0;
            String expected = "cells separated by commas, with quotes that close";
            throw new InputException(file.toString(), number, "broken CSV (" + message + ")", expected, e);
        }
    }

    /** How many cells a record has, in words. */
    public static String count(List<String> cells) {
        return cells.size() + (cells.size() == 1 ? " cell" : " cells");
    }
}
