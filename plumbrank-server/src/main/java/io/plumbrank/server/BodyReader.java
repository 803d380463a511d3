package io.plumbrank.server;

import io.plumbrank.server.ServiceException.Code;
import jakarta.servlet.http.HttpServletRequest;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies of bounded length before their routes are asked. All of them, with their answers, share a part of the memory. No thread
 * waits for a client: bytes are taken as they come, so that slow clients, however many connections there may be, are in nobody's
 * way. Who is too slow, or takes too long, is given up. Memory grows with what has come, not with what was announced.
 */
final class BodyReader extends Handler.Wrapper {
    /** How often {@link #sweep} should be called. */
    static final Duration SWEEP = Duration.ofMillis(250);

    /** Where a request keeps its {@link Body}, or why there is none. */
    private static final String BODY = "plumbrank.body";

    /** A client may be slower than {@value #LEAST_RATE} bytes per second for so long. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    /** The shortest time that a body may take, however short the time limit is. */
    private static final Duration LEAST_TIME = Duration.ofSeconds(5);

    private static final long LEAST_RATE = 1024;
    private static final int UNIT = 16 << 10;
    /** Rows take a few times as much as their text. */
    private static final int SHARE = 8;

    private final long limit;
    private final Duration time;
    private final Predicate<Request> wanted;
    private final int all;
    private final Semaphore memory;
    private final Set<Reading> readings = ConcurrentHashMap.newKeySet();

    /** @param wanted whose body is read; others are handed on as they are */
    BodyReader(Limits limits, Predicate<Request> wanted) {
        this.limit = limits.bodyBytes();
        this.time = limits.time().compareTo(LEAST_TIME) < 0 ? LEAST_TIME : limits.time();
        this.wanted = wanted;
        long units = Math.max(limit, Runtime.getRuntime().maxMemory() / SHARE) / UNIT + 1;
        this.all = (int) Math.min(Integer.MAX_VALUE, units);
        this.memory = new Semaphore(all);
    }

    /** A body; its memory counts until the request is done. */
    final class Body {
        private final Request request;
        private byte[] bytes = {};
        private int length;
        private int units;

        Body(Request request) {
            this.request = request;
        }

        /** The request that it came with. */
        Request request() {
            return request;
        }

        byte[] bytes() {
            return bytes;
        }

        int length() {
            return length;
        }

        private void add(ByteBuffer more, long most) {
            if (length + (long) more.remaining() > limit) {
                throw tooLarge();
            }
            int count = more.remaining();
            if (length + count > bytes.length) {
                grow(length + count, most);
            }
            more.get(bytes, length, count);
            length += count;
        }

        private void grow(int least, long most) {
            int wantedLength = (int) Math.max(least, Math.min(most, Math.max(UNIT, 2L * bytes.length)));
            acquire(wantedLength / UNIT + 1 - units);
            bytes = Arrays.copyOf(bytes, wantedLength);
        }

        private void acquire(int more) {
            if (more > 0) {
                if (!memory.tryAcquire(more)) {
                    throw new ServiceException(
                            Code.BUSY, "no memory for more requests at the same time; try again in a moment");
                }
                units += more;
            }
        }

        /**
         * Counts the memory of an answer too, until the client has it.
         *
         * @throws ServiceException if there is no room now, or never
         */
        void reserve(int answer) {
            int more = answer / UNIT + 1;
            if (more > all - units) {
                throw new ServiceException(
                        Code.TOO_LARGE, "the answer has " + answer + " bytes; send fewer items at a time");
            }
            acquire(more);
        }

        private void forget() {
            memory.release(units);
            units = 0;
        }
    }

    private ServiceException tooLarge() {
        return new ServiceException(
                Code.TOO_LARGE, "the body is longer than " + limit + " bytes; send fewer items at a time");
    }

    private ServiceException tooSlow() {
        return new ServiceException(
                Code.TOO_SLOW,
                "the body came slower than " + LEAST_RATE + " bytes per second, or took longer than " + time.toSeconds()
                        + " s; send it faster");
    }

    /**
     * The body that was read.
     *
     * @throws ServiceException if it is too long or too slow, or there are too many at once
     */
    static Body of(HttpServletRequest request) {
        Object read = request.getAttribute(BODY);
        if (read instanceof Body body) {
            return body;
        }
        if (read instanceof RuntimeException refusal) {
            throw refusal;
        }
        throw new ServiceException(Code.NOT_FOUND, JsonErrors.words(Code.NOT_FOUND.status()));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (!wanted.test(request)) {
            return super.handle(request, response, callback);
        }
        if (request.getLength() > limit) {
            request.setAttribute(BODY, tooLarge());
            return super.handle(request, response, callback);
        }
        Reading reading = new Reading(request, response, callback);
        readings.add(reading);
        Request.addCompletionListener(request, failure -> reading.done());
        reading.run();
        return true;
    }

    /** Gives up those who are too slow. */
    void sweep() {
        readings.forEach(Reading::giveUpIfLate);
    }

    /** One body on its way. Bytes come by whatever thread has them; {@link #over} is decided once. */
    private final class Reading implements Runnable {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final long most;
        private final long start = System.nanoTime();
        private final Body body;
        private boolean over;

        Reading(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.body = new Body(request);
            long announced = request.getLength();
            this.most = announced < 0 ? limit : announced;
        }

        @Override
        public void run() {
            Object read;
            synchronized (this) {
                if (over) {
                    return;
                }
                read = fill();
                if (read == null) {
                    request.demand(this);
                    return;
                }
                over = true;
            }
            handOn(read);
        }

        /** The whole body, or what is wrong with it; null where more must come. */
        private @Nullable Object fill() {
            while (true) {
                Content.Chunk chunk = request.read();
                if (chunk == null) {
                    return isLate() ? tooSlow() : null;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    return fault(chunk.getFailure());
                }
                try {
                    body.add(chunk.getByteBuffer(), most);
                } catch (ServiceException e) {
                    return e;
                } finally {
                    chunk.release();
                }
                if (chunk.isLast()) {
                    return body;
                }
            }
        }

        private ServiceException fault(Throwable failure) {
            if (failure instanceof TimeoutException || failure.getCause() instanceof TimeoutException) {
                return tooSlow();
            }
            if (failure instanceof HttpException http && !(failure instanceof EOFException)) {
                return new ServiceException(JsonErrors.code(http.getCode()), JsonErrors.words(http.getCode()));
            }
            return StrictJson.bad("the connection was closed before the whole body came");
        }

        private boolean isLate() {
            Duration past = Duration.ofNanos(System.nanoTime() - start);
            return past.compareTo(time) > 0
                    || (past.compareTo(GRACE) > 0 && body.length < LEAST_RATE * past.toSeconds());
        }

        void giveUpIfLate() {
            synchronized (this) {
                if (over || !isLate()) {
                    return;
                }
                over = true;
            }
            request.getComponents().getExecutor().execute(() -> handOn(tooSlow()));
        }

        private void handOn(Object read) {
            readings.remove(this);
            request.setAttribute(BODY, read);
            try {
                if (!BodyReader.super.handle(request, response, callback)) {
                    Response.writeError(request, response, callback, 404);
                }
            } catch (Exception e) {
                Response.writeError(request, response, callback, e);
            }
        }

        synchronized void done() {
            over = true;
            readings.remove(this);
            body.forget();
        }
    }
}
