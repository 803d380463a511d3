package io.plumbrank.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.plumbrank.server.ServiceException.Code;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares tokens in a time that tells nothing about them: digests of one length, all bytes of them. */
final class Token {
    private static final String SCHEME = "bearer ";

    private final byte[] digest;

    Token(String token) {
        this.digest = digest(token);
    }

    /** @param header as the client sent it; null where it sent none */
    void require(@Nullable String header) {
        boolean shown = header != null && header.toLowerCase(Locale.ROOT).startsWith(SCHEME);
        String token = shown ? String.valueOf(header).substring(SCHEME.length()).strip() : "";
        if (!MessageDigest.isEqual(digest(token), digest) || !shown) {
            throw new ServiceException(
                    Code.UNAUTHORIZED,
                    shown ? "this is not the token" : "a token is needed: send the header Authorization: Bearer TOKEN");
        }
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
