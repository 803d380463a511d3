package io.plumbrank.parquet;

import io.airlift.compress.Decompressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** The pages of one column in one group of rows. */
final class ColumnPages implements PageReader {
    /** No page of a sane writer is larger when it is unpacked. */
    private static final int LARGEST_PAGE = 1 << 30;

    /** Writers do not agree whether a column's size counts the headers of its pages. */
    private static final long ROOM = 1 << 20;

    private final CompressionCodec codec;
    private final long values;
    private final int largest;
    private final Statistics<?> noStatistics;
    private @Nullable DictionaryPage dictionary;
    private final Deque<DataPage> pages = new ArrayDeque<>();

    /** @param bytes of the column, all its pages */
    ColumnPages(byte[] bytes, ColumnMetaData column, PrimitiveType type) throws IOException {
        codec = column.getCodec();
        values = column.getNum_values();
        largest = (int) Math.min(LARGEST_PAGE, column.getTotal_uncompressed_size() + ROOM);
        noStatistics = Statistics.createStats(type);
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        long seen = 0;
        while (seen < values) {
            PageHeader header = Util.readPageHeader(in);
            byte[] packed = in.readNBytes(header.getCompressed_page_size());
            if (packed.length < header.getCompressed_page_size()) {
                throw new IOException("a page that is cut off");
            }
            requireChecksum(header, packed);
            switch (header.getType()) {
                case DICTIONARY_PAGE -> dictionary = dictionary(header, packed);
                case DATA_PAGE -> {
                    seen += notNegative(header.getData_page_header().getNum_values());
                    pages.add(first(header, packed));
                }
                case DATA_PAGE_V2 -> {
                    seen += notNegative(header.getData_page_header_v2().getNum_values());
                    pages.add(second(header, packed));
                }
                default -> {}
            }
        }
        if (seen != values) {
            throw new IOException("pages of " + seen + " values in place of " + values);
        }
    }

    private static int notNegative(int count) throws IOException {
        if (count < 0) {
            throw new IOException("a page of " + count + " values");
        }
        return count;
    }

    /** Of the bytes as they are in the file, where the writer gave one. */
    private static void requireChecksum(PageHeader header, byte[] packed) throws IOException {
        if (header.isSetCrc()) {
            CRC32 sum = new CRC32();
            sum.update(packed);
            if ((int) sum.getValue() != header.getCrc()) {
                throw new IOException("a page that has not the checksum it was written with");
            }
        }
    }

    private DictionaryPage dictionary(PageHeader header, byte[] packed) throws IOException {
        byte[] bytes = unpacked(packed, 0, header.getUncompressed_page_size());
        int count = header.getDictionary_page_header().getNum_values();
        // each takes a byte at least, and decoders make room for all before they read one
        if (count < 0 || count > bytes.length) {
            throw new IOException("a dictionary of " + count + " values in " + bytes.length + " bytes");
        }
        return new DictionaryPage(
                BytesInput.from(bytes),
                count,
                encoding(header.getDictionary_page_header().getEncoding()));
    }

    private DataPage first(PageHeader header, byte[] packed) throws IOException {
        DataPageHeader page = header.getData_page_header();
        byte[] bytes = unpacked(packed, 0, header.getUncompressed_page_size());
        return new DataPageV1(
                BytesInput.from(bytes),
                page.getNum_values(),
                bytes.length,
                noStatistics,
                encoding(page.getRepetition_level_encoding()),
                encoding(page.getDefinition_level_encoding()),
                encoding(page.getEncoding()));
    }

    /** Levels are never packed here, and the rest perhaps. */
    private DataPage second(PageHeader header, byte[] packed) throws IOException {
        DataPageHeaderV2 page = header.getData_page_header_v2();
        int repetitions = page.getRepetition_levels_byte_length();
        int definitions = page.getDefinition_levels_byte_length();
        int levels = repetitions + definitions;
        if (repetitions < 0 || definitions < 0 || levels > packed.length) {
            throw new IOException("levels that are longer than their page");
        }
        int size = header.getUncompressed_page_size() - levels;
        boolean isPacked = !page.isSetIs_compressed() || page.isIs_compressed();
        byte[] data = isPacked ? unpacked(packed, levels, size) : Arrays.copyOfRange(packed, levels, packed.length);
        return DataPageV2.uncompressed(
                page.getNum_rows(),
                page.getNum_nulls(),
                page.getNum_values(),
                BytesInput.from(packed, 0, repetitions),
                BytesInput.from(packed, repetitions, definitions),
                encoding(page.getEncoding()),
                BytesInput.from(data),
                noStatistics);
    }

    private static Encoding encoding(org.apache.parquet.format.Encoding encoding) {
        return Encoding.valueOf(encoding.name());
    }

    private byte[] unpacked(byte[] packed, int from, int size) throws IOException {
        if (size < 0 || size > largest) {
            throw new IOException("a page of " + size + " bytes");
        }
        if (size == 0) {
            return new byte[0];
        }
        return switch (codec) {
            case UNCOMPRESSED -> wholePage(Arrays.copyOfRange(packed, from, packed.length), packed.length - from, size);
            case SNAPPY -> by(new SnappyDecompressor(), packed, from, size);
            case ZSTD -> by(new ZstdDecompressor(), packed, from, size);
            case LZ4_RAW -> by(new Lz4Decompressor(), packed, from, size);
            case GZIP -> {
                try (GZIPInputStream in =
                        new GZIPInputStream(new ByteArrayInputStream(packed, from, packed.length - from))) {
                    byte[] bytes = in.readNBytes(size);
                    yield wholePage(bytes, bytes.length, size);
                }
            }
            default -> throw new IOException("pages packed by " + codec + ", which is not read");
        };
    }

    private static byte[] by(Decompressor codec, byte[] packed, int from, int size) throws IOException {
        byte[] bytes = new byte[size];
        return wholePage(bytes, codec.decompress(packed, from, packed.length - from, bytes, 0, size), size);
    }

    private static byte[] wholePage(byte[] bytes, int count, int size) throws IOException {
        if (count != size) {
            throw new IOException("a page of " + count + " bytes in place of " + size);
        }
        return bytes;
    }

    @Override
    public @Nullable DictionaryPage readDictionaryPage() {
        return dictionary;
    }

    @Override
    public long getTotalValueCount() {
        return values;
    }

    @Override
    public @Nullable DataPage readPage() {
        return pages.poll();
    }
}
