package io.plumbrank.util.internal;

import io.plumbrank.util.InputException;
import java.util.Locale;

/**
 * Text from files on its way to a terminal. What steers one is a control character, among them the escape that begins a command; a
 * character that turns the direction of what follows, so that a line reads as another; and a separator of lines or paragraphs.
 */
public final class TerminalText {
    private TerminalText() {}

    /** Whether a character steers a terminal. */
    public static boolean steers(int c) {
        return InputException.steers(c);
    }

    /** A text with a replacement character for what steers; line ends stay. */
    public static String printable(String text) {
        if (text.chars().noneMatch(c -> steers(c) && c != '\n')) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(steers(c) && c != '\n' ? '\uFFFD' : (char) c));
        return out.toString();
    }

    /** What stands within quotes of JSON, with escapes for what steers, also where JSON does not ask for them. */
    public static String escaped(String json) {
        if (json.chars().noneMatch(TerminalText::steers)) {
            return json;
        }
        StringBuilder out = new StringBuilder();
        json.chars().forEach(c -> out.append(steers(c) ? escape(c) : String.valueOf((char) c)));
        return out.toString();
    }

    /** The escape of a character in JSON. */
    public static String escape(int c) {
        return String.format(Locale.ROOT, "\\u%04X", c);
    }
}
