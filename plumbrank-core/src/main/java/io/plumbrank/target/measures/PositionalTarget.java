package io.plumbrank.target.measures;

import io.plumbrank.data.Ranking;
import io.plumbrank.measure.PositionalMeasure;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.LowRankLoss;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.Promises;
import io.plumbrank.target.UtilityRange;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A positional measure b(y) + Σ_k φ(k) u_{item at k}(y) as a target: DCG, NDCG, precision, WTA, recall, ERU, AUC, Spearman.
 *
 * <p>With α_y = u(y) and β_σi = −φ(σ(i)) it is a low-rank loss, so least squares on u(y) and sorting are calibrated for every
 * distribution (RAT13, Theorem 3), and so is every order-preserving surrogate (CUG13, Theorem 3.2). The loss has affine
 * dimension r − 1, one less than α has entries: all β_σ have the same sum. Encoding and sorting cost O(r log r).
 *
 * <p>The normaliser of NDCG@k is the ideal DCG cut at the same k, and must be: the utilities of the measure carry exactly the
 * factor that its value does.
 *
 * @param measure with all conventions; its threshold and gain make the utilities
 * @param grades of a label
 * @param <Y> a label, or what carries one
 */
record PositionalTarget<Y>(PositionalMeasure measure, Function<Y, double[]> grades)
        implements RankingTarget<Y>, LowRankLoss<Y, Ranking> {

    @Override
    public double loss(Y label, Ranking ranking) {
        double[] given = grades.apply(label);
        return Shortfall.of(measure, given, ranking, Ranking.byScores(measure.utilities(given)));
    }

    @Override
    public int items(Y label) {
        return grades.apply(label).length;
    }

    @Override
    public int encodedSize(Y label) {
        return encodedSize(items(label));
    }

    @Override
    public int dimension(Y label) {
        return (int) dimension(items(label));
    }

    @Override
    public long dimension(int items) {
        boolean constant = items == 0 || discount(0, items) == discount(items - 1, items);
        return constant ? 0 : items - 1;
    }

    /** φ: the weight of a 0-based position in a list of r items. */
    public double discount(int position, int items) {
        return measure.discount(position, items);
    }

    @Override
    public void encodeInto(Y label, double[] alpha) {
        double[] utilities = measure.utilities(grades.apply(label));
        System.arraycopy(utilities, 0, alpha, 0, utilities.length);
    }

    @Override
    public Ranking decode(double[] u) {
        return RankingTarget.super.decode(u);
    }

    @Override
    public Optional<NoiseCondition> condition() {
        return Optional.empty();
    }

    @Override
    public String theorem() {
        return "CUG13, Theorem 3.2";
    }

    @Override
    public boolean countsWinsOfTwo() {
        return measure.countsWinsOfTwo();
    }

    /** Where φ falls from each place to the next. */
    @Override
    public boolean needsOrderPreservation(int items) {
        return IntStream.range(1, items).allMatch(k -> discount(k - 1, items) > discount(k, items));
    }

    @Override
    public OptionalDouble regretFactor(int items) {
        double sum = 0;
        for (int i = 0; i < items / 2; i++) {
            double difference = discount(i, items) - discount(items - 1 - i, items);
            sum += difference * difference;
        }
        return OptionalDouble.of(Math.sqrt(sum));
    }

    @Override
    public Optional<UtilityRange> utilityRange(int mostItems) {
        double largest = measure.largestUtility(mostItems);
        return Double.isInfinite(largest) ? Optional.empty() : Optional.of(new UtilityRange(0, largest));
    }

    @Override
    public String singleItemCaveat() {
        String typed = measure.spec().typed();
        return measure.isItemwise() && !measure.spec().skipsEmpty()
                ? Caveats.itemAlone(typed)
                : Caveats.wholeLabel(typed);
    }

    @Override
    public List<String> notPromised() {
        return List.of(singleItemCaveat(), Promises.FUNCTION_CLASS);
    }

    @Override
    public Guarantee guarantee() {
        return guarantee(Promises.THEOREM);
    }

    @Override
    public <Q> RankingTarget<Q> labelledBy(Function<Q, Y> label) {
        return new PositionalTarget<>(measure, grades.compose(label));
    }

    @Override
    public String toString() {
        return measure.spec().text();
    }
}
