package io.plumbrank.imports;

/** A model file that is whole but holds what cannot be read here; becomes an InputException with the file's name. */
final class ModelFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String found;
    private final String expected;

    ModelFault(String found, String expected) {
        super("found " + found + ", expected " + expected);
        this.found = found;
        this.expected = expected;
    }

    String found() {
        return found;
    }

    String expected() {
        return expected;
    }
}
