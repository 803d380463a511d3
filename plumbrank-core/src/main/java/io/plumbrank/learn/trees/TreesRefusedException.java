package io.plumbrank.learn.trees;

/** The library that boosts refuses parameters or data. The message is one line and says what it said. */
public class TreesRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param said one line */
    public TreesRefusedException(String said, Throwable cause) {
        super(
                "XGBoost refuses the parameters or the data: " + said
                        + "; look at the parameters, and at the values of features",
                cause);
    }

    /** @param found what our own engine cannot take, as a clause */
    public TreesRefusedException(String found) {
        this(found, "look at the values of features");
    }

    /** @param advice what to do, as a command */
    public TreesRefusedException(String found, String advice) {
        super("trees cannot be fitted to " + found + "; " + advice);
    }
}
