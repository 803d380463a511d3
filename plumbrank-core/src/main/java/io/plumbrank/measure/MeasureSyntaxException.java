package io.plumbrank.measure;

/**
 * Measure text that does not name a measure. The message is one line that repeats the text, says what is wrong and what is
 * possible, and is fit to be printed as it stands.
 */
public final class MeasureSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    MeasureSyntaxException(String typed, String problem) {
        super(oneLine("measure '" + typed + "': " + problem));
    }

    private static String oneLine(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '\uFFFD' : c));
        return out.toString();
    }
}
