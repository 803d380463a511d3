package io.plumbrank.parquet;

import io.plumbrank.util.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** One file: its footer, and the readers of its columns, a group of rows at a time. */
final class ParquetFile implements AutoCloseable {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int TAIL = 8;
    /** Decoders quote the bytes that they cannot read. */
    private static final int LONGEST_REASON = 150;

    private final Path file;
    private final FileChannel channel;
    private final FileMetaData footer;
    private final MessageType schema;
    private int next;

    ParquetFile(Path file) {
        this.file = file;
        FileChannel opened = null;
        try {
            opened = FileChannel.open(file);
            footer = footer(opened);
            schema = Schema.of(footer.getSchema());
            channel = opened;
        } catch (IOException | RuntimeException e) {
            close(opened);
            throw e instanceof InputException known ? known : unreadable(e);
        }
    }

    private static void close(@Nullable FileChannel opened) {
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (IOException e) {
            // what led here is what the user wants to know
        }
    }

    private FileMetaData footer(FileChannel opened) throws IOException {
        long size = opened.size();
        byte[] tail = size < TAIL + MAGIC.length ? new byte[TAIL] : bytes(opened, size - TAIL, TAIL);
        if (!Arrays.equals(Arrays.copyOfRange(tail, 4, TAIL), MAGIC)) {
            throw new InputException(
                    file.toString(),
                    0,
                    "a file that does not end as Parquet does",
                    "a whole Parquet file, not encrypted, or another ending of its name");
        }
        int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length < 0 || length > size - TAIL) {
            throw new IOException("a footer of " + length + " bytes");
        }
        return Util.readFileMetaData(new ByteArrayInputStream(bytes(opened, size - TAIL - length, length)));
    }

    private static byte[] bytes(FileChannel from, long at, int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining()) {
            if (from.read(buffer, at + buffer.position()) < 0) {
                throw new IOException("the end of the file");
            }
        }
        return buffer.array();
    }

    /** The fault of a file whose bytes make no sense. */
    InputException unreadable(Exception e) {
        String said = e instanceof NullPointerException ? "a part is missing" : e.getMessage();
        String whole = (said == null ? e.getClass().getSimpleName() : said).replaceAll("\\s+", " ");
        String why = whole.length() > LONGEST_REASON ? whole.substring(0, LONGEST_REASON) + "…" : whole;
        return new InputException(
                file.toString(), 0, "Parquet that cannot be read (" + why + ")", "a whole file: write it again", e);
    }

    Path file() {
        return file;
    }

    FileMetaData footer() {
        return footer;
    }

    MessageType schema() {
        return schema;
    }

    /** How many rows the next group has; −1 if there is none. */
    long nextRows() {
        if (next == footer.getRow_groupsSize()) {
            return -1;
        }
        long rows = footer.getRow_groups().get(next).getNum_rows();
        if (rows < 0) {
            throw unreadable(new IOException("a group of " + rows + " rows"));
        }
        return rows;
    }

    /** Readers of some columns of the next group, in their order. */
    List<ColumnReader> nextGroup(List<ColumnDescriptor> columns) {
        RowGroup group = footer.getRow_groups().get(next++);
        try {
            Map<List<String>, PageReader> pages = new HashMap<>();
            for (ColumnChunk chunk : group.getColumns()) {
                List<String> path = chunk.getMeta_data().getPath_in_schema();
                for (ColumnDescriptor column : columns) {
                    if (path.equals(Arrays.asList(column.getPath()))) {
                        requireRows(group.getNum_rows(), chunk.getMeta_data().getNum_values(), column);
                        pages.put(path, pages(chunk.getMeta_data(), column));
                    }
                }
            }
            PageReadStore store = new PageReadStore() {
                @Override
                public PageReader getPageReader(ColumnDescriptor column) {
                    return Objects.requireNonNull(pages.get(Arrays.asList(column.getPath())), "a column without pages");
                }

                @Override
                public long getRowCount() {
                    return group.getNum_rows();
                }
            };
            String writer = footer.isSetCreated_by() ? footer.getCreated_by() : "";
            ColumnReadStoreImpl readers = new ColumnReadStoreImpl(store, converter(schema), schema, writer);
            return columns.stream().map(readers::getColumnReader).toList();
        } catch (IOException | RuntimeException e) {
            throw e instanceof InputException known ? known : unreadable(e);
        }
    }

    /** A row has one value of a column, null included, and of a list at least one. */
    private static void requireRows(long rows, long values, ColumnDescriptor column) throws IOException {
        boolean list = column.getMaxRepetitionLevel() > 0;
        if (values < rows || (values > rows && !list)) {
            throw new IOException("a column of " + values + " values in a group of " + rows + " rows");
        }
    }

    private ColumnPages pages(ColumnMetaData column, ColumnDescriptor descriptor) throws IOException {
        long start = column.isSetDictionary_page_offset() && column.getDictionary_page_offset() > 0
                ? Math.min(column.getDictionary_page_offset(), column.getData_page_offset())
                : column.getData_page_offset();
        long size = column.getTotal_compressed_size();
        if (start < 0 || size < 0 || start + size > channel.size() || size > Integer.MAX_VALUE - 8) {
            throw new IOException("a column of " + size + " bytes at " + start);
        }
        return new ColumnPages(bytes(channel, start, (int) size), column, descriptor.getPrimitiveType());
    }

    /** Values are asked for and not pushed, so that converters do nothing. */
    private static GroupConverter converter(GroupType type) {
        Converter[] fields = new Converter[type.getFieldCount()];
        Arrays.setAll(
                fields,
                i -> type.getType(i).isPrimitive()
                        ? new PrimitiveConverter() {}
                        : converter(type.getType(i).asGroupType()));
        return new GroupConverter() {
            @Override
            public Converter getConverter(int field) {
                return fields[field];
            }

            @Override
            public void start() {}

            @Override
            public void end() {}
        };
    }

    @Override
    public void close() {
        close(channel);
    }
}
