package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;

/**
 * Reads bodies of bounded length that come fast enough, few at a time, and all of them together within a share of the memory.
 * Memory grows with what has come, not with what was announced.
 */
final class BodyReader {
    /** How many clients may send at the same time. */
    static final int READERS = 64;

    /** A client may be slower than {@value #LEAST_RATE} bytes per second for so long. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final long LEAST_RATE = 1024;
    private static final int UNIT = 16 << 10;
    /** Rows take a few times as much as their text. */
    private static final int SHARE = 8;

    private final long limit;
    private final Semaphore readers = new Semaphore(READERS);
    private final Semaphore memory;

    BodyReader(long limit) {
        this.limit = limit;
        long units = Math.max(limit, Runtime.getRuntime().maxMemory() / SHARE) / UNIT + 1;
        this.memory = new Semaphore((int) Math.min(Integer.MAX_VALUE, units));
    }

    /** A body, to be closed when it is no longer needed. */
    final class Body implements AutoCloseable {
        private byte[] bytes = {};
        private int length;
        private int units;

        byte[] bytes() {
            return bytes;
        }

        int length() {
            return length;
        }

        private void grow(long most) {
            int wanted = (int) Math.min(most + 1, Math.max(UNIT, 2L * bytes.length));
            int more = wanted / UNIT + 1 - units;
            if (more > 0) {
                if (!memory.tryAcquire(more)) {
                    throw busy("no memory for more requests at the same time");
                }
                units += more;
            }
            bytes = Arrays.copyOf(bytes, wanted);
        }

        @Override
        public void close() {
            memory.release(units);
            units = 0;
        }
    }

    private static ServiceException busy(String why) {
        return new ServiceException(Code.BUSY, why + "; try again in a moment");
    }

    private ServiceException tooLarge() {
        return new ServiceException(
                Code.TOO_LARGE, "the body is longer than " + limit + " bytes; send fewer items at a time");
    }

    /** @throws ServiceException if it is too long or too slow, or there are too many at once */
    Body read(HttpServletRequest request) throws IOException {
        long announced = request.getContentLengthLong();
        if (announced > limit) {
            throw tooLarge();
        }
        if (!readers.tryAcquire()) {
            throw busy("too many clients are sending");
        }
        Body body = new Body();
        boolean whole = false;
        try {
            fill(body, request.getInputStream(), announced < 0 ? limit : announced);
            whole = true;
            return body;
        } finally {
            readers.release();
            if (!whole) {
                body.close();
            }
        }
    }

    private void fill(Body body, InputStream in, long most) throws IOException {
        long start = System.nanoTime();
        try {
            while (true) {
                if (body.length == body.bytes.length) {
                    body.grow(most);
                }
                int count = in.read(body.bytes, body.length, body.bytes.length - body.length);
                if (count < 0) {
                    return;
                }
                body.length += count;
                if (body.length > limit) {
                    throw tooLarge();
                }
                Duration past = Duration.ofNanos(System.nanoTime() - start);
                if (past.compareTo(GRACE) > 0 && body.length < LEAST_RATE * past.toSeconds()) {
                    throw tooSlow();
                }
            }
        } catch (EOFException e) {
            throw StrictJson.bad("the connection was closed before the whole body came");
        } catch (IOException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw tooSlow();
            }
            throw e;
        }
    }

    private static ServiceException tooSlow() {
        return new ServiceException(
                Code.TOO_SLOW, "the body came slower than " + LEAST_RATE + " bytes per second; send it faster");
    }
}
