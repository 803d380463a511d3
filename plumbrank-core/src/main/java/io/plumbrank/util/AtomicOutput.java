package io.plumbrank.util;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * A file that appears whole or not at all: bytes go to a temporary file beside it, and {@link #commit} renames it. Closed
 * without that, it leaves nothing behind, and what stood there before stays; so it does when a signal ends the program, and what
 * a killed one leaves the next one removes. A file that is replaced keeps its rights. A name that ends in {@code .gz} is packed. A
 * pipe or device cannot be renamed to, and is written as bytes come.
 *
 * <pre>{@code
 * try (AtomicOutput out = AtomicOutput.create(path)) {
 *     out.stream().write(bytes);
 *     out.commit();
 * }
 * }</pre>
 */
public final class AtomicOutput implements AutoCloseable {
    private static final int BUFFER = 1 << 16;
    private static final Pattern TEMPORARY = Pattern.compile("\\.plumbrank-(\\d{1,18})-\\d+\\.tmp");
    private static final Duration STALE = Duration.ofMinutes(1);

    private final Path file;
    private final Path written;
    private final OutputStream stream;
    private boolean open = true;

    private AtomicOutput(Path file, Path written, OutputStream stream) {
        this.file = file;
        this.written = written;
        this.stream = stream;
    }

    /**
     * Begins a file.
     *
     * @throws InputException if it is a directory, or its directory does not exist
     * @throws UncheckedIOException if it cannot be written
     */
    public static AtomicOutput create(Path file) {
        InputException.requireNoDirectory(file);
        try {
            // a link stays a link
            Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            boolean gzip = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
            if (Files.exists(target) && !Files.isRegularFile(target)) {
                return new AtomicOutput(target, target, packed(Files.newOutputStream(target), gzip));
            }
            Path directory = target.getParent();
            if (directory == null || !Files.isDirectory(directory)) {
                throw new InputException(
                        file.toString(), 0, "no directory " + directory, "a directory that exists: create it first");
            }
            sweep(directory);
            // not the name of the file, which may be as long as names can be
            String unique = ProcessHandle.current().pid() + "-" + System.nanoTime();
            Path temporary = directory.resolve(".plumbrank-" + unique + ".tmp");
            // CREATE_NEW and not createTempFile: the file shall have the rights of an ordinary new file
            OutputStream raw =
                    Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            // where a signal ends the program; once renamed, there is nothing to delete
            temporary.toFile().deleteOnExit();
            keepRights(target, temporary);
            return new AtomicOutput(target, temporary, packed(raw, gzip));
        } catch (IOException e) {
            throw fault(file, e);
        }
    }

    /**
     * Makes sure that a file can be written, and leaves no trace: for work that takes long before it has something to write.
     *
     * @throws InputException as {@link #create}
     */
    public static void probe(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            return; // a pipe or a device
        }
        try (AtomicOutput output = create(file)) {
            output.stream();
        }
    }

    /** Gives a new file the rights of the one that it replaces. */
    private static void keepRights(Path old, Path file) throws IOException {
        if (Files.exists(old) && Files.getFileStore(file).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(file, Files.getPosixFilePermissions(old));
        }
    }

    /**
     * Removes what runs left that were killed: nobody has their number here, and nothing was written for a minute, as another
     * machine may share the folder.
     */
    private static void sweep(Path directory) {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, ".plumbrank-*.tmp")) {
            for (Path file : left) {
                Matcher name = TEMPORARY.matcher(file.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()
                        && Files.getLastModifiedTime(file)
                                .toInstant()
                                .isBefore(Instant.now().minus(STALE))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // somebody else's litter is no reason not to write
            return;
        }
    }

    private static OutputStream packed(OutputStream raw, boolean gzip) throws IOException {
        return new BufferedOutputStream(gzip ? new GZIPOutputStream(raw, BUFFER) : raw, BUFFER);
    }

    /** Where to write. */
    public OutputStream stream() {
        return stream;
    }

    /**
     * Puts the file in its place.
     *
     * @throws UncheckedIOException if the last bytes cannot be written, or the file cannot be put there
     * @throws IllegalStateException if it was committed or closed before
     */
    public void commit() {
        if (!open) {
            throw new IllegalStateException("already closed: " + file);
        }
        try {
            stream.close();
            if (!written.equals(file)) {
                rename();
            }
        } catch (IOException e) {
            throw fault(file, e);
        }
        open = false;
    }

    private void rename() throws IOException {
        try {
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Leaves nothing behind unless the file was committed.
     *
     * @throws UncheckedIOException if the temporary file cannot be removed
     */
    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        IOException failed = null;
        try {
            stream.close();
        } catch (IOException e) {
            // a full disk; these bytes are given up, and the file must go all the same
            failed = e;
        }
        try {
            if (!written.equals(file)) {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            if (failed != null) {
                e.addSuppressed(failed);
            }
            throw fault(file, e);
        }
    }

    /** What a user reads when a file cannot be written: no input is at fault. */
    public static UncheckedIOException fault(Path file, IOException cause) {
        String reason =
                cause instanceof AccessDeniedException ? "no permission to write there" : "" + cause.getMessage();
        return new UncheckedIOException(file + ": " + reason, cause);
    }
}
