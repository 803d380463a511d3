package io.plumbrank.server;

import io.plumbrank.util.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How models are served.
 *
 * @param address where the server listens
 * @param token what clients must show as {@code Authorization: Bearer TOKEN}; null where all may ask
 * @param tls for HTTPS; null for HTTP
 * @param hosts names by which clients may call the server besides the address that it listens at; {@code *} allows any
 * @param limits of requests
 * @param reloadEvery how often files of models, and the key store, are looked at
 * @param otherFeatures whether a new file of a model may have other features than the one it replaces
 * @param notice how long the server goes on taking requests after it said that it will stop, so that balancers hear of it
 */
public record ServerSettings(
        Address address,
        @Nullable String token,
        @Nullable Tls tls,
        Set<String> hosts,
        Limits limits,
        Duration reloadEvery,
        boolean otherFeatures,
        Duration notice) {
    private static final int SHORTEST_TOKEN = 16;

    /**
     * A key and its certificate.
     *
     * @param keyStore PKCS#12 or JKS
     * @param password of the store and the key
     */
    public record Tls(Path keyStore, String password) {
        /** @throws InputException if the store cannot be read, another password opens it, or there is no key in it */
        void requireKey() {
            String file = keyStore.toString();
            if (!Files.isRegularFile(keyStore)) {
                throw new InputException(file, 0, "no such file", "a key store, PKCS#12 or JKS");
            }
            try {
                char[] secret = password.toCharArray();
                KeyStore keys = KeyStore.getInstance(keyStore.toFile(), secret);
                for (String alias : Collections.list(keys.aliases())) {
                    if (keys.isKeyEntry(alias) && keys.getKey(alias, secret) != null) {
                        return;
                    }
                }
                throw new InputException(file, 0, "no key", "a key with its certificate, as keytool -genkeypair makes");
            } catch (UnrecoverableKeyException e) {
                throw wrongPassword(e);
            } catch (GeneralSecurityException e) {
                throw new InputException(file, 0, "no key store", "one of PKCS#12 or JKS", e);
            } catch (IOException e) {
                throw e.getCause() instanceof UnrecoverableKeyException
                        ? wrongPassword(e)
                        : new InputException(file, 0, "a key store that cannot be read", "one of PKCS#12 or JKS", e);
            }
        }

        private InputException wrongPassword(Exception e) {
            return new InputException(
                    keyStore.toString(),
                    0,
                    "a key store with another password",
                    "one that the given password opens",
                    e);
        }

        /** Without the password. */
        @Override
        public String toString() {
            return "Tls[" + keyStore + "]";
        }
    }

    /** @throws IllegalArgumentException if the token is too short to be a secret, or a time is negative */
    public ServerSettings {
        hosts = Set.copyOf(hosts);
        if (token != null && token.length() < SHORTEST_TOKEN) {
            throw new IllegalArgumentException("a token has at least " + SHORTEST_TOKEN
                    + " characters, so that it cannot be guessed, not " + token.length());
        }
        if (token != null && !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException(
                    "a token is of visible ASCII characters alone, as it stands in a header");
        }
        if (reloadEvery.isNegative() || reloadEvery.isZero()) {
            throw new IllegalArgumentException("files are looked at every so often, not every " + reloadEvery);
        }
        if (notice.isNegative()) {
            throw new IllegalArgumentException("the notice must not be negative, got " + notice);
        }
    }

    /** HTTP on a port of the loopback address, without a token, within the default limits. */
    public static ServerSettings local(int port) {
        return new ServerSettings(
                new Address(Address.LOOPBACK, port),
                null,
                null,
                Set.of(),
                Limits.defaults(),
                Duration.ofSeconds(1),
                false,
                Duration.ZERO);
    }

    /** These settings with other limits. */
    public ServerSettings withLimits(Limits other) {
        return new ServerSettings(address, token, tls, hosts, other, reloadEvery, otherFeatures, notice);
    }

    /** These settings with a token. */
    public ServerSettings withToken(@Nullable String other) {
        return new ServerSettings(address, other, tls, hosts, limits, reloadEvery, otherFeatures, notice);
    }

    /** These settings with a key store. */
    public ServerSettings withTls(@Nullable Tls other) {
        return new ServerSettings(address, token, other, hosts, limits, reloadEvery, otherFeatures, notice);
    }

    /** These settings with other names of the server. */
    public ServerSettings withHosts(Set<String> other) {
        return new ServerSettings(address, token, tls, other, limits, reloadEvery, otherFeatures, notice);
    }

    /** These settings with other times. */
    public ServerSettings withTimes(Duration reload, Duration stop) {
        return new ServerSettings(address, token, tls, hosts, limits, reload, otherFeatures, stop);
    }

    /** These settings with new files that may have other features. */
    public ServerSettings withOtherFeatures() {
        return new ServerSettings(address, token, tls, hosts, limits, reloadEvery, true, notice);
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "ServerSettings[" + address + ", " + (token == null ? "no token" : "token") + ", " + tls + ", " + limits
                + "]";
    }
}
