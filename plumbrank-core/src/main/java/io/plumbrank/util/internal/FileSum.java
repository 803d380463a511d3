package io.plumbrank.util.internal;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * CRC-32C of a file, of which several threads sum stretches. A sum is a polynomial over GF(2) modulo P: bytes that follow multiply what
 * is known by x to the power of their bits, so that sums of stretches join to that of the whole.
 */
public final class FileSum {
    /** P, the highest power in the lowest bit; x³² is not written. */
    private static final int POLYNOMIAL = 0x82F6_3B78;

    private static final int ONE = 1 << 31;
    private static final int X_TO_THE_8 = ONE >>> 8;

    /** Large enough that nobody waits for threads. */
    private static final long STRETCH = 1L << 24;

    /** Small enough for the processor's cache. */
    private static final int BUFFER = 1 << 18;

    private FileSum() {}

    private record Part(int sum, long length) {}

    /**
     * The sum of all bytes of a regular file.
     *
     * @throws UncheckedIOException if it cannot be read
     */
    public static int of(Path file, int threads) {
        return of(file, STRETCH, threads);
    }

    static int of(Path file, long stretch, int threads) {
        int[] sum = {0};
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                InOrder<Part> workers = new InOrder<>(
                        threads, "plumbrank-sum", part -> sum[0] = joined(sum[0], part.sum, part.length))) {
            long size = channel.size();
            for (long first = 0; first < size; first += stretch) {
                long from = first;
                long length = Math.min(stretch, size - first);
                workers.submit(() -> new Part(of(channel, from, length), length));
            }
            workers.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return sum[0];
    }

    private static int of(FileChannel channel, long from, long length) {
        CRC32C sum = new CRC32C();
        ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(BUFFER, length));
        try {
            for (long at = 0; at < length; ) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), length - at));
                int count = channel.read(buffer, from + at);
                if (count < 0) {
                    throw new EOFException("the file became shorter while it was read");
                }
                sum.update(buffer.flip());
                at += count;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return (int) sum.getValue();
    }

    /** The sum of bytes and of {@code length} more behind them, from the sums of both. */
    private static int joined(int before, int behind, long length) {
        int shift = ONE;
        int power = X_TO_THE_8;
        for (long rest = length; rest > 0; rest >>= 1) {
            shift = (rest & 1) == 1 ? product(shift, power) : shift;
            power = product(power, power);
        }
        return product(shift, before) ^ behind;
    }

    /** a·b modulo P. */
    private static int product(int a, int b) {
        int sum = 0;
        int multiple = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            sum ^= (a & bit) == 0 ? 0 : multiple;
            multiple = (multiple >>> 1) ^ ((multiple & 1) == 0 ? 0 : POLYNOMIAL);
        }
        return sum;
    }
}
