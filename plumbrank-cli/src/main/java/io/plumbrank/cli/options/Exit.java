package io.plumbrank.cli.options;

/** The exit codes of {@code plumbrank}; scripts rely on these numbers. */
public final class Exit {
    /** The command did what it was asked. */
    public static final int DONE = 0;

    /** The command asks a question, and the answer is no. */
    public static final int NO = 1;

    /** Bad usage or bad input; an input file that is not there is one. */
    public static final int BAD_INPUT = 2;

    /** Something that the run needs is not there: memory, disk, a JDK, a native library, an output that can be written. */
    public static final int MISSING = 3;

    /** A bug of ours. */
    public static final int BUG = 70;

    private Exit() {}
}
