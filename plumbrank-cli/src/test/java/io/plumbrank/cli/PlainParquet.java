package io.plumbrank.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** Writes a table of CSV without quotes as Parquet: a page per column, plain, not packed, empty fields as nulls. */
final class PlainParquet {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private PlainParquet() {}

    static Path of(Path csv, Path file) throws IOException {
        List<String[]> lines = Files.readAllLines(csv).stream()
                .map(line -> line.split(",", -1))
                .toList();
        List<String[]> rows = lines.subList(1, lines.size());
        List<SchemaElement> schema = new ArrayList<>();
        schema.add(new SchemaElement("schema").setNum_children(lines.get(0).length));
        RowGroup group = new RowGroup(new ArrayList<>(), 0, rows.size());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(MAGIC);
        for (int column = 0; column < lines.get(0).length; column++) {
            int at = column;
            List<String> cells = rows.stream().map(row -> row[at]).toList();
            boolean numbers = cells.stream().allMatch(cell -> cell.matches("|-?\\d+(\\.\\d+)?(E-?\\d+)?"));
            Type type = numbers ? Type.DOUBLE : Type.BYTE_ARRAY;
            SchemaElement element = new SchemaElement(lines.get(0)[column])
                    .setType(type)
                    .setRepetition_type(FieldRepetitionType.OPTIONAL);
            schema.add(numbers ? element : element.setConverted_type(ConvertedType.UTF8));
            long start = out.size();
            byte[] page = page(cells, numbers);
            PageHeader header = new PageHeader(PageType.DATA_PAGE, page.length, page.length);
            header.setData_page_header(new DataPageHeader(cells.size(), Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
            Util.writePageHeader(header, out);
            out.write(page);
            ColumnMetaData meta = new ColumnMetaData(
                    type,
                    List.of(Encoding.PLAIN, Encoding.RLE),
                    List.of(lines.get(0)[column]),
                    CompressionCodec.UNCOMPRESSED,
                    cells.size(),
                    out.size() - start,
                    out.size() - start,
                    start);
            group.addToColumns(new ColumnChunk(start).setMeta_data(meta));
        }
        int begin = out.size();
        Util.writeFileMetaData(new FileMetaData(1, schema, rows.size(), List.of(group)), out);
        out.write(little(out.size() - begin));
        out.write(MAGIC);
        return Files.write(file, out.toByteArray());
    }

    private static byte[] little(int value) {
        return ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    /** Definition levels as one run of bits, then the values that are there. */
    private static byte[] page(List<String> cells, boolean numbers) throws IOException {
        int bytes = (cells.size() + 7) / 8;
        ByteArrayOutputStream levels = new ByteArrayOutputStream();
        for (int rest = (bytes << 1) | 1; ; rest >>>= 7) {
            levels.write(rest < 128 ? rest : (rest & 127) | 128);
            if (rest < 128) {
                break;
            }
        }
        for (int b = 0; b < bytes; b++) {
            int first = 8 * b;
            levels.write(IntStream.range(0, Math.min(8, cells.size() - first))
                    .map(i -> cells.get(first + i).isEmpty() ? 0 : 1 << i)
                    .sum());
        }
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        page.write(little(levels.size()));
        page.write(levels.toByteArray());
        for (String cell : cells) {
            if (!cell.isEmpty()) {
                write(cell, numbers, page);
            }
        }
        return page.toByteArray();
    }

    private static void write(String cell, boolean number, OutputStream page) throws IOException {
        if (number) {
            page.write(ByteBuffer.allocate(Double.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putDouble(Double.parseDouble(cell))
                    .array());
        } else {
            byte[] text = cell.getBytes(StandardCharsets.UTF_8);
            page.write(little(text.length));
            page.write(text);
        }
    }
}
