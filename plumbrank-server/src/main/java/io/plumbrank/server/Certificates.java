package io.plumbrank.server;

import io.plumbrank.util.InputException;
import java.util.function.Consumer;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** The key and certificate of a server. A new key store is taken for new connections; one that is no good is not. */
final class Certificates {
    private final ServerSettings.Tls tls;
    private final SslContextFactory.Server keys = new SslContextFactory.Server();
    private FileStamp stamp;

    Certificates(ServerSettings.Tls tls) {
        this.tls = tls;
        this.stamp = FileStamp.of(tls.keyStore());
        keys.setKeyStorePath(tls.keyStore().toAbsolutePath().toString());
        keys.setKeyStorePassword(tls.password());
        keys.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    }

    SslContextFactory.Server keys() {
        return keys;
    }

    /** @param listener receives why a new key store was refused; null where it was taken */
    void refresh(Consumer<@Nullable String> listener) {
        FileStamp now = FileStamp.of(tls.keyStore());
        if (now.equals(stamp)) {
            return;
        }
        stamp = now;
        try {
            tls.requireKey();
            keys.reload(same -> {});
            listener.accept(null);
        } catch (InputException e) {
            listener.accept(e.getMessage());
        } catch (Exception e) {
            listener.accept(tls.keyStore() + ": " + e);
        }
    }
}
