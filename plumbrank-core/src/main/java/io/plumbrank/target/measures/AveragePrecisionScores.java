package io.plumbrank.target.measures;

import io.plumbrank.data.PairIndex;
import io.plumbrank.data.Ranking;
import io.plumbrank.decode.algorithms.MapDecoder;
import io.plumbrank.measure.Measure;
import io.plumbrank.measure.MeasureSpec;
import io.plumbrank.measure.settings.Key.Denominator;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.Promises;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import io.plumbrank.target.rankings.RankingTarget.CalibratedChoice;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * Average precision by scores (RAT13, Corollary 5): α_i = y_i / ‖y‖₁, calibrated over P_reinforce. O(r).
 *
 * <p><b>With a cut-off k</b>, AP@k = (1/N) Σ_{i ≥ j} y_i y_j w(max(σ(i), σ(j))) with w(m) = 1/m for m ≤ k and else 0, where N is
 * the number of relevant items or, capped, its minimum with k; then α_i = y_i / N and u_ij = E[y_i y_j / N]. The corollary
 * holds for any non-increasing w: let i and j stand at places a and a + 1, below the items of S. Putting i above j instead of
 * below adds (w(a) − w(a+1)) (u_ii − u_jj + Σ_{γ ∈ S} (u_iγ − u_jγ)) to the expectation, which P_reinforce makes at least 0
 * whenever u_ii ≥ u_jj. Swapping neighbours until the items are sorted by u_ii therefore never loses.
 *
 * <p><b>No bound on the regret</b> holds for all of P_reinforce, which is not closed: with ½ + ε on the label {1, 3}, ¼ on {2}
 * and the rest on none, u_11 exceeds u_22 by ε/2 alone, while item 2 above items 1 and 3 costs more than 1/24 whatever ε is.
 *
 * @param grades of a label
 */
record AveragePrecisionScores<Y>(Measure measure, Function<Y, double[]> grades) implements RankingTarget<Y> {

    private MeasureSpec spec() {
        return measure.spec();
    }

    @Override
    public double loss(Y label, Ranking ranking) {
        double[] given = grades.apply(label);
        double[] alpha = new double[given.length];
        encodeInto(label, alpha);
        return Shortfall.of(measure, given, ranking, Ranking.byScores(alpha));
    }

    @Override
    public int items(Y label) {
        return grades.apply(label).length;
    }

    /** r(r+1)/2 − 2: the β_σ have r(r+1)/2 entries, and those with i = j have a constant sum, as have the others. */
    @Override
    public long dimension(int items) {
        return items < 2 ? 0 : PairIndex.TRIANGLE.count(items) - 2;
    }

    private int depth(int items) {
        return Math.min(spec().cutoff().orElse(items), items);
    }

    @Override
    public void encodeInto(Y label, double[] alpha) {
        double[] given = grades.apply(label);
        int relevant = 0;
        for (double grade : given) {
            relevant += spec().relevance().test(grade) ? 1 : 0;
        }
        int normaliser = spec().denominator() == Denominator.CAPPED ? depth(relevant) : relevant;
        for (int i = 0; i < given.length; i++) {
            alpha[i] = spec().relevance().test(given[i]) ? 1.0 / normaliser : 0;
        }
    }

    @Override
    public Optional<NoiseCondition> condition() {
        return Optional.of(NoiseCondition.REINFORCE);
    }

    @Override
    public Optional<String> conditionWords() {
        int k = spec().cutoff().orElse(0);
        return Optional.of(
                k > 0 && spec().denominator() == Denominator.CAPPED
                        ? NoiseCondition.REINFORCE.words(" N the number of relevant items, but at most " + k + ",")
                        : NoiseCondition.REINFORCE.words());
    }

    @Override
    public String theorem() {
        return "RAT13, Corollary 5";
    }

    @Override
    public OptionalDouble regretFactor(int items) {
        return OptionalDouble.empty();
    }

    @Override
    public Optional<UtilityRange> utilityRange(int mostItems) {
        return Optional.of(new UtilityRange(0, 1));
    }

    @Override
    public String singleItemCaveat() {
        return Caveats.wholeLabel(spec().typed());
    }

    @Override
    public List<String> notPromised() {
        return List.of(
                "the best where the condition fails: "
                        + (byPairs().isPresent()
                                ? "no order-preserving surrogate (CUG13, Theorem 3.3) and no convex one of r scores (RAT13,"
                                        + " section 6) is calibrated with average precision for every distribution; "
                                        + CalibratedChoice.of(this).get(0).words() + " (RAT13, Theorem 3)."
                                : "plumbrank check finds distributions where sorting by expected utilities is not the best."),
                "a rate: no bound on the regret holds for all distributions that obey the condition.",
                singleItemCaveat(),
                Promises.FUNCTION_CLASS);
    }

    @Override
    public Optional<PairRankingTarget<Y>> byPairs() {
        return spec().cutoff().isPresent()
                ? Optional.empty()
                : Optional.of(new AveragePrecisionPairs<>(this, MapDecoder.EXACT));
    }

    @Override
    public <Q> RankingTarget<Q> labelledBy(Function<Q, Y> label) {
        return new AveragePrecisionScores<>(measure, grades.compose(label));
    }

    @Override
    public String toString() {
        return spec().text();
    }
}
