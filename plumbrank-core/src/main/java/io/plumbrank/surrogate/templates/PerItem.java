package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.Scratch;
import io.plumbrank.surrogate.Surrogate;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.target.OrderPreservation.Proven;
import io.plumbrank.target.RegretBound;
import io.plumbrank.target.rankings.PairRankingTarget;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A sum over pairs divided by the number r of items, so that a query of many items does not outweigh all others. Its regret is
 * an r-th of the sum's, so bounds for r items hold with √r times the constant.
 */
record PerItem(Surrogate sum) implements Surrogate {

    @Override
    public double gradientInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] gradient) {
        double value = sum.gradientInto(scores, utilities, items, scratch, gradient);
        return value / divide(gradient, items);
    }

    @Override
    public void curvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        sum.curvatureInto(scores, utilities, items, scratch, curvature);
        divide(curvature, items);
    }

    @Override
    public void stepCurvatureInto(double[] scores, double[] utilities, int items, Scratch scratch, double[] curvature) {
        sum.stepCurvatureInto(scores, utilities, items, scratch, curvature);
        divide(curvature, items);
    }

    private static int divide(double[] values, int items) {
        for (int i = 0; i < items; i++) {
            values[i] /= items;
        }
        return Math.max(1, items);
    }

    @Override
    public Optional<double[]> optimalScores(double[] expectedUtilities) {
        return sum.optimalScores(expectedUtilities);
    }

    /** Without a constant, which depends on the number of items. */
    @Override
    public OrderPreservation preservation() {
        return sum.preservation() instanceof Proven proven ? new Proven(proven.theorem()) : sum.preservation();
    }

    @Override
    public Guarantee guarantee(RankingTarget<?> target, int items) {
        if (sum.preservation() instanceof Proven proven) {
            OptionalDouble constant = proven.constant().isPresent()
                    ? OptionalDouble.of(proven.constant().getAsDouble() * Math.sqrt(items))
                    : OptionalDouble.empty();
            return divided(target.guarantee(new Proven(proven.theorem(), constant), items));
        }
        return target.guarantee(sum.preservation(), items);
    }

    /** The same with a bound that says what it is for. */
    static Guarantee divided(Guarantee guarantee) {
        RegretBound bound = guarantee.bound();
        return bound == null
                ? guarantee
                : guarantee.with(bound.where(PairRankingTarget.DIVIDED), guarantee.notPromised());
    }

    @Override
    public String text() {
        return sum.text();
    }
}
