package io.plumbrank.measure.settings;

/** Numbers in measure text. */
public final class Numbers {
    private Numbers() {}

    /** The shortest text that reads back as the same number; whole numbers without a point. */
    public static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
