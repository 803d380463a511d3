package io.plumbrank.cli.output;

import io.plumbrank.util.internal.TerminalText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How numbers and fields look in output. */
public final class Texts {
    private Texts() {}

    /** Four decimals; a dash where there is no number. */
    public static String fixed(double value) {
        // as C prints and trec_eval with it: Java's formatter would round the exact tie .28125 up
        return Double.isFinite(value) ? decimals(value, 4) : "–";
    }

    /** Both ends of an interval; a dash where there is none. */
    public static String interval(double low, double high) {
        return Double.isNaN(low) ? fixed(low) : "[" + fixed(low) + ", " + fixed(high) + "]";
    }

    /** So many significant digits at least, without an exponent where the size is usual; a dash where there is no number. */
    public static String digits(double value, int digits) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        double size = Math.abs(value);
        return value == 0
                ? "0"
                : size < 1e-4 || size >= 1e7
                        ? String.format(Locale.ROOT, "%." + (digits - 1) + "e", value)
                        : decimals(value, Math.max(0, digits - 1 - (int) Math.floor(Math.log10(size))));
    }

    private static String decimals(double value, int decimals) {
        return new BigDecimal(value).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Four decimals and a sign; a dash where there is no number. */
    public static String signed(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%+.4f", value) : fixed(value);
    }

    /** A text without characters that steer a terminal; line ends stay where a command has them. */
    public static String printable(String text) {
        return TerminalText.printable(text);
    }

    /** A CSV field, in quotes where RFC 4180 wants them, without characters that steer a terminal. */
    public static String csv(String field) {
        String text = Arrays.stream(field.split("\t", -1)).map(Texts::printable).collect(Collectors.joining("\t"));
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
