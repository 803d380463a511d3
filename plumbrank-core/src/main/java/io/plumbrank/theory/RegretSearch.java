package io.plumbrank.theory;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.RegretBound;
import io.plumbrank.theory.CheckReport.CurvePoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Searches for distributions and imperfect fits u at which the target regret is large beside the surrogate regret: how tight a
 * regret bound is, and what the calibration function looks like. Half of the distributions lie near the worst so far. The same
 * seed gives the same numbers.
 *
 * @param probes how many pairs of p and u to look at
 * @param seed of all that is random
 * @param condition which the distributions must obey; null for none
 */
public record RegretSearch(int probes, long seed, @Nullable NoiseCondition condition) {
    /** As many probes show a calibration function well enough. */
    static final int ENOUGH = 4000;

    /** Regrets below this part of the largest loss drown in rounding. */
    private static final double SMALL = 1e-4;

    private static final double ROUNDING = 1e-13;
    private static final double[] GRID = {0.1, 0.25, 0.5, 1};

    /**
     * One pair of regrets.
     *
     * @param target regret of the worst that u is decoded to
     * @param surrogate regret of u
     * @param ratio target regret over the bound, NaN without one
     */
    public record Sample(double target, double surrogate, double ratio) {}

    /** The largest ratio of target regret and bound; NaN where there is no bound or no risk at hand. */
    public <Y, T> double largestRatio(CalibrationProblem<Y, T> problem) {
        return samples(problem).stream().mapToDouble(Sample::ratio).max().orElse(Double.NaN);
    }

    /** δ(ε) at a few ε up to the largest regret that was seen; empty where the surrogate's risk is not at hand. */
    <Y, T> List<CurvePoint> curve(CalibrationProblem<Y, T> problem) {
        List<Sample> samples = samples(problem);
        double largest = samples.stream().mapToDouble(Sample::target).max().orElse(0);
        List<CurvePoint> curve = new ArrayList<>();
        for (double part : GRID) {
            double epsilon = part * largest;
            samples.stream()
                    .filter(sample -> sample.target() >= epsilon * (1 - 1e-12))
                    .mapToDouble(Sample::surrogate)
                    .min()
                    .ifPresent(least -> curve.add(new CurvePoint(epsilon, least, proven(problem, epsilon))));
        }
        return curve;
    }

    private static double proven(CalibrationProblem<?, ?> problem, double epsilon) {
        RegretBound bound = bound(problem);
        return bound == null ? Double.NaN : Math.pow(Math.max(0, epsilon - bound.slack()) / bound.constant(), 2);
    }

    private static @Nullable RegretBound bound(CalibrationProblem<?, ?> problem) {
        Guarantee guarantee = problem.guarantee();
        return guarantee == null ? null : guarantee.bound();
    }

    private <Y, T> List<Sample> samples(CalibrationProblem<Y, T> problem) {
        List<Sample> samples = new ArrayList<>();
        Optional<SurrogateRisk<Y, T>> risk = problem.method().risk();
        if (risk.isEmpty()) {
            return samples;
        }
        Random random = new Random(seed);
        DistributionSampler<Y> sampler = new DistributionSampler<>(problem, condition, random);
        LabelDistribution<Y> worst = null;
        double worstRatio = 0;
        for (int k = 0; k < probes; k++) {
            Optional<LabelDistribution<Y>> p = worst != null && random.nextBoolean()
                    ? sampler.near(worst)
                    : random.nextBoolean() ? sampler.sparse() : sampler.dirichlet();
            Optional<Sample> sample = p.flatMap(drawn -> sample(problem, risk.get(), drawn, random));
            sample.ifPresent(samples::add);
            double ratio =
                    sample.map(s -> s.target() / Math.sqrt(s.surrogate())).orElse(0.0);
            // by more than rounding, so that the search takes the same way on every machine
            if (ratio > worstRatio * (1 + 1e-9)) {
                worstRatio = ratio;
                worst = p.orElseThrow();
            }
        }
        return samples;
    }

    private static <Y, T> Optional<Sample> sample(
            CalibrationProblem<Y, T> problem, SurrogateRisk<Y, T> risk, LabelDistribution<Y> p, Random random) {
        double[] u = risk.probe(p, random);
        Finding<Y, T> finding = problem.examine(p, risk.decoded(u));
        double largest = problem.losses().bayesRisk(p).largestLoss();
        if (finding.regret() <= SMALL * largest) {
            return Optional.empty();
        }
        // the surrogate's regret is a difference of numbers of about this size
        double surrogate = risk.regret(p, u) + ROUNDING * (1 + largest * largest);
        RegretBound bound = bound(problem);
        double ratio = bound == null
                ? Double.NaN
                : (finding.regret() - bound.slack())
                        / (bound.constant() * risk.constantShare(p) * Math.sqrt(surrogate));
        return Optional.of(new Sample(finding.regret(), surrogate, ratio));
    }
}
