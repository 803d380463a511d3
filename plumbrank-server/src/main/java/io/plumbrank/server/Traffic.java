package io.plumbrank.server;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Knows the open connections, and closes those whose client takes too long over the handshake of TLS or the head of a request. Each
 * byte starts Jetty's idle timeout anew, so that a client which sends one now and then would never reach it.
 *
 * <p>A connection with TLS is two for Jetty, one of records and one of requests; this knows the one of records, whose bytes came over
 * the network.
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
        Connection root = root(connection);
        State state = connections.computeIfAbsent(root, opened -> new State());
        if (root == connection && root instanceof SslConnection records) {
            records.addHandshakeListener(new SslHandshakeListener() {
                @Override
                public void handshakeSucceeded(Event event) {
                    state.end(records.getBytesIn());
                }
            });
        }
    }

    @Override
    public void onClosed(Connection connection) {
        connections.remove(root(connection));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = root(request.getConnectionMetaData().getConnection());
        State state = connections.get(connection);
        if (state != null) {
            state.begin();
            Request.addCompletionListener(request, failure -> state.end(connection.getBytesIn()));
        }
        return super.handle(request, response, callback);
    }

    /** The connection that sends and receives on the network for another. */
    static Connection root(Connection connection) {
        return connection.getEndPoint() instanceof SslConnection.SslEndPoint records
                ? records.getSslConnection()
                : connection;
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
