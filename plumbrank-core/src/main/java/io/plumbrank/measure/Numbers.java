package io.plumbrank.measure;

/** Numbers in measure text. */
final class Numbers {
    private Numbers() {}

    /** The shortest text that reads back as the same number; whole numbers without a point. */
    static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
