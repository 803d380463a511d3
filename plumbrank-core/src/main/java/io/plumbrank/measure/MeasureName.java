package io.plumbrank.measure;

import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The measures, each with the words that people type for it. */
public enum MeasureName {
    /** Discounted cumulative gain. */
    DCG("dcg", Cutoff.OPTIONAL, EnumSet.of(Key.GAIN, Key.TIES), "discounted_cumulative_gain"),
    /** DCG over the DCG of the perfect ranking. */
    NDCG(
            "ndcg",
            Cutoff.OPTIONAL,
            EnumSet.of(Key.GAIN, Key.TIES, Key.EMPTY, Key.IDEAL),
            "normalized_discounted_cumulative_gain"),
    /** Precision at a cut-off. */
    P("p", Cutoff.NEEDED, EnumSet.of(Key.REL, Key.TIES, Key.DENOMINATOR), "prec", "precision", "pre"),
    /** Recall at a cut-off. */
    RECALL("recall", Cutoff.NEEDED, EnumSet.of(Key.REL, Key.TIES, Key.EMPTY, Key.IDEAL), "rec", "r"),
    /** Winner takes all: precision at 1. */
    WTA("wta", Cutoff.NONE, EnumSet.of(Key.REL, Key.TIES), "winner", "winner_take_all", "winner_takes_all"),
    /** Whether a relevant item is among the first k. */
    SUCCESS(
            "success",
            Cutoff.NEEDED,
            EnumSet.of(Key.REL, Key.TIES, Key.EMPTY),
            "hit",
            "hits",
            "hit_rate",
            "hitrate",
            "hit_ratio"),
    /** Average precision, whose mean over queries is MAP. */
    MAP(
            "map",
            Cutoff.OPTIONAL,
            EnumSet.of(Key.REL, Key.TIES, Key.EMPTY, Key.DENOMINATOR, Key.IDEAL),
            "ap",
            "average_precision",
            "mean_average_precision"),
    /** Reciprocal rank of the first relevant item. */
    RR(
            "rr",
            Cutoff.OPTIONAL,
            EnumSet.of(Key.REL, Key.TIES, Key.EMPTY),
            "mrr",
            "recip_rank",
            "reciprocal_rank",
            "mean_reciprocal_rank"),
    /** Expected reciprocal rank of the cascade user. */
    ERR("err", Cutoff.OPTIONAL, EnumSet.of(Key.MAX, Key.GAIN, Key.TIES, Key.EMPTY), "expected_reciprocal_rank"),
    /** Area under the ROC curve. */
    AUC("auc", Cutoff.NONE, EnumSet.of(Key.REL, Key.TIES, Key.EMPTY), "roc_auc", "rocauc", "auroc"),
    /** Spearman's rank correlation with the grades. */
    SPEARMAN("spearman", Cutoff.NONE, EnumSet.of(Key.TIES, Key.EMPTY), "spearmanr", "spearman_rho", "rho"),
    /** Kendall's rank correlation with the grades. */
    KENDALL(
            "kendall",
            Cutoff.NONE,
            EnumSet.of(Key.TIES, Key.EMPTY),
            "tau",
            "tau_b",
            "kendall_tau",
            "kendalltau",
            "kendall_tau_b"),
    /** Expected rank utility, the half-life utility of collaborative filtering. */
    ERU("eru", Cutoff.NONE, EnumSet.of(Key.V, Key.W, Key.TIES), "expected_rank_utility"),
    /** Pairwise disagreement, a loss: smaller is better. */
    PD("pd", Cutoff.NONE, EnumSet.of(Key.WEIGHT, Key.TIES, Key.EMPTY), "pairwise_disagreement"),
    /** Precision at the number of relevant items. */
    RPREC(
            "rprec",
            Cutoff.NONE,
            EnumSet.of(Key.REL, Key.TIES, Key.EMPTY, Key.IDEAL),
            "r_prec",
            "r_precision",
            "rprecision"),
    /** Binary preference, which looks at judged items only. */
    BPREF("bpref", Cutoff.NONE, EnumSet.of(Key.REL, Key.TIES, Key.EMPTY), "binary_preference"),
    /** Number of queries. */
    NUM_Q("num_q", Cutoff.NONE, EnumSet.noneOf(Key.class)),
    /** Number of retrieved items. */
    NUM_RET("num_ret", Cutoff.NONE, EnumSet.noneOf(Key.class)),
    /** Number of relevant items. */
    NUM_REL("num_rel", Cutoff.NONE, EnumSet.of(Key.REL)),
    /** Number of relevant items that were retrieved. */
    NUM_REL_RET("num_rel_ret", Cutoff.NONE, EnumSet.of(Key.REL));

    /** Whether {@code @k} may or must follow the name. */
    enum Cutoff {
        NONE,
        OPTIONAL,
        NEEDED
    }

    private static final Map<String, MeasureName> BY_WORD = new HashMap<>();

    static {
        for (MeasureName name : values()) {
            BY_WORD.put(name.text, name);
            name.aliases.forEach(alias -> BY_WORD.put(alias, name));
        }
    }

    private final String text;
    private final Cutoff cutoff;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Set<Key> keys;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final List<String> aliases;

    MeasureName(String text, Cutoff cutoff, EnumSet<Key> keys, String... aliases) {
        this.text = text;
        this.cutoff = cutoff;
        this.keys = Collections.unmodifiableSet(keys);
        this.aliases = List.of(aliases);
    }

    /** The word that measure text prints. */
    public String text() {
        return text;
    }

    /** Other words for it, in lower case; {@code -} and a space may stand for {@code _}. */
    public List<String> aliases() {
        return aliases;
    }

    Cutoff cutoff() {
        return cutoff;
    }

    /** The keys that can apply; the denominator of average precision does only with a cut-off. */
    Set<Key> keys() {
        return keys;
    }

    boolean isCount() {
        return this == NUM_Q || this == NUM_RET || this == NUM_REL || this == NUM_REL_RET;
    }

    /** The measure of a word in lower case, or null. */
    static @Nullable MeasureName ofWord(String word) {
        return BY_WORD.get(word.replace('-', '_').replace(' ', '_'));
    }

    /** Every word that {@link #ofWord} knows. */
    static Set<String> words() {
        return Collections.unmodifiableSet(BY_WORD.keySet());
    }
}
