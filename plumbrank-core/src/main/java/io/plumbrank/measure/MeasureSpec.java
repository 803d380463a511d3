package io.plumbrank.measure;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The parsed text of a measure with every convention filled in: {@code name[@k][(key=value,…)]}. Immutable; two are equal
 * if their {@link #text} is.
 *
 * <pre>{@code
 * MeasureSpec spec = MeasureSpec.parse("NDCG@10");
 * spec.text();    // ndcg@10(gain=exp2,ties=average,empty=zero,ideal=judged)
 * spec.measure(); // evaluates queries
 * }</pre>
 */
public final class MeasureSpec {
    private final MeasureName name;
    private final int cutoff;
    private final Settings settings;
    private final String typed;
    private final String text;

    /** @param cutoff 0 for the whole list */
    MeasureSpec(MeasureName name, int cutoff, Settings settings, String typed) {
        Set<Key> keys = keys(name, cutoff > 0);
        this.name = name;
        this.cutoff = cutoff;
        this.settings = settings.only(keys);
        this.typed = typed;
        this.text = text(name, cutoff, keys, settings);
    }

    /**
     * Reads a measure with our conventions where the text is silent.
     *
     * @throws MeasureSyntaxException if the text names no measure
     */
    public static MeasureSpec parse(String text) {
        return parse(text, Conventions.plumbrank());
    }

    /**
     * Reads a measure.
     *
     * @param conventions what the text means where it is silent
     * @throws MeasureSyntaxException if the text names no measure
     */
    public static MeasureSpec parse(String text, Conventions conventions) {
        return new MeasureParser(text.trim(), conventions).parse();
    }

    /**
     * Reads measures that are separated by commas; a comma within parentheses does not separate.
     *
     * @throws MeasureSyntaxException if a part names no measure
     */
    public static List<MeasureSpec> parseList(String text, Conventions conventions) {
        return MeasureParser.split(text).stream()
                .map(part -> parse(part, conventions))
                .toList();
    }

    /** Which measure it is. */
    public MeasureName name() {
        return name;
    }

    /** The cut-off k; empty where the whole list counts. */
    public OptionalInt cutoff() {
        return cutoff > 0 ? OptionalInt.of(cutoff) : OptionalInt.empty();
    }

    /** Whether grades count by a {@link Gain}. */
    public boolean hasGain() {
        return name.keys().contains(Key.GAIN);
    }

    /** What the grades are worth; meaningful for DCG, NDCG and ERR. */
    public Gain gain() {
        return settings.gain();
    }

    /** Which grades are relevant; meaningful for the measures of binary relevance. */
    public Relevance relevance() {
        return settings.relevance();
    }

    /** What becomes of equal scores. */
    public Ties ties() {
        return settings.ties();
    }

    /** What a query counts on which the measure is undefined. */
    public EmptyQuery empty() {
        return settings.empty();
    }

    /** What precision and average precision at a cut-off are divided by. */
    public Denominator denominator() {
        return settings.denominator();
    }

    /** Which items the normaliser is made of. */
    public Ideal ideal() {
        return settings.ideal();
    }

    /** The weight of a pair in pairwise disagreement. */
    public PairWeight pairWeight() {
        return settings.weight();
    }

    /** Whether the label of a query is the preferences observed among its items, and not their grades. */
    public boolean takesPreferences() {
        return name == MeasureName.PD && pairWeight() == PairWeight.OBSERVED;
    }

    /**
     * The same over preferences that were observed in place of grades: {@code pd} with the weights that they have.
     *
     * @throws IllegalArgumentException if the measure needs grades, which is so for all but {@code pd}, or its text names other
     *     weights
     */
    public MeasureSpec overPreferences() {
        if (name != MeasureName.PD) {
            throw new IllegalArgumentException(
                    "'" + typed + "' needs grades; over observed preferences the measure is 'pd'");
        }
        boolean named = typed.toLowerCase(Locale.ROOT).contains(Key.WEIGHT.text());
        if (pairWeight() == PairWeight.DIFFERENCE || (named && pairWeight() != PairWeight.OBSERVED)) {
            throw new IllegalArgumentException("'" + typed
                    + "' weighs pairs by their grades; observed preferences bring their own weights: 'pd' takes them");
        }
        return new MeasureSpec(name, cutoff, settings.withWeight(PairWeight.OBSERVED), typed);
    }

    /** The largest grade of ERR's scale, if it is known. */
    public OptionalDouble maxGrade() {
        return Double.isNaN(settings.maxGrade()) ? OptionalDouble.empty() : OptionalDouble.of(settings.maxGrade());
    }

    /** Whether the largest grade has to be taken from the data before {@link #measure} can be called. */
    public boolean needsMaxGrade() {
        return name == MeasureName.ERR && Double.isNaN(settings.maxGrade());
    }

    /**
     * The same with the largest grade of the data, where one is needed; a measure that needs none is returned as it is.
     *
     * @param maxGrade from 0 to 1000
     */
    public MeasureSpec withMaxGrade(double maxGrade) {
        if (!needsMaxGrade()) {
            return this;
        }
        if (!(maxGrade >= 0 && maxGrade <= Gain.LARGEST_EXPONENT)) {
            throw new IllegalArgumentException(
                    "the largest grade of " + typed + " must lie in 0..1000, got " + maxGrade);
        }
        return new MeasureSpec(name, cutoff, settings.withMaxGrade(maxGrade), typed);
    }

    /** The grade v up to which an item has no utility in ERU, NaN for other measures. */
    public double v() {
        return settings.v();
    }

    /** The position w at which utility is half as much in ERU, NaN for other measures. */
    public double w() {
        return settings.w();
    }

    /** How queries are put together. */
    public Aggregation aggregation() {
        return name.isCount() ? Aggregation.SUM : Aggregation.MEAN;
    }

    /** False for pairwise disagreement only, which is a loss. */
    public boolean largerIsBetter() {
        return name != MeasureName.PD;
    }

    /** The full form: every convention that applies, in a fixed order. {@code parse(text())} gives an equal spec. */
    public String text() {
        return text;
    }

    /** The same, as another text would have named it. */
    public MeasureSpec typedAs(String typed) {
        return new MeasureSpec(name, cutoff, settings, typed);
    }

    /** What the user typed, trimmed. */
    public String typed() {
        return typed;
    }

    /**
     * The measure itself.
     *
     * @throws IllegalStateException if {@link #needsMaxGrade}
     */
    public Measure measure() {
        if (needsMaxGrade()) {
            throw new IllegalStateException(
                    typed + " needs the largest grade of its scale: write err(max=4), or call withMaxGrade");
        }
        return switch (name) {
            case DCG -> new Dcg(this);
            case NDCG -> new Ndcg(this);
            case P, WTA -> new Precision(this);
            case RECALL -> new Recall(this);
            case SUCCESS -> new Success(this);
            case MAP -> new AveragePrecision(this);
            case RR -> new ReciprocalRank(this);
            case ERR -> new ExpectedReciprocalRank(this);
            case AUC -> new AreaUnderCurve(this);
            case SPEARMAN -> new Spearman(this);
            case KENDALL -> new Kendall(this);
            case ERU -> new ExpectedRankUtility(this);
            case PD -> new PairwiseDisagreement(this);
            case RPREC -> new RPrecision(this);
            case BPREF -> new BinaryPreference(this);
            case NUM_Q, NUM_RET, NUM_REL, NUM_REL_RET -> new Count(this);
        };
    }

    /** How many positions of a list of n count. */
    int depth(int n) {
        return cutoff > 0 ? Math.min(cutoff, n) : n;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MeasureSpec that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** The keys that apply. */
    static Set<Key> keys(MeasureName name, boolean cut) {
        Set<Key> keys = EnumSet.noneOf(Key.class);
        keys.addAll(name.keys());
        if (name == MeasureName.MAP && !cut) {
            keys.remove(Key.DENOMINATOR); // both divide by all relevant items
        }
        return keys;
    }

    private static String text(MeasureName name, int cutoff, Set<Key> keys, Settings settings) {
        StringBuilder out = new StringBuilder(name.text());
        if (cutoff > 0) {
            out.append('@').append(cutoff);
        }
        char separator = '(';
        for (Key key : keys) {
            out.append(separator).append(key.text()).append('=').append(settings.text(key));
            separator = ',';
        }
        return keys.isEmpty() ? out.toString() : out.append(')').toString();
    }
}
