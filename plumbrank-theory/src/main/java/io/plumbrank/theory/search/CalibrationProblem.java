package io.plumbrank.theory.search;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.conditions.Breach;
import io.plumbrank.theory.conditions.ConditionTest;
import io.plumbrank.theory.conditions.ConditionedSource;
import io.plumbrank.theory.distributions.BayesRisk;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.distributions.LabelSpace;
import io.plumbrank.theory.distributions.LossTable;
import io.plumbrank.theory.surrogates.Limit;
import io.plumbrank.theory.surrogates.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question for {@link CalibrationCheck}: is this surrogate with this decoder calibrated for this loss, on instances of one
 * shape? {@link CalibrationProblems} makes them. Thread-safe.
 *
 * @param target the loss, in words
 * @param labels what distributions are searched over
 * @param losses of all predictions
 * @param test tells of the noise conditions that can restrict the search
 * @param source draws distributions that obey a condition by construction
 * @param guarantee what is promised; null where nothing is, because the loss has no encoder
 */
public record CalibrationProblem<Y, T>(
        String target,
        LabelSpace<Y> labels,
        LossTable<Y, T> losses,
        Method<Y, T> method,
        ConditionTest<Y> test,
        ConditionedSource<Y> source,
        @Nullable Guarantee guarantee) {
    /** Regrets up to this part of the largest loss are taken for ties that rounding hides. */
    private static final double THRESHOLD = 1e-7;

    public String surrogate() {
        return method.surrogate();
    }

    public String decoder() {
        return method.decoder();
    }

    /** The noise conditions that can restrict the search. */
    public Set<NoiseCondition> conditions() {
        return test.known();
    }

    /** What a condition says of the labels as the target encodes them, in words that complete "if …". */
    public String words(NoiseCondition condition) {
        return test.words(condition);
    }

    /** Where p breaks one of the {@link #conditions}; empty where it obeys. */
    public Optional<Breach> breach(NoiseCondition condition, LabelDistribution<Y> p) {
        return test.breach(condition, p);
    }

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
                new Finding.Risks(risk.risk(worst), risk.least()),
                limit.minimiser(),
                risk.regret(worst) > threshold,
                kindest > threshold);
    }
}
