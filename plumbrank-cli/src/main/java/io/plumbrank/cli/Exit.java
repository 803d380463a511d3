package io.plumbrank.cli;

/** What the exit code of {@code plumbrank} says; scripts rely on these numbers. */
final class Exit {
    /** The command did what it was asked. */
    static final int DONE = 0;

    /** The command asks a question, and the answer is no. */
    static final int NO = 1;

    /** Bad usage or bad input; an input file that is not there is one. */
    static final int BAD_INPUT = 2;

    /** Something that the run needs is not there: memory, disk, a JDK, a native library, an output that can be written. */
    static final int MISSING = 3;

    /** A bug of ours. */
    static final int BUG = 70;

    private Exit() {}
}
