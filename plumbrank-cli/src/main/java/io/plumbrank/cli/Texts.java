package io.plumbrank.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** How numbers and fields look in output. */
final class Texts {
    private Texts() {}

    /** Four decimals; a dash where there is no number. */
    static String fixed(double value) {
        // as C prints and trec_eval with it: Java's formatter would round the exact tie .28125 up
        return Double.isFinite(value)
                ? new BigDecimal(value).setScale(4, RoundingMode.HALF_EVEN).toPlainString()
                : "–";
    }

    /** Four decimals and a sign; a dash where there is no number. */
    static String signed(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%+.4f", value) : fixed(value);
    }

    /** A text without characters that steer a terminal; line ends stay where a command has them. */
    static String printable(String text) {
        if (text.chars().noneMatch(c -> Character.isISOControl(c) && c != '\n')) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(Character.isISOControl(c) && c != '\n' ? '\uFFFD' : (char) c));
        return out.toString();
    }

    /** A CSV field, in quotes where RFC 4180 wants them. */
    static String csv(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
