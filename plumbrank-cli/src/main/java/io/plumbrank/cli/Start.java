package io.plumbrank.cli;

/**
 * Starts {@link Main}. Java ends with the code 1 when it cannot load a class, and 1 is an answer of some commands; this class needs no jar
 * of others, and ends with 3.
 */
final class Start {
    private static final int MISSING = 3;

    private Start() {}

    public static void main(String[] args) {
        try {
            Main.main(args);
        } catch (LinkageError e) {
            System.err.println("plumbrank: Java cannot load " + e.getMessage()
                    + ": a jar is missing or damaged, or too few files may be open (ulimit -n); install plumbrank again, or raise"
                    + " the limit");
            System.exit(MISSING);
        }
    }
}
