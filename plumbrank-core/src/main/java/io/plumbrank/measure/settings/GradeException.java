package io.plumbrank.measure.settings;

/** A grade that a measure cannot take. The data are at fault then, where other illegal arguments are mistakes in a program. */
public final class GradeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public GradeException(String message) {
        super(message);
    }
}
