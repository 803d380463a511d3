package io.plumbrank.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * What measure text means where it does not say so: the conventions of every measure. Immutable.
 *
 * <pre>{@code
 * MeasureSpec.parse("map@10", Compat.LIGHTGBM.conventions()).text();
 * // map@10(rel=>0.5,ties=stable,empty=one,denominator=capped,ideal=retrieved)
 * }</pre>
 */
public final class Conventions {
    private static final Conventions PLUMBRANK = ours();

    private final Map<MeasureName, Settings> settings;
    private final Map<MeasureName, Integer> cutoffs;
    private final boolean averagePrecisionUncut;
    private final boolean trailingMinus;

    private Conventions(
            Map<MeasureName, Settings> settings,
            Map<MeasureName, Integer> cutoffs,
            boolean averagePrecisionUncut,
            boolean trailingMinus) {
        this.settings = settings;
        this.cutoffs = cutoffs;
        this.averagePrecisionUncut = averagePrecisionUncut;
        this.trailingMinus = trailingMinus;
    }

    /**
     * Ours: gain 2^y − 1, ties averaged exactly (Kendall and Spearman corrected), empty queries 0, relevant from grade 1,
     * the ideal from all judged items, the denominators of trec_eval.
     */
    public static Conventions plumbrank() {
        return PLUMBRANK;
    }

    /**
     * The same with relevant meaning {@code grade >= level}, as trec_eval's {@code -l}. NDCG, DCG, ERR, ERU, pairwise
     * disagreement, Kendall and Spearman know no level.
     */
    public Conventions withRelevanceLevel(double level) {
        Relevance relevance = Relevance.atLeast(level);
        return with(all -> all.withRelevance(relevance));
    }

    /** What a measure means in this bundle when its text is silent. */
    Settings settings(MeasureName name, boolean cut) {
        Settings found = settings.getOrDefault(name, Settings.DEFAULTS);
        // A tied group has no inside at which a threshold sweep could be cut.
        return cut && found.ties() == Ties.THRESHOLD ? found.withTies(Ties.AVERAGE) : found;
    }

    /** The cut-off of a measure whose text has none; 0 for the whole list. */
    int cutoff(MeasureName name) {
        return cutoffs.getOrDefault(name, 0);
    }

    /** Whether a cut-off in the text is ignored. */
    boolean ignoresCutoff(MeasureName name) {
        return averagePrecisionUncut && name == MeasureName.MAP;
    }

    /** Whether a trailing {@code -} means {@link EmptyQuery#ZERO}. */
    boolean readsTrailingMinus() {
        return trailingMinus;
    }

    /** Changes every measure; the correlations keep their own ties, which no tool resolves by rank. */
    Conventions with(UnaryOperator<Settings> change) {
        Map<MeasureName, Settings> changed = new EnumMap<>(MeasureName.class);
        for (MeasureName name : MeasureName.values()) {
            Settings before = settings.getOrDefault(name, Settings.DEFAULTS);
            Settings after = change.apply(before);
            changed.put(name, before.ties() == Ties.CORRECTED ? after.withTies(Ties.CORRECTED) : after);
        }
        return new Conventions(changed, cutoffs, averagePrecisionUncut, trailingMinus);
    }

    /** Changes one measure. */
    Conventions with(MeasureName name, UnaryOperator<Settings> change) {
        Map<MeasureName, Settings> changed = new EnumMap<>(settings);
        changed.put(name, change.apply(settings.getOrDefault(name, Settings.DEFAULTS)));
        return new Conventions(changed, cutoffs, averagePrecisionUncut, trailingMinus);
    }

    /** The cut-off of a measure whose text has none. */
    Conventions withCutoff(int cutoff, MeasureName... names) {
        Map<MeasureName, Integer> changed = new EnumMap<>(MeasureName.class);
        changed.putAll(cutoffs);
        for (MeasureName name : names) {
            changed.put(name, cutoff);
        }
        return new Conventions(settings, changed, averagePrecisionUncut, trailingMinus);
    }

    /** Average precision always looks at the whole list. */
    Conventions withAveragePrecisionUncut() {
        return new Conventions(settings, cutoffs, true, trailingMinus);
    }

    /** {@code ndcg@10-} is read. */
    Conventions withTrailingMinus() {
        return new Conventions(settings, cutoffs, averagePrecisionUncut, true);
    }

    private static Conventions ours() {
        Map<MeasureName, Settings> settings = new EnumMap<>(MeasureName.class);
        settings.put(MeasureName.KENDALL, Settings.DEFAULTS.withTies(Ties.CORRECTED));
        settings.put(MeasureName.SPEARMAN, Settings.DEFAULTS.withTies(Ties.CORRECTED));
        return new Conventions(settings, new EnumMap<>(MeasureName.class), false, false);
    }
}
