package io.plumbrank.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Standard output that knows what went wrong: a full disk, or a reader that left, as {@code head} does when it has its lines. */
public final class PipeOutput extends FileOutputStream {
    private volatile @Nullable IOException failure;

    public PipeOutput() {
        super(FileDescriptor.out);
    }

    /** Why something could not be written; null where all was. */
    @Nullable
    public IOException failure() {
        return failure;
    }

    /** Whether whoever reads a pipe wants no more of it. */
    public static boolean isReaderGone(@Nullable Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            // EPIPE has no exception of its own
            if (at instanceof IOException && String.valueOf(at.getMessage()).contains("Broken pipe")) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            super.write(bytes, from, length);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }
}
