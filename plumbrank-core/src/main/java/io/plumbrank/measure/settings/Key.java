package io.plumbrank.measure.settings;

import io.plumbrank.util.internal.DidYouMean;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A key of measure text: what it is called, what it may be, and what it is where text and tools are silent. Keys of one name are one
 * key, of which measures may allow different values. Here stand those that measures share; a key of one measure stands there.
 *
 * @param standard null where the text must give the value
 * @param possible all values there are; empty for numbers
 * @param example a value, for messages
 * @param reader throws IllegalArgumentException with what is wrong
 */
public record Key<T>(
        String name,
        @Nullable T standard,
        List<T> possible,
        String example,
        Function<String, T> reader,
        Function<T, String> writer) {
    public static final Key<Gain> GAIN =
            choice("gain", Gain.EXPONENTIAL, List.of(Gain.EXPONENTIAL, Gain.LINEAR, Gain.EXPONENTIAL_INT));
    public static final Key<Relevance> REL =
            new Key<>("rel", Relevance.atLeast(1), List.of(), "1", Key::relevance, Relevance::text);
    public static final Key<Ties> TIES =
            choice("ties", Ties.AVERAGE, List.of(Ties.AVERAGE, Ties.DOCNO_DESC, Ties.STABLE));
    /** Where equal scores have a correction of their own. */
    public static final Key<Ties> CORRECTED_TIES =
            choice("ties", Ties.CORRECTED, List.of(Ties.AVERAGE, Ties.DOCNO_DESC, Ties.STABLE, Ties.CORRECTED));

    public static final Key<EmptyQuery> EMPTY = choice("empty", EmptyQuery.ZERO, List.of(EmptyQuery.values()));
    public static final Key<Denominator> DENOMINATOR =
            choice("denominator", Denominator.FULL, List.of(Denominator.values()));
    public static final Key<Ideal> IDEAL = choice("ideal", Ideal.JUDGED, List.of(Ideal.values()));
    public static final Key<PairWeight> WEIGHT = choice("weight", PairWeight.UNIT, List.of(PairWeight.values()));
    public static final Key<Summed> SUM = choice("sum", Summed.REL, List.of(Summed.values()));
    /** Where a negative grade may count. */
    public static final Key<Gain> SIGNED_GAIN = choice("gain", Gain.EXPONENTIAL, List.of(Gain.values()));
    /** The largest grade of a scale; NaN where it is to be taken from the data. */
    public static final Key<Double> MAX =
            new Key<>("max", Double.NaN, List.of(), "4", Key::maxGrade, Key::maxGradeText);

    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(e[+-]?[0-9]+)?");

    /** A key whose values are words. */
    public static <T extends Word> Key<T> choice(String name, T standard, List<T> possible) {
        return new Key<>(name, standard, possible, standard.text(), text -> choose(name, text, possible), Word::text);
    }

    /** A key whose value is a number that the text must give. */
    public static Key<Double> number(String name, String example, Function<String, Double> reader) {
        return new Key<>(name, null, List.of(), example, reader, Numbers::text);
    }

    /** Whether it may have a value. */
    public boolean allows(T value) {
        return possible.isEmpty() || possible.contains(value);
    }

    /** The settings with the value of this key that a text gives. */
    public MeasureSettings readInto(String text, MeasureSettings settings) {
        return settings.with(this, reader.apply(text));
    }

    /** The value that the settings have, as {@code key=value}. */
    public String text(MeasureSettings settings) {
        return name + "=" + writer.apply(settings.get(this));
    }

    /** {@code (possible: …)}, for messages. */
    public static String possible(List<String> words) {
        return " (possible: " + String.join(", ", words) + ")";
    }

    private static <T extends Word> T choose(String name, String text, List<T> possible) {
        List<String> words = possible.stream().map(Word::text).toList();
        int at = words.indexOf(text);
        if (at < 0) {
            throw new IllegalArgumentException(
                    name + " cannot be '" + text + "'" + DidYouMean.hint(text, words) + possible(words));
        }
        return possible.get(at);
    }

    /** A finite number. */
    public static double number(String name, String text, String expected) {
        double number = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            throw new IllegalArgumentException(name + " must be " + expected + ", found '" + text + "'");
        }
        return number + 0.0; // −0 prints as 0
    }

    private static Relevance relevance(String text) {
        String expected = "a threshold such as 1 (label >= 1) or >0.5 (label > 0.5)";
        boolean strict = text.startsWith(">") && !text.startsWith(">=");
        String digits = text.startsWith(">=") ? text.substring(2) : strict ? text.substring(1) : text;
        double threshold = number("rel", digits.trim(), expected);
        if (threshold < 0) {
            throw new IllegalArgumentException(
                    "rel must be at least 0, since a negative label is never relevant; found '" + text + "'");
        }
        return new Relevance(threshold, strict);
    }

    private static double maxGrade(String text) {
        double max = text.equals("data") ? Double.NaN : number("max", text, "a number, or 'data'");
        if (max < 0 || max > Gain.LARGEST_EXPONENT) {
            throw new IllegalArgumentException("max must lie in 0..1000, found '" + text + "'");
        }
        return max;
    }

    private static String maxGradeText(double max) {
        return Double.isNaN(max) ? "data" : Numbers.text(max);
    }
}
