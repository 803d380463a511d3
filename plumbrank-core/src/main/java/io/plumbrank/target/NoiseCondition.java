package io.plumbrank.target;

import java.util.Locale;

/** What a distribution p of the label must obey for a guarantee that does not hold for all; {@code plumbrank-theory} tests them. */
public enum NoiseCondition {
    /** DMJ10, Definition 8. Implies {@link #SCORES} for the default f, and {@link #DAG}. */
    LOW_NOISE(
            "on balance preferences add up along paths: with d_ij = E[y_ij − y_ji], whenever d_ij > 0 and d_jk > 0, also"
                    + " d_ik ≥ d_ij + d_jk%s (low noise)",
            ""),
    /** P_DAG of RAT13, Theorem 7. Contains {@link #SCORES} for every f. */
    DAG("on balance preferences run in no circle: the arcs i → j with E[y_ij] > E[y_ji] form no cycle%s (P_DAG)", ""),
    /** P_f of RAT13, Theorem 6. */
    SCORES("the mean scores agree with every pair: whenever E[y_ij] > E[y_ji], also E[f_i(y)] > E[f_j(y)]%s (P_f)", ""),
    /** P_reinforce of RAT13, Theorem 4. */
    REINFORCE(
            "an item that is ahead of another stays ahead in any company: with%s and u_ij = E[y_i y_j / N], whenever"
                    + " u_ii ≥ u_jj, also u_ii ≥ u_jj + Σ_γ (u_jγ − u_iγ)₊ over the third items γ (P_reinforce)",
            " N the number of relevant items"),
    /** Of rankings of labels with gaps: what is known is independent of the ranking, which has no ties, and no pair is always lost. */
    RANDOM(
            "which positions are known does not depend on the ranking, and each pair of labels is known with a"
                    + " probability above 0, and rankings have no ties (missing at random)",
            "");

    private final String words;
    private final String meaning;

    NoiseCondition(String words, String meaning) {
        this.words = words;
        this.meaning = meaning;
    }

    /** The word on the command line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it says of plain labels, in words that complete "if …". */
    public String words() {
        return words(meaning);
    }

    /** The same with the meaning of N, or of y_ij and f, which begins with a blank or a comma. */
    public String words(String meaning) {
        return words.replace("%s", meaning);
    }

    @Override
    public String toString() {
        return text();
    }
}
