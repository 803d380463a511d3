package io.plumbrank.data.text;

import java.io.IOException;

/** A line is longer than {@link ChunkReader#LONGEST}. */
final class LongLineException extends IOException {
    private static final long serialVersionUID = 1;

    LongLineException() {
        super("a line of more than " + (ChunkReader.LONGEST >> 20) + " MB");
    }
}
