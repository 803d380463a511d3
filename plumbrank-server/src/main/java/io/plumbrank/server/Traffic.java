package io.plumbrank.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Knows the open connections, and closes those whose client takes too long over the head of a request. Each byte starts Jetty's
 * idle timeout anew, so that a client which sends one now and then would never reach it.
 */
final class Traffic extends Handler.Wrapper implements Connection.Listener {
    private final Duration patience;
    private final Map<Connection, State> connections = new ConcurrentHashMap<>();

    private static final class State {
        private boolean inRequest;
        private long bytes;
        private long since = System.nanoTime();

        synchronized void begin() {
            inRequest = true;
        }

        synchronized void end(long bytesIn) {
            inRequest = false;
            bytes = bytesIn;
            since = System.nanoTime();
        }

        /** Whether bytes of a head came, and the rest of it did not for so long. */
        synchronized boolean isStuck(long bytesIn, Duration patience) {
            if (inRequest || bytesIn == bytes) {
                since = System.nanoTime();
                return false;
            }
            return System.nanoTime() - since > patience.toNanos();
        }
    }

    Traffic(Duration patience) {
        this.patience = patience;
    }

    @Override
    public void onOpened(Connection connection) {
        connections.put(connection, new State());
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(connection);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        State state = connections.get(connection);
        if (state != null) {
            state.begin();
            Request.addCompletionListener(request, failure -> state.end(connection.getBytesIn()));
        }
        return super.handle(request, response, callback);
    }

    /** Closes connections that are stuck. */
    void sweep() {
        connections.forEach((connection, state) -> {
            if (state.isStuck(connection.getBytesIn(), patience)) {
                connection.getEndPoint().close();
            }
        });
    }
}
