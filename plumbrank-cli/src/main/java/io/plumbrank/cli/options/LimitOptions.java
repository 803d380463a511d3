package io.plumbrank.cli.options;

import io.plumbrank.decode.DecodeLimits;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much a decoder may search. */
public final class LimitOptions {
    /** The options, for those who refuse them. */
    public static final String[] NAMES = {"--work-limit", "--time-limit"};

    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|min|h)?");
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    @Option(
            names = "--work-limit",
            paramLabel = "N",
            description =
                    "Steps that a decoder may search, such as 1e9; about 1 ns each. The same result on every machine. Default 5e9 in aggregate, 5e8 per query in train, in predict as in training.")
    @Nullable
    String workLimit;

    @Option(
            names = "--time-limit",
            paramLabel = "T",
            description = "Time that a decoder may search, such as 500ms, 10s or 2m. Results may differ between runs.")
    @Nullable
    String timeLimit;

    /**
     * The limits that were asked for.
     *
     * @param otherwise where none were
     * @throws IllegalArgumentException if they are no limits
     */
    public DecodeLimits or(DecodeLimits otherwise) {
        DecodeLimits timed = timeLimit == null ? otherwise : otherwise.withTimeLimit(duration(timeLimit));
        if (workLimit == null) {
            return timed;
        }
        return timeLimit == null
                ? new DecodeLimits(steps(workLimit), DecodeLimits.NO_CLOCK, otherwise.seed())
                : timed.withSteps(steps(workLimit));
    }

    public static long steps(String text) {
        BigDecimal number;
        try {
            number = new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + text + "' is no number of steps; write it like 1000000 or 1e9", e);
        }
        if (number.signum() < 0) {
            throw new IllegalArgumentException("steps must not be negative, got " + text.strip());
        }
        return number.min(MOST).longValue();
    }

    public static Duration duration(String text) {
        Matcher matcher = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no time; write it like 500ms, 10s or 2m");
        }
        String unit = matcher.group(2) == null ? "s" : matcher.group(2);
        double seconds = Double.parseDouble(matcher.group(1))
                * switch (unit) {
                    case "ms" -> 1e-3;
                    case "s" -> 1;
                    case "h" -> 3600;
                    default -> 60;
                };
        return Duration.ofNanos((long) Math.min(seconds * 1e9, Long.MAX_VALUE / 4.0));
    }
}
