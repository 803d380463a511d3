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
        if (!isShown(header)) {
            throw new ServiceException(
                    Code.UNAUTHORIZED,
                    isBearer(header)
                            ? "this is not the token"
                            : "a token is needed: send the header Authorization: Bearer TOKEN");
        }
    }

    /** Whether a header has the token. */
    boolean isShown(@Nullable String header) {
        boolean bearer = isBearer(header);
        String token =
                bearer ? String.valueOf(header).substring(SCHEME.length()).strip() : "";
        return MessageDigest.isEqual(digest(token), digest) && bearer;
    }

    private static boolean isBearer(@Nullable String header) {
        return header != null && header.toLowerCase(Locale.ROOT).startsWith(SCHEME);
    }

    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }
}
