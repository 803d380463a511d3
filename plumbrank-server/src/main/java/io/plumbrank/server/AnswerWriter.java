package io.plumbrank.server;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/**
 * Writes answers slice by slice as clients take them. No thread waits for a client: the routes write into memory, and their thread is
 * free as soon as the answer is whole. A client that takes it too slowly is cut off. Jetty reads the next request of a connection when
 * the answer to the last one has gone.
 */
final class AnswerWriter extends Handler.Wrapper {
    /** How often {@link #sweep} should be called. */
    static final Duration SWEEP = Duration.ofSeconds(1);

    /** A client may be slower than {@value #LEAST_RATE} bytes per second for so long. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private static final long LEAST_RATE = 16 << 10;
    private static final int SLICE = 16 << 10;

    private final Set<Writing> writings = ConcurrentHashMap.newKeySet();

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Collecting collecting = new Collecting(request, response, callback);
        return super.handle(request, collecting, collecting);
    }

    /** Cuts off those who are too slow. */
    void sweep() {
        writings.forEach(Writing::cutIfLate);
    }

    /** Takes an answer from its route. */
    private final class Collecting extends Response.Wrapper implements Callback {
        private final Callback callback;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(0);

        Collecting(Request request, Response response, Callback callback) {
            super(request, response);
            this.callback = callback;
        }

        @Override
        public void write(boolean last, @Nullable ByteBuffer content, Callback written) {
            if (content != null && content.hasRemaining()) {
                byte[] more = new byte[content.remaining()];
                content.get(more);
                bytes.writeBytes(more);
            }
            written.succeeded();
        }

        @Override
        public void reset() {
            bytes.reset();
            super.reset();
        }

        @Override
        public void succeeded() {
            if (!getHeaders().contains(HttpHeader.CONTENT_LENGTH)) {
                getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.size());
            }
            Writing writing = new Writing(getRequest(), getWrapped(), callback, bytes.toByteArray());
            writings.add(writing);
            writing.iterate();
        }

        @Override
        public void failed(Throwable fault) {
            callback.failed(fault);
        }
    }

    /** One answer on its way. */
    private final class Writing extends IteratingCallback {
        private final Request request;
        private final Response response;
        private final Callback callback;
        private final byte[] bytes;
        private final long start = System.nanoTime();
        private volatile int begun;
        private boolean whole;

        Writing(Request request, Response response, Callback callback, byte[] bytes) {
            this.request = request;
            this.response = response;
            this.callback = callback;
            this.bytes = bytes;
        }

        @Override
        protected Action process() {
            if (whole) {
                return Action.SUCCEEDED;
            }
            int from = begun;
            int count = Math.min(SLICE, bytes.length - from);
            whole = from + count == bytes.length;
            begun = from + count;
            response.write(whole, ByteBuffer.wrap(bytes, from, count), this);
            return Action.SCHEDULED;
        }

        @Override
        protected void onCompleteSuccess() {
            writings.remove(this);
            callback.succeeded();
        }

        @Override
        protected void onCompleteFailure(Throwable fault) {
            writings.remove(this);
            callback.failed(fault);
        }

        /** A slice that was begun has room, so that a client of the least rate is never late. */
        void cutIfLate() {
            Duration past = Duration.ofNanos(System.nanoTime() - start).minus(GRACE);
            if (past.toMillis() * LEAST_RATE / 1000 > Math.max(0, begun - SLICE)) {
                request.setAttribute(AccessLog.CODE, ServiceException.Code.TOO_SLOW.text());
                Traffic.root(request.getConnectionMetaData().getConnection())
                        .getEndPoint()
                        .close(new TimeoutException("the client takes the answer too slowly"));
            }
        }
    }
}
