package io.plumbrank.theory;

import io.plumbrank.target.Guarantee;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A question for {@link CalibrationCheck}: is this surrogate with this decoder calibrated for this loss, on instances of one
 * shape? {@link CalibrationProblems} makes them. Thread-safe.
 *
 * @param target the loss, in words
 * @param labels what distributions are searched over
 * @param losses of all predictions
 * @param method the surrogate and the decoder
 * @param conditions the noise conditions that can restrict the search
 * @param source draws distributions that obey a condition by construction
 * @param guarantee what is promised; null where nothing is, because the loss has no encoder
 */
public record CalibrationProblem<Y, T>(
        String target,
        LabelSpace<Y> labels,
        LossTable<Y, T> losses,
        Method<Y, T> method,
        ConditionTest<Y> conditions,
        ConditionedSource<Y> source,
        @Nullable Guarantee guarantee) {

    /** Regrets up to this part of the largest loss are taken for ties that rounding hides. */
    private static final double THRESHOLD = 1e-7;

    /** Whether perfect fitting leads to optimal predictions only; empty where the minimiser could not be certified. */
    public Optional<Finding<Y, T>> examine(LabelDistribution<Y> p) {
        Limit<T> limit = method.limit(p);
        return limit.certified() ? Optional.of(examine(p, limit)) : Optional.empty();
    }

    /** The same for a given u, perfect or not. */
    Finding<Y, T> examine(LabelDistribution<Y> p, Limit<T> limit) {
        BayesRisk<T> risk = losses.bayesRisk(p);
        List<T> predictions = losses.predictions();
        int worst = -1;
        double kindest = Double.POSITIVE_INFINITY;
        for (int t = 0; t < predictions.size(); t++) {
            boolean worse = worst < 0 || risk.risk(t) > risk.risk(worst);
            boolean kinder = risk.regret(t) < kindest;
            if ((worse || kinder) && limit.allows(predictions.get(t))) {
                worst = worse ? t : worst;
                kindest = Math.min(kindest, risk.regret(t));
            }
        }
        if (worst < 0) {
            throw new IllegalStateException("the limit of " + method.surrogate() + " allows no prediction");
        }
        double threshold = THRESHOLD * risk.largestLoss();
        return new Finding<>(
                p,
                predictions.get(worst),
                risk.best(),
                risk.risk(worst),
                risk.least(),
                limit.minimiser(),
                risk.regret(worst) > threshold,
                kindest > threshold);
    }
}
