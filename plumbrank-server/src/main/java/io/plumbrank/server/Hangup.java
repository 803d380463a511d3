package io.plumbrank.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Notices that a client closes its connection, or its side of it, while its request is worked on. Jetty reads nothing meanwhile, so
 * this reads one byte; if it is the first of the next request, it is given back before Jetty goes on.
 */
final class Hangup implements Callback, AutoCloseable {
    private static final Throwable OVER = new IOException("the request is done");

    private final Connection connection;
    private final EndPoint end;
    private final Runnable gone;
    private final ByteBuffer next = BufferUtil.allocate(1);
    private boolean over;

    private Hangup(Connection connection, Runnable gone) {
        this.connection = connection;
        this.end = connection.getEndPoint();
        this.gone = gone;
    }

    /**
     * Watches the connection of a request whose body was read.
     *
     * @param gone is run once, by any thread, if the client hangs up before {@link #close}
     */
    static Hangup watch(Request request, Runnable gone) {
        Hangup hangup = new Hangup(request.getConnectionMetaData().getConnection(), gone);
        hangup.end.tryFillInterested(hangup);
        return hangup;
    }

    @Override
    public void succeeded() {
        synchronized (this) {
            if (over) {
                return;
            }
            int filled = fill();
            if (filled == 0) {
                end.tryFillInterested(this);
            }
            if (filled >= 0) {
                return;
            }
            over = true;
        }
        gone.run();
    }

    private int fill() {
        try {
            return end.fill(next);
        } catch (IOException e) {
            return -1;
        }
    }

    @Override
    public void failed(@Nullable Throwable fault) {
        synchronized (this) {
            if (over || !(fault instanceof ClosedChannelException)) {
                return;
            }
            over = true;
        }
        gone.run();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    /** Ends the watch; the connection is Jetty's again. */
    @Override
    public synchronized void close() {
        over = true;
        if (end instanceof AbstractEndPoint watched) {
            watched.getFillInterest().onFail(OVER);
        }
        if (next.hasRemaining() && connection instanceof Connection.UpgradeTo reader) {
            reader.onUpgradeTo(next);
        }
    }
}
