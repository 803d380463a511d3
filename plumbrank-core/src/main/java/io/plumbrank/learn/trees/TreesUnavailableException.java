package io.plumbrank.learn.trees;

/** Trees cannot be trained here. The message is one line and says what can be done instead. */
public class TreesUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param why what is missing, as a clause */
    public TreesUnavailableException(String why) {
        super("boosted trees cannot be trained here: " + why
                + "; use the engine own, which needs no native code, or another model, or train elsewhere");
    }

    public TreesUnavailableException(String why, Throwable cause) {
        this(why);
        initCause(cause);
    }
}
