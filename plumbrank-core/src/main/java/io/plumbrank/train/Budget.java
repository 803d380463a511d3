package io.plumbrank.train;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How much may be spent on trying models. The simplest model is always tried.
 *
 * @param time by the clock, null for no such limit; what is tried beyond it depends on the machine
 * @param trials how many models at most
 */
public record Budget(@Nullable Duration time, int trials) {
    private static final Pattern TEXT =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?) *(s|m|min|h|trials?|)", Pattern.CASE_INSENSITIVE);
    private static final Duration USUAL = Duration.ofMinutes(5);
    private static final Duration LEAST = Duration.ofMillis(1);

    /** @throws IllegalArgumentException if nothing could be tried */
    public Budget {
        if (trials < 1 || (time != null && (time.isNegative() || time.isZero()))) {
            throw new IllegalArgumentException("a budget must be positive, got "
                    + (time == null ? trials + " trials" : time.toMillis() / 1000.0 + " s"));
        }
    }

    /** Five minutes by the clock. */
    public static Budget usual() {
        return ofTime(USUAL);
    }

    /** So many models. */
    public static Budget ofTrials(int trials) {
        return new Budget(null, trials);
    }

    /** So long by the clock. */
    public static Budget ofTime(Duration time) {
        return new Budget(time, Integer.MAX_VALUE);
    }

    /** The same after some time went by, of which a millisecond is left at least. */
    public Budget after(Duration spent) {
        Duration whole = time;
        if (whole == null) {
            return this;
        }
        Duration left = whole.minus(spent);
        return new Budget(left.compareTo(LEAST) < 0 ? LEAST : left, trials);
    }

    /**
     * A budget in words.
     *
     * @param text such as {@code 10m}, {@code 90s}, {@code 1.5h}, {@code 100} or {@code 100 trials}
     * @throws IllegalArgumentException if it is none
     */
    public static Budget parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "a budget is a time such as 90s, 10m or 1h, or a number of trials, not '" + text + "'");
        }
        double amount = Double.parseDouble(matcher.group(1));
        double seconds = switch (matcher.group(2).toLowerCase(Locale.ROOT)) {
            case "s" -> 1;
            case "m", "min" -> 60;
            case "h" -> 3600;
            default -> 0;
        };
        if (seconds > 0) {
            return ofTime(Duration.ofMillis(Math.round(1000 * seconds * amount)));
        }
        if (amount != Math.rint(amount) || amount > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a number of trials is whole, not '" + text + "'");
        }
        return ofTrials((int) amount);
    }
}
