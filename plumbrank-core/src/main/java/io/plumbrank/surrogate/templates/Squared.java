package io.plumbrank.surrogate.templates;

import io.plumbrank.surrogate.PointwiseSurrogate;
import io.plumbrank.surrogate.Surrogate.SquareForm;
import io.plumbrank.target.Guarantee;
import io.plumbrank.target.OrderPreservation;
import io.plumbrank.target.rankings.RankingTarget;
import java.util.Optional;

/**
 * λ = (v − s)²: least squares, ψ* of RAT13, Theorem 3, and the squared error of CUG13, Table 2, with c = √2. Its best score is
 * E[v].
 */
record Squared() implements PointwiseSurrogate {

    @Override
    public double loss(double utility, double score) {
        return (utility - score) * (utility - score);
    }

    @Override
    public double slope(double utility, double score) {
        return 2 * (score - utility);
    }

    @Override
    public double curvature(double utility, double score) {
        return 2;
    }

    @Override
    public double optimalScore(double expectedUtility) {
        return expectedUtility;
    }

    @Override
    public Optional<SquareForm> squareForm() {
        return Optional.of(new SquareForm(1, 1, false));
    }

    @Override
    public OrderPreservation.Proven preservation() {
        return new OrderPreservation.Proven("CUG13, Theorem 5.2", Math.sqrt(2));
    }

    /** By the result for least squares; that for all templates adds the bound. */
    @Override
    public Guarantee guarantee(RankingTarget<?> target, int items) {
        Guarantee ofTemplate = target.guarantee(preservation(), items);
        return new Guarantee(
                ofTemplate.calibration(),
                target.guarantee().theorem()
                        + (ofTemplate.bound() == null
                                ? ""
                                : "; " + preservation().theorem()),
                ofTemplate.condition(),
                ofTemplate.bound(),
                ofTemplate.over(),
                ofTemplate.notPromised());
    }

    @Override
    public String text() {
        return "squared";
    }
}
