package io.plumbrank.util.internal;

import io.plumbrank.util.InputException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
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
    private static final String PREFIX = ".plumbrank-";
    private static final String SUFFIX = ".tmp";
    private static final Pattern TEMPORARY = Pattern.compile("\\.plumbrank-(\\d{1,18})-\\d+\\.tmp");
    private static final Duration STALE = Duration.ofMinutes(1);

    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private final Path file;
    private final Path written;
    private final OutputStream stream;
    private boolean open = true;

    private AtomicOutput(Path file, Path written, OutputStream raw, boolean gzip) throws IOException {
        this.file = file;
        this.written = written;
        OutputStream named = new Named(file, raw);
        this.stream = new BufferedOutputStream(gzip ? new GZIPOutputStream(named, BUFFER) : named, BUFFER);
    }

    /** What went wrong with a file, which its message names. */
    private static final class NamedFault extends IOException {
        private static final long serialVersionUID = 1L;

        private NamedFault(Path file, IOException cause) {
            super(reason(file, cause), cause);
        }
    }

    /** Names the file when a disk is full. */
    private static final class Named extends FilterOutputStream {
        private final Path file;

        private Named(Path file, OutputStream out) {
            super(out);
            this.file = file;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            try {
                out.write(bytes, from, length);
            } catch (IOException e) {
                throw new NamedFault(file, e);
            }
        }
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
            boolean gzip = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
            if (isDevice(file)) {
                // by its own name, as that of a pipe behind it cannot be opened; at the end, as 'out >> log' means
                return new AtomicOutput(file, file, Files.newOutputStream(file, StandardOpenOption.APPEND), gzip);
            }
            // a link stays a link
            Path target = Files.exists(file) ? file.toRealPath() : linked(file);
            Path directory = target.getParent();
            if (directory == null || !Files.isDirectory(directory)) {
                throw new InputException(
                        file.toString(), 0, "no directory " + directory, "a directory that exists: create it first");
            }
            Path temporary = temporaryIn(directory);
            // CREATE_NEW and not createTempFile: the file shall have the rights of an ordinary new file
            OutputStream raw =
                    Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            keepRights(target, temporary);
            return new AtomicOutput(target, temporary, raw, gzip);
        } catch (IOException e) {
            throw fault(file, e);
        }
    }

    /** Where a file will stand that does not exist yet: at the end of its links, which need not go round. */
    private static Path linked(Path file) throws IOException {
        Path target = file.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MOST_LINKS) {
                throw new InputException(
                        file.toString(),
                        0,
                        "a link that leads to no file",
                        "a file, or a link to one: remove the link");
            }
            target = target.resolveSibling(Files.readSymbolicLink(target));
        }
        return target;
    }

    /** Whether bytes go through a name rather than into a file of it: a pipe, a device, an open file of a process. */
    public static boolean isDevice(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        boolean special = Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
        return special
                || whole.equals(Path.of("/dev/stdout"))
                || whole.startsWith("/dev/fd")
                || whole.startsWith("/proc/self/fd");
    }

    /**
     * A new file where the machine keeps temporary ones, which only its owner may read. It is removed when the program ends, also
     * by a signal, or, if it was killed, by the next one.
     */
    public static Path spool() throws IOException {
        sweep(Path.of(System.getProperty("java.io.tmpdir", ".")));
        Path spool = Files.createTempFile(PREFIX + ProcessHandle.current().pid() + "-", SUFFIX);
        spool.toFile().deleteOnExit();
        return spool;
    }

    private static Path temporaryIn(Path directory) {
        sweep(directory);
        // not the name of the file, which may be as long as names can be
        String unique = ProcessHandle.current().pid() + "-" + System.nanoTime();
        Path temporary = directory.resolve(PREFIX + unique + SUFFIX);
        // where a signal ends the program; once renamed, there is nothing to delete
        temporary.toFile().deleteOnExit();
        return temporary;
    }

    /**
     * Makes sure that a file can be written, and leaves no trace: for work that takes long before it has something to write.
     *
     * @throws InputException as {@link #create}
     */
    public static void probe(Path file) {
        if (isDevice(file)) {
            return;
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
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
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
        return new UncheckedIOException(cause instanceof NamedFault ? cause.getMessage() : reason(file, cause), cause);
    }

    private static String reason(Path file, IOException cause) {
        return file + ": "
                + (cause instanceof AccessDeniedException ? "no permission to write there" : "" + cause.getMessage());
    }
}
