package io.plumbrank.measure;

import io.plumbrank.measure.settings.Key;
import io.plumbrank.measure.settings.Key.Denominator;
import io.plumbrank.measure.settings.Key.Gain;
import io.plumbrank.measure.settings.Key.Ideal;
import io.plumbrank.measure.settings.Key.Relevance;
import io.plumbrank.measure.settings.MeasureSettings;
import io.plumbrank.measure.settings.Ties;
import io.plumbrank.util.internal.DidYouMean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Tools whose numbers we can reproduce. What each does was read from its source; where a tool has no such measure, ours
 * follows the tool's general habits, which stand here. What a tool does with one measure alone stands with the measure.
 */
public enum Compat {
    /** trec_eval 10: linear gain, ties by document number, descending. */
    TREC_EVAL("trec_eval", MeasureSettings.NONE.with(Key.GAIN, Gain.LINEAR).with(Key.TIES, Ties.DOCNO_DESC)),
    /**
     * XGBoost 2 and later. Without a cut-off {@code ndcg}, {@code map} and {@code pre} look at the first 32, the default of
     * {@code lambdarank_num_pair_per_sample}. Its {@code auc} of a query counts pairs of equal labels too; ours does not.
     */
    XGBOOST("xgboost", booster()),
    /** LightGBM: relevant is a label above 0.5. */
    LIGHTGBM("lightgbm", booster().with(Key.REL, Relevance.above(0.5))),
    /**
     * RankLib 2: labels cut to integers, average precision without a cut-off whatever the text says, ERR on a scale of 0 to
     * 4, and a cut-off of 10 where the text has none. Its {@code RR} without a cut-off is always 0, a bug; ours looks at the
     * whole list.
     */
    RANKLIB(
            "ranklib",
            booster()
                    .with(Key.GAIN, Gain.EXPONENTIAL_INT)
                    .with(Key.REL, Relevance.above(0))
                    .with(Key.MAX, 4.0)),
    /**
     * scikit-learn: linear gain, in DCG below 0 too, NDCG averaged over ties, average precision with a tied group as one step, AUC of a single
     * class not defined.
     */
    SKLEARN("sklearn", MeasureSettings.NONE.with(Key.GAIN, Gain.LINEAR));

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // immutable
    private final MeasureSettings habits;

    Compat(String text, MeasureSettings habits) {
        this.text = text;
        this.habits = habits;
    }

    /** The conventions of the tool. */
    public Conventions conventions() {
        return new Conventions(this, null);
    }

    /** The word on the command line. */
    public String text() {
        return text;
    }

    /**
     * The tool of a word, whatever the case of its letters.
     *
     * @throws IllegalArgumentException if there is none, with a suggestion
     */
    public static Compat parse(String word) {
        String wanted = word.trim().toLowerCase(Locale.ROOT).replace('-', '_');
        for (Compat tool : values()) {
            if (tool.text.equals(wanted)) {
                return tool;
            }
        }
        if (wanted.equals("scikit_learn")) {
            return SKLEARN;
        }
        List<String> words = Arrays.stream(values()).map(Compat::text).toList();
        throw new IllegalArgumentException(
                "unknown tool '" + word + "'" + DidYouMean.hint(wanted, words) + Key.possible(words));
    }

    /** What it does with all measures that have the key and allow the value. */
    MeasureSettings habits() {
        return habits;
    }

    /** What XGBoost, LightGBM and RankLib share. */
    private static MeasureSettings booster() {
        return MeasureSettings.NONE
                .with(Key.TIES, Ties.STABLE)
                .with(Key.DENOMINATOR, Denominator.CAPPED)
                .with(Key.IDEAL, Ideal.RETRIEVED);
    }
}
