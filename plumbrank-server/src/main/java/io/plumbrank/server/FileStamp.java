package io.plumbrank.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a file is still the same, without reading it.
 *
 * @param modified when it was written
 * @param size in bytes
 * @param key what the file system knows it by, so that a file that is renamed into place is another; null where it has none
 */
record FileStamp(FileTime modified, long size, @Nullable Object key) {
    /** The stamp of no file. */
    static final FileStamp NONE = new FileStamp(FileTime.fromMillis(0), -1, null);

    private static final long UNREADABLE = -2;

    /** A file that cannot be looked at has the stamp of what is wrong with it, so that it is the same until that changes. */
    static FileStamp of(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new FileStamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        } catch (NoSuchFileException e) {
            return NONE;
        } catch (IOException e) {
            return new FileStamp(NONE.modified, UNREADABLE, e.toString());
        }
    }
}
