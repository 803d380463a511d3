package io.plumbrank.server;

import java.time.Duration;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.jspecify.annotations.Nullable;

/** Opens the socket of a server: plain, or with TLS where there is a key. */
final class Listener {
    private static final int MOST_CONNECTIONS = 1000;
    /** The send buffer of a client that does not read; by default it grows to megabytes. */
    private static final int SEND_BUFFER = 256 << 10;

    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final Duration CLOSING = Duration.ofMillis(100);

    private Listener() {}

    /** @param certificates null for HTTP */
    static Connector of(
            Server server,
            HttpConfiguration http,
            ServerSettings settings,
            @Nullable Certificates certificates,
            Traffic traffic) {
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        ServerConnector connector;
        if (certificates == null) {
            connector = new ServerConnector(server, 1, 1, plain);
        } else {
            // without a check of names: probes call by address, and a certificate for a trial names nobody
            http.addCustomizer(new SecureRequestCustomizer(false));
            connector = new ServerConnector(
                    server,
                    1,
                    1,
                    new SslConnectionFactory(certificates.keys(), HttpVersion.HTTP_1_1.asString()),
                    plain);
        }
        connector.setHost(settings.address().host());
        connector.setPort(settings.address().port());
        connector.setIdleTimeout(IDLE.toMillis());
        connector.setAcceptedSendBufferSize(SEND_BUFFER);
        connector.setShutdownIdleTimeout(CLOSING.toMillis());
        connector.addEventListener(traffic);
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
        return connector;
    }
}
