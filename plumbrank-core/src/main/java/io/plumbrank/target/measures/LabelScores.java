package io.plumbrank.target.measures;

/**
 * f of RAT13, Theorem 6: turns a label into one score per item. Any f will do; which distributions it serves depends on it.
 *
 * <pre>{@code
 * LabelScores<PreferenceGraph> wins = (graph, f) -> {
 *     Arrays.fill(f, 0, graph.items(), 0);
 *     graph.forEach((above, below, weight) -> f[above]++);
 * };
 * RankingTarget<PreferenceGraph> target =
 *         DisagreementScores.ofGraphs(PairScale.SUM).scoredBy("number of wins", wins);
 * }</pre>
 */
@FunctionalInterface
public interface LabelScores<Y> {
    /** Writes f_i(y) into the first r places and leaves the others as they are; f must not be infinite or NaN. */
    void scoresInto(Y label, double[] f);
}
