package io.plumbrank.server;

import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

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

    /**
     * Makes sure that a server can listen there, but for the port.
     *
     * @throws IllegalArgumentException if no machine goes by the name, or another one
     */
    public void requireHere() {
        InetAddress address = resolved();
        try {
            if (!address.isAnyLocalAddress()
                    && !address.isLoopbackAddress()
                    && NetworkInterface.getByInetAddress(address) == null) {
                throw new IllegalArgumentException("the address " + address.getHostAddress()
                        + " is not one of this machine; give one that is, such as " + LOOPBACK
                        + ", or 0.0.0.0 for all of them");
            }
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The host in numbers.
     *
     * @throws IllegalArgumentException if no machine goes by the name
     */
    InetAddress resolved() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "no machine is called '" + host + "'; give an address of this one, such as " + LOOPBACK, e);
        }
    }

    /** As people type it into a browser. */
    public String url(String scheme) {
        return scheme + "://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
