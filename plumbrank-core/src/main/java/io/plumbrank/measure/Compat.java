package io.plumbrank.measure;

import io.plumbrank.util.DidYouMean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Tools whose numbers we can reproduce. What each does was read from its source; where a tool has no such measure, ours
 * follows the tool's general habits.
 */
public enum Compat {
    /** trec_eval 10: linear gain, ties by document number, descending. */
    TREC_EVAL("trec_eval") {
        @Override
        public Conventions conventions() {
            return Conventions.plumbrank()
                    .with(all -> all.withGain(Gain.LINEAR).withTies(Ties.DOCNO_DESC))
                    .with(MeasureName.ERR, err -> err.withGain(Gain.EXPONENTIAL));
        }
    },
    /**
     * XGBoost 2 and later. Without a cut-off {@code ndcg}, {@code map} and {@code pre} look at the first 32, the default of
     * {@code lambdarank_num_pair_per_sample}. Its {@code auc} of a query counts pairs of equal labels too; ours does not.
     */
    XGBOOST("xgboost") {
        @Override
        public Conventions conventions() {
            return booster()
                    .withCutoff(32, MeasureName.NDCG, MeasureName.MAP, MeasureName.P)
                    .withTrailingMinus();
        }
    },
    /** LightGBM: relevant is a label above 0.5. */
    LIGHTGBM("lightgbm") {
        @Override
        public Conventions conventions() {
            return booster().with(all -> all.withRelevance(Relevance.above(0.5)));
        }
    },
    /**
     * RankLib 2: labels cut to integers, average precision without a cut-off whatever the text says, ERR on a scale of 0 to
     * 4, and a cut-off of 10 where the text has none. Its {@code RR} without a cut-off is always 0, a bug; ours looks at the
     * whole list.
     */
    RANKLIB("ranklib") {
        @Override
        public Conventions conventions() {
            return Conventions.plumbrank()
                    .with(all -> all.withGain(Gain.EXPONENTIAL_INT)
                            .withTies(Ties.STABLE)
                            .withDenominator(Denominator.CAPPED)
                            .withRelevance(Relevance.above(0))
                            .withIdeal(Ideal.RETRIEVED)
                            .withMaxGrade(4))
                    .withCutoff(10, MeasureName.NDCG, MeasureName.DCG, MeasureName.P, MeasureName.ERR)
                    .withAveragePrecisionUncut();
        }
    },
    /**
     * scikit-learn: linear gain, NDCG averaged over ties, average precision with a tied group as one step, AUC of a single
     * class not defined.
     */
    SKLEARN("sklearn") {
        @Override
        public Conventions conventions() {
            return Conventions.plumbrank()
                    .with(all -> all.withGain(Gain.LINEAR))
                    .with(MeasureName.ERR, err -> err.withGain(Gain.EXPONENTIAL))
                    .with(MeasureName.MAP, map -> map.withTies(Ties.THRESHOLD))
                    .with(MeasureName.AUC, auc -> auc.withEmpty(EmptyQuery.SKIP));
        }
    };

    private final String text;

    Compat(String text) {
        this.text = text;
    }

    /** The conventions of the tool. */
    public abstract Conventions conventions();

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
        throw new IllegalArgumentException("unknown tool '" + word + "'" + DidYouMean.hint(wanted, words)
                + " (possible: " + String.join(", ", words) + ")");
    }

    /** What XGBoost and LightGBM share. Both weigh the 1 of an empty query in MAP and forget to in NDCG. */
    private static Conventions booster() {
        return Conventions.plumbrank()
                .with(all -> all.withTies(Ties.STABLE)
                        .withDenominator(Denominator.CAPPED)
                        .withIdeal(Ideal.RETRIEVED))
                .with(MeasureName.NDCG, ndcg -> ndcg.withEmpty(EmptyQuery.ONE_UNWEIGHTED))
                .with(MeasureName.MAP, map -> map.withEmpty(EmptyQuery.ONE))
                .with(MeasureName.AUC, auc -> auc.withTies(Ties.AVERAGE).withEmpty(EmptyQuery.SKIP));
    }
}
