package io.plumbrank.server;

/**
 * Where a server listens.
 *
 * @param host a name or number of this machine; the loopback address is reached from this machine alone
 * @param port from 1 to 65535, or 0 for any that is free
 */
public record Address(String host, int port) {
    /** Reached from this machine alone. */
    public static final String LOOPBACK = "127.0.0.1";

    /** @throws IllegalArgumentException if the host is empty or the port is none */
    public Address {
        if (host.isBlank()) {
            throw new IllegalArgumentException(
                    "the host must be named: give an address of this machine, such as " + LOOPBACK);
        }
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("the port is from 0 (any that is free) to 65535, not " + port);
        }
    }

    /** As people type it into a browser. */
    public String url(String scheme) {
        return scheme + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
