package io.plumbrank.cli.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages over pipes: the length of a JSON object in four bytes, the object, and blocks of bytes whose lengths its field
 * {@code blocks} names. Numbers are little-endian.
 */
public final class Frames {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PART = 1 << 26;

    private final InputStream in;
    private final OutputStream out;

    public Frames(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /**
     * A message. A block has parts, because an array has at most 2³¹ bytes.
     *
     * @param blocks each with its parts, of which all but the last have the same length, a multiple of {@code unit} bytes
     */
    public record Message(JsonNode fields, List<List<ByteBuffer>> blocks) {
        /** A block as one. */
        ByteBuffer block(int place) {
            List<ByteBuffer> parts = blocks.get(place);
            if (parts.size() == 1) {
                return parts.get(0).duplicate().order(ByteOrder.LITTLE_ENDIAN);
            }
            int size = Math.toIntExact(
                    parts.stream().mapToLong(ByteBuffer::remaining).sum());
            ByteBuffer whole = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
            parts.forEach(part -> whole.put(part.duplicate()));
            return whole.flip();
        }

        String text(int place) {
            return UTF_8.decode(block(place)).toString();
        }
    }

    /** The next message; null at the end. */
    public @Nullable Message next() throws IOException {
        byte[] length = in.readNBytes(4);
        if (length.length < 4) {
            return null;
        }
        int size = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
        JsonNode fields = JSON.readTree(in.readNBytes(size));
        int unit = Math.max(1, fields.path("unit").asInt(1));
        List<List<ByteBuffer>> blocks = new ArrayList<>();
        for (JsonNode block : fields.path("blocks")) {
            List<ByteBuffer> parts = new ArrayList<>();
            long left = block.asLong();
            long most = Math.max(1, PART / unit) * (long) unit;
            do {
                byte[] bytes = new byte[(int) Math.min(left, most)];
                if (in.readNBytes(bytes, 0, bytes.length) < bytes.length) {
                    throw new EOFException("a message ends before its end");
                }
                parts.add(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
                left -= bytes.length;
            } while (left > 0);
            blocks.add(parts);
        }
        return new Message(fields, blocks);
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(one -> texts.add(one.asText()));
        return texts;
    }

    static List<String> texts(String json) throws IOException {
        return texts(JSON.readTree(json));
    }

    /** Writes an answer. */
    public void write(ObjectNode fields, byte[]... blocks) throws IOException {
        ArrayNode lengths = fields.putArray("blocks");
        for (byte[] block : blocks) {
            lengths.add(block.length);
        }
        byte[] head = JSON.writeValueAsBytes(fields);
        out.write(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(head.length)
                .array());
        out.write(head);
        for (byte[] block : blocks) {
            out.write(block);
        }
        out.flush();
    }

    static byte[] bytes(double[] values) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.multiplyExact(values.length, Double.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        buffer.asDoubleBuffer().put(values);
        return buffer.array();
    }
}
