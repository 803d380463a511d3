package io.plumbrank.util.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * A file that tells when it was damaged: a line with its format, a line with the SHA-256 of all that follows, and the content.
 */
public final class SealedFile {
    private static final int DIGITS = 64;

    private SealedFile() {}

    /**
     * Writes a file whole or not at all, and its directories where there are none.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static void write(Path file, String format, byte[] content) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (AtomicOutput out = AtomicOutput.create(file)) {
                out.stream().write((format + "\n" + Sha256.hex(content) + "\n").getBytes(StandardCharsets.US_ASCII));
                out.stream().write(content);
                out.commit();
            }
        } catch (IOException e) {
            throw AtomicOutput.fault(file, e);
        }
    }

    /**
     * The content of a file, once its sum is what the file says.
     *
     * @throws IOException if the format is another, or the sum
     */
    public static byte[] content(byte[] file, String format) throws IOException {
        byte[] first = (format + "\n").getBytes(StandardCharsets.US_ASCII);
        int start = first.length + DIGITS + 1;
        if (file.length < start || !Arrays.equals(first, Arrays.copyOf(file, first.length))) {
            throw new IOException("it does not begin with '" + format + "'");
        }
        String said = new String(file, first.length, DIGITS + 1, StandardCharsets.ISO_8859_1);
        byte[] content = Arrays.copyOfRange(file, start, file.length);
        if (!said.equals(Sha256.hex(content) + "\n")) {
            throw new IOException("its content does not have the SHA-256 that it names");
        }
        return content;
    }
}
