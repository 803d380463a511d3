package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Denominator;
import io.plumbrank.measure.settings.Key.EmptyQuery;
import io.plumbrank.measure.settings.Key.Gain;
import io.plumbrank.measure.settings.Key.Ideal;
import io.plumbrank.measure.settings.Key.Relevance;
import io.plumbrank.measure.settings.MeasureSettings;
import io.plumbrank.measure.settings.PairWeight;
import io.plumbrank.measure.settings.Ties;
import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

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
public final class MeasureSpec implements Serializable {
    private static final long serialVersionUID = 1;

    private final MeasureKind kind;
    private final int cutoff;
    private final MeasureSettings settings;
    private final String typed;
    private final String text;
    private final Gain gain;
    private final Relevance relevance;
    private final Ties ties;
    private final EmptyQuery empty;
    private final Measure measure;

    /**
     * @param cutoff 0 for the whole list
     * @param settings a value for each key of the measure
     */
    MeasureSpec(MeasureKind kind, int cutoff, MeasureSettings settings, String typed) {
        this.kind = kind;
        this.cutoff = cutoff;
        this.settings = settings;
        this.typed = typed;
        String head = kind.name() + (cutoff > 0 ? "@" + cutoff : "");
        List<String> values =
                kind.keys(cutoff > 0).stream().map(key -> key.text(settings)).toList();
        this.text = values.isEmpty() ? head : head + "(" + String.join(",", values) + ")";
        this.gain = settings.get(Key.GAIN);
        this.relevance = settings.get(Key.REL);
        this.ties = settings.get(Key.TIES);
        this.empty = settings.get(Key.EMPTY);
        this.measure = kind.maker().apply(this);
    }

    /**
     * Reads a measure with our conventions where the text is silent.
     *
     * @throws IllegalArgumentException if the text names no measure, with one line that says what is possible
     */
    public static MeasureSpec parse(String text) {
        return parse(text, Conventions.plumbrank());
    }

    /**
     * Reads a measure.
     *
     * @param conventions what the text means where it is silent
     * @throws IllegalArgumentException if the text names no measure, with one line that says what is possible
     */
    public static MeasureSpec parse(String text, Conventions conventions) {
        return new MeasureParser(text.trim(), conventions).parse();
    }

    /**
     * Reads measures that are separated by commas; a comma within parentheses does not separate.
     *
     * @throws IllegalArgumentException if a part names no measure, with one line that says what is possible
     */
    public static List<MeasureSpec> parseList(String text, Conventions conventions) {
        return MeasureParser.split(text).stream()
                .map(part -> parse(part, conventions))
                .toList();
    }

    private Object writeReplace() {
        return new Written(text, typed);
    }

    /** What is sent to other machines: two texts, of which the rest is made anew. */
    private record Written(String text, String typed) implements Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            return parse(text).typedAs(typed);
        }
    }

    /** The name that the text begins with. */
    String name() {
        return kind.name();
    }

    /** How the measure depends on the ranking. */
    public Structure structure() {
        return measure instanceof FirstPlace ? Structure.POSITIONAL : kind.structure();
    }

    /** The cut-off k; empty where the whole list counts. */
    public OptionalInt cutoff() {
        return cutoff > 0 ? OptionalInt.of(cutoff) : OptionalInt.empty();
    }

    /** The value of a key; what is standard where the measure does not have it. */
    public <T> T get(Key<T> key) {
        return settings.get(key);
    }

    private boolean has(Key<?> key) {
        return settings.find(key) != null;
    }

    /** Whether grades count by a {@link Gain}. */
    public boolean hasGain() {
        return has(Key.GAIN);
    }

    /** Whether it sees more of a grade than whether it is relevant. */
    public boolean isGraded() {
        return !has(Key.REL) && !isCount();
    }

    /** What the grades are worth; meaningful for DCG, NDCG and ERR. */
    public Gain gain() {
        return gain;
    }

    /** Which grades are relevant; meaningful for the measures of binary relevance. */
    public Relevance relevance() {
        return relevance;
    }

    /** What becomes of equal scores. */
    public Ties ties() {
        return ties;
    }

    /** Whether equal scores are ranked by the names of items, which data must then have. */
    public boolean ranksTiesByName() {
        return ties == Ties.DOCNO_DESC;
    }

    /** Whether equal scores are ranked by the order of the rows, which not all data have. */
    public boolean ranksTiesByOrder() {
        return ties == Ties.STABLE;
    }

    /** What a query counts on which the measure is undefined. */
    public EmptyQuery empty() {
        return empty;
    }

    /** Whether equal scores count as a ranking, or as the mean of those that they leave open; else they count in a way of their own. */
    public boolean ranksTies() {
        return ties != Ties.CORRECTED && ties != Ties.THRESHOLD;
    }

    /** Whether a query on which the measure is undefined is left out of the mean. */
    public boolean skipsEmpty() {
        return empty == EmptyQuery.SKIP;
    }

    /** What precision and average precision at a cut-off are divided by. */
    public Denominator denominator() {
        return get(Key.DENOMINATOR);
    }

    /** Which items the normaliser is made of. */
    public Ideal ideal() {
        return get(Key.IDEAL);
    }

    /** The weight of a pair in pairwise disagreement. */
    public PairWeight pairWeight() {
        return get(Key.WEIGHT);
    }

    /** Whether the label of a query is the preferences observed among its items, and not their grades. */
    public boolean takesPreferences() {
        return pairWeight() == PairWeight.OBSERVED;
    }

    /**
     * The same over preferences that were observed in place of grades: {@code pd} with the weights that they have.
     *
     * @throws IllegalArgumentException if the measure needs grades, which is so for all but {@code pd}, or its text names other
     *     weights
     */
    public MeasureSpec overPreferences() {
        if (!has(Key.WEIGHT)) {
            throw new IllegalArgumentException(
                    "'" + typed + "' needs grades; over observed preferences the measure is 'pd'");
        }
        boolean named = typed.toLowerCase(Locale.ROOT).contains(Key.WEIGHT.name());
        if (pairWeight() == PairWeight.DIFFERENCE || (named && pairWeight() != PairWeight.OBSERVED)) {
            throw new IllegalArgumentException("'" + typed
                    + "' weighs pairs by their grades; observed preferences bring their own weights: 'pd' takes them");
        }
        return with(Key.WEIGHT, PairWeight.OBSERVED);
    }

    /** Whether the largest grade has to be taken from the data before {@link #measure} can be called. */
    public boolean needsMaxGrade() {
        return has(Key.MAX) && Double.isNaN(get(Key.MAX));
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
        return with(Key.MAX, maxGrade);
    }

    private <T> MeasureSpec with(Key<T> key, T value) {
        return new MeasureSpec(kind, cutoff, settings.with(key, value), typed);
    }

    /** Whether it is a count of trec_eval's, which is summed over queries and not averaged. */
    public boolean isCount() {
        return structure() == Structure.COUNT;
    }

    /** False for pairwise disagreement only, which is a loss. */
    public boolean largerIsBetter() {
        return structure() != Structure.PAIR_SHARE;
    }

    /** The full form: every convention that applies, in a fixed order. {@code parse(text())} gives an equal spec. */
    public String text() {
        return text;
    }

    /** The same, as another text would have named it. */
    public MeasureSpec typedAs(String typed) {
        return new MeasureSpec(kind, cutoff, settings, typed);
    }

    /** Whether another one is the same measure at the same cut-off, whatever its conventions. */
    public boolean isNamedAs(MeasureSpec other) {
        return kind.equals(other.kind) && cutoff == other.cutoff;
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
        return measure;
    }

    /** How many positions of a list of n count. */
    public int depth(int n) {
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
}
