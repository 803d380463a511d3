package io.plumbrank.export;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The bytes of one protocol buffer message: a key of field number and wire type, then a varint, or a length and bytes. */
final class ProtoWriter {
    private static final int VARINT = 0;
    private static final int BYTES = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    ProtoWriter whole(int field, long value) {
        varint(((long) field << 3) | VARINT);
        varint(value);
        return this;
    }

    ProtoWriter bytes(int field, byte[] value) {
        varint(((long) field << 3) | BYTES);
        varint(value.length);
        out.writeBytes(value);
        return this;
    }

    ProtoWriter text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ProtoWriter message(int field, ProtoWriter value) {
        return bytes(field, value.toBytes());
    }

    ProtoWriter wholes(int field, long[] values) {
        ProtoWriter packed = new ProtoWriter();
        for (long value : values) {
            packed.varint(value);
        }
        return message(field, packed);
    }

    ProtoWriter numbers(int field, float[] values) {
        return bytes(field, littleEndian(values));
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    static byte[] littleEndian(float[] values) {
        byte[] bytes = new byte[Float.BYTES * values.length];
        littleEndian(bytes).asFloatBuffer().put(values);
        return bytes;
    }

    static byte[] littleEndian(double[] values) {
        byte[] bytes = new byte[Double.BYTES * values.length];
        littleEndian(bytes).asDoubleBuffer().put(values);
        return bytes;
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
