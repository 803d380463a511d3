package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.EmptyQuery;
import io.plumbrank.measure.settings.Key.Relevance;
import io.plumbrank.measure.settings.Key.Summed;
import io.plumbrank.measure.settings.MeasureSettings;
import org.jspecify.annotations.Nullable;

/**
 * What measure text means where it does not say so: the conventions of every measure. Immutable.
 *
 * <pre>{@code
 * MeasureSpec.parse("map@10", Compat.LIGHTGBM.conventions()).text();
 * // map@10(rel=>0.5,ties=stable,empty=one,denominator=capped,ideal=retrieved)
 * }</pre>
 */
public final class Conventions {
    private static final Conventions PLUMBRANK = new Conventions(null, null);

    private final @Nullable Compat tool;
    private final @Nullable Relevance level;
    private final boolean complete;

    /**
     * @param tool whose habits count; null for ours
     * @param level what is relevant in all measures; null leaves it to the tool
     */
    Conventions(@Nullable Compat tool, @Nullable Relevance level) {
        this(tool, level, false);
    }

    private Conventions(@Nullable Compat tool, @Nullable Relevance level, boolean complete) {
        this.tool = tool;
        this.level = level;
        this.complete = complete;
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
        return new Conventions(tool, Relevance.atLeast(level), complete);
    }

    /** The same where queries that a run lacks count too: trec_eval -c then sums num_rel over all positive grades, whatever -l. */
    public Conventions withAllQueries() {
        return new Conventions(tool, level, true);
    }

    /** What a measure means when its text is silent; keys that the text must give are left out. */
    MeasureSettings settings(MeasureKind kind, boolean cut) {
        MeasureSettings settings = MeasureSettings.NONE;
        for (Key<?> key : kind.keys(cut)) {
            settings = settle(kind, key, settings);
        }
        if (complete && tool == Compat.TREC_EVAL && settings.find(Key.SUM) != null) {
            settings = settings.with(Key.SUM, Summed.POSITIVE);
        }
        return level != null && settings.find(Key.REL) != null ? settings.with(Key.REL, level) : settings;
    }

    /** The tool's habit with the measure, else its habit with all, else ours: the first that the measure allows. */
    private <T> MeasureSettings settle(MeasureKind kind, Key<T> key, MeasureSettings settings) {
        T value = key.standard();
        if (tool != null) {
            T general = tool.habits().find(key);
            T own = kind.habits(tool).find(key);
            value = general != null && key.allows(general) ? general : value;
            value = own != null && key.allows(own) ? own : value;
        }
        return value == null ? settings : settings.with(key, value);
    }

    /**
     * The cut-off of a measure.
     *
     * @param typed what the text says, 0 where it says none
     * @return 0 for the whole list
     */
    int cutoff(MeasureKind kind, int typed) {
        Integer habit = tool == null ? null : kind.habits(tool).find(MeasureKind.CUTOFF);
        return habit == null ? typed : habit == 0 || typed == 0 ? habit : typed;
    }

    /** Whether a trailing {@code -} means {@link EmptyQuery#ZERO}. */
    boolean readsTrailingMinus() {
        return tool == Compat.XGBOOST;
    }
}
