package io.plumbrank.measure.settings;

import io.plumbrank.util.internal.DidYouMean;
import java.util.List;
import java.util.Locale;
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

    /** The divisor of precision and average precision at a cut-off k. */
    public enum Denominator implements Word {
        /** Precision by k, average precision by all relevant items: trec_eval; our default. */
        FULL,
        /**
         * The most that can be reached. Precision by min(k, retrieved): RankLib, XGBoost. Average precision by min(relevant,
         * k): XGBoost, LightGBM, Spark.
         */
        CAPPED
    }

    /** The value of a query on which the measure is undefined, such as NDCG without a relevant item. */
    public enum EmptyQuery implements Word {
        /** 0: trec_eval, RankLib, scikit-learn; our default. */
        ZERO,
        /** 1, with the query's weight: XGBoost and LightGBM in MAP. */
        ONE,
        /** 1 added to the weighted sum whatever the query's weight: XGBoost and LightGBM in NDCG. */
        ONE_UNWEIGHTED,
        /** The query is left out of the mean: XGBoost in AUC. */
        SKIP;

        /** The value of the measure on an empty query; NaN where the query does not count. */
        public double value() {
            return switch (this) {
                case ZERO -> 0;
                case ONE, ONE_UNWEIGHTED -> 1;
                case SKIP -> Double.NaN;
            };
        }

        /** Its part in a sum over queries: the value, or 0 where the query does not count. */
        public double valueInSum() {
            return this == SKIP ? 0 : value();
        }
    }

    /**
     * The worth of an item of a grade to DCG, NDCG and ERR. A missing judgement is worth 0 under every gain, and so is a negative
     * grade under all but {@link #SIGNED}; every gain rises with the grade.
     */
    public enum Gain implements Word {
        /** 2^y − 1: Burges et al. 2005, XGBoost, LightGBM; our default. */
        EXPONENTIAL("exp2"),
        /** y itself: Järvelin and Kekäläinen 2002, trec_eval, scikit-learn. */
        LINEAR("linear"),
        /** y itself, below 0 too: DCG of scikit-learn, which refuses NDCG of negative grades. To evaluate with, not to train for. */
        SIGNED("signed"),
        /** 2^⌊y⌋ − 1, the label cut to an integer: RankLib. */
        EXPONENTIAL_INT("exp2-int");

        /** Sums of gains must stay finite, and 2^1000 leaves room for 2^23 items. */
        public static final double LARGEST_EXPONENT = 1000;

        private static final double[] SMALL = new double[32];

        static {
            for (int y = 0; y < SMALL.length; y++) {
                SMALL[y] = (1L << y) - 1;
            }
        }

        private final String text;

        Gain(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }

        /**
         * The gain of a grade.
         *
         * @param grade NaN where there is no judgement
         * @throws GradeException if the grade is above 1000 and the gain is a power of it
         */
        public double of(double grade) {
            if (this == SIGNED && !Double.isNaN(grade)) {
                return grade;
            }
            if (!(grade > 0)) {
                return 0;
            }
            if (this == LINEAR) {
                return grade;
            }
            int whole = (int) grade;
            if (whole < SMALL.length && (whole == grade || this == EXPONENTIAL_INT)) {
                return SMALL[whole];
            }
            if (grade > LARGEST_EXPONENT) {
                throw new GradeException("grade " + Numbers.text(grade) + " is too large for gain=" + text
                        + ", whose values end at 2^1000; use gain=linear");
            }
            return Math.pow(2, this == EXPONENTIAL_INT ? whole : grade) - 1;
        }
    }

    /** Which judged items make up the perfect ranking, or the number of relevant items, that a value is divided by. */
    public enum Ideal implements Word {
        /** All judged items: trec_eval; our default. */
        JUDGED,
        /** Only those that were retrieved, since the tool sees no others: XGBoost, LightGBM, RankLib. */
        RETRIEVED
    }

    /**
     * Which grades count as relevant: those at or above a threshold, or strictly above it. A negative grade and a missing
     * judgement (NaN) never do.
     *
     * @param threshold finite, not negative
     * @param strict whether the threshold itself is not relevant
     */
    public record Relevance(double threshold, boolean strict) {

        /** Checks the threshold. */
        public Relevance {
            if (!(threshold >= 0) || Double.isInfinite(threshold)) {
                throw new IllegalArgumentException("the relevance threshold must be at least 0, got " + threshold);
            }
            threshold += 0.0; // −0.0 and 0.0 are one threshold
        }

        /** Relevant is {@code grade >= threshold}: trec_eval with 1, our default. */
        public static Relevance atLeast(double threshold) {
            return new Relevance(threshold, false);
        }

        /** Relevant is {@code grade > threshold}: LightGBM with 0.5, RankLib with 0. */
        public static Relevance above(double threshold) {
            return new Relevance(threshold, true);
        }

        /** Whether a grade is relevant. */
        public boolean test(double grade) {
            return strict ? grade > threshold : grade >= threshold;
        }

        /** The value in measure text: {@code 1}, or {@code >0.5}. */
        public String text() {
            return (strict ? ">" : "") + Numbers.text(threshold);
        }

        /** How many of {@code grades[from, to)} are relevant. */
        public int count(double[] grades, int from, int to) {
            int count = 0;
            for (int i = from; i < to; i++) {
                if (test(grades[i])) {
                    count++;
                }
            }
            return count;
        }
    }

    /** Which items the sum of {@code num_rel} over all queries counts. */
    public enum Summed implements Word {
        /** The relevant ones. */
        REL,
        /** Those with a positive grade, whatever is relevant: trec_eval -c, which counts them anew and forgets -l. */
        POSITIVE
    }

    /** A value that measure text writes as a word: the name of its constant in lower case, with {@code -} for {@code _}. */
    public interface Word {
        String name();

        default String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
