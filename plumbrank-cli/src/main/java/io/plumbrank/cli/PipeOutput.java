package io.plumbrank.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/** Standard output that knows whether its reader left, as {@code head} does when it has its lines. */
final class PipeOutput extends FileOutputStream {
    private volatile boolean readerLeft;

    PipeOutput() {
        super(FileDescriptor.out);
    }

    boolean readerLeft() {
        return readerLeft;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            super.write(bytes, from, length);
        } catch (IOException e) {
            // EPIPE has no exception of its own
            readerLeft |= String.valueOf(e.getMessage()).contains("Broken pipe");
            throw e;
        }
    }
}
