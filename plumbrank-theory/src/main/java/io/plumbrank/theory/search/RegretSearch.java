package io.plumbrank.theory.search;

import io.plumbrank.target.Guarantee;
import io.plumbrank.target.NoiseCondition;
import io.plumbrank.target.RegretBound;
import io.plumbrank.theory.distributions.LabelDistribution;
import io.plumbrank.theory.search.CheckReport.CurvePoint;
import io.plumbrank.theory.surrogates.SurrogateRisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Searches for distributions and imperfect fits u at which the target regret is large beside the surrogate regret: how tight a
 * regret bound is, and what the calibration function looks like. Half of the distributions lie near the worst so far. The same
 * seed gives the same numbers, whatever the threads.
 *
 * @param probes how many pairs of p and u to look at
 * @param seed of all that is random
 * @param condition which the distributions must obey; null for none
 * @param threads that search
 */
record RegretSearch(int probes, long seed, @Nullable NoiseCondition condition, int threads) {
    /** As many probes show a calibration function well enough. */
    static final int ENOUGH = 4000;

    /** Regrets below this part of the largest loss drown in rounding. */
    private static final double SMALL = 1e-4;

    private static final double ROUNDING = 1e-13;
    private static final int BATCH = 10;
    private static final double[] GRID = {0.1, 0.25, 0.5, 1};

    /**
     * One pair of regrets.
     *
     * @param target regret of the worst that u is decoded to
     * @param surrogate regret of u
     * @param ratio target regret over the bound, NaN without one
     * @param excess the same with the bound that is stated for all distributions
     * @param finding what u is decoded to
     */
    record Sample<Y, T>(double target, double surrogate, double ratio, double excess, Finding<Y, T> finding) {}

    /** A bound that is exceeded by less than this part is exceeded by rounding. */
    private static final double TOLERANCE = 1e-6;

    /** The largest ratio of target regret and bound; NaN where there is no bound or no risk at hand. */
    <Y, T> double largestRatio(CalibrationProblem<Y, T> problem) {
        return samples(problem).stream().mapToDouble(Sample::ratio).max().orElse(Double.NaN);
    }

    /** The worst breach of the stated bound, where it is more than rounding. */
    static <Y, T> Optional<BoundBreach<Y, T>> breach(CalibrationProblem<Y, T> problem, List<Sample<Y, T>> samples) {
        RegretBound bound = bound(problem);
        Optional<BoundBreach<Y, T>> worst = Optional.empty();
        double largest = 1 + TOLERANCE;
        for (Sample<Y, T> sample : samples) {
            if (bound != null && sample.excess() > largest) {
                largest = sample.excess();
                double allowed = bound.slack() + (sample.target() - bound.slack()) / sample.excess();
                worst = Optional.of(new BoundBreach<>(sample.finding(), sample.surrogate(), allowed));
            }
        }
        return worst;
    }

    /** δ(ε) at a few ε up to the largest regret that was sampled. */
    static <Y, T> List<CurvePoint> curve(CalibrationProblem<Y, T> problem, List<Sample<Y, T>> samples) {
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
        if (bound == null || !hasOneConstant(problem)) {
            return Double.NaN;
        }
        return Math.pow(Math.max(0, epsilon - bound.slack()) / bound.constant(), 2);
    }

    private static boolean hasOneConstant(CalibrationProblem<?, ?> problem) {
        return problem.method().risk().map(SurrogateRisk::hasOneConstant).orElse(true);
    }

    private static @Nullable RegretBound bound(CalibrationProblem<?, ?> problem) {
        Guarantee guarantee = problem.guarantee();
        return guarantee == null ? null : guarantee.bound();
    }

    /** All that was seen; empty where the surrogate's risk is not at hand. */
    <Y, T> List<Sample<Y, T>> samples(CalibrationProblem<Y, T> problem) {
        List<Sample<Y, T>> samples = new ArrayList<>();
        Optional<SurrogateRisk<Y, T>> risk = problem.method().risk();
        if (risk.isEmpty()) {
            return samples;
        }
        Lead<Y> worst = new Lead<>(null, 0);
        try (Rounds<Batch<Y, T>> rounds = new Rounds<>(seed, threads)) {
            for (int done = 0; done < probes; done += Rounds.TASKS * BATCH) {
                int left = probes - done;
                Lead<Y> from = worst;
                int tasks = Math.min(Rounds.TASKS, (left + BATCH - 1) / BATCH);
                for (Batch<Y, T> batch : rounds.run(tasks, (k, random) -> {
                    return batch(problem, risk.get(), from, Math.min(BATCH, left - k * BATCH), random);
                })) {
                    samples.addAll(batch.samples);
                    worst = worst.or(batch.worst);
                }
            }
        }
        return samples;
    }

    /** The worst distribution so far, if any, with its target regret over the root of the surrogate's. */
    private record Lead<Y>(@Nullable LabelDistribution<Y> p, double ratio) {
        /** By more than rounding, so that the search takes the same way on every machine. */
        Lead<Y> or(Lead<Y> other) {
            return other.ratio > ratio * (1 + 1e-9) ? other : this;
        }
    }

    private record Batch<Y, T>(List<Sample<Y, T>> samples, Lead<Y> worst) {}

    private <Y, T> Batch<Y, T> batch(
            CalibrationProblem<Y, T> problem, SurrogateRisk<Y, T> risk, Lead<Y> from, int count, Random random) {
        DistributionSampler<Y> sampler = new DistributionSampler<>(problem, condition, random);
        List<Sample<Y, T>> samples = new ArrayList<>();
        Lead<Y> worst = from;
        for (int k = 0; k < count; k++) {
            Optional<LabelDistribution<Y>> drawn = worst.p != null && random.nextBoolean()
                    ? sampler.near(worst.p)
                    : random.nextBoolean() ? sampler.sparse() : sampler.dirichlet();
            if (drawn.isEmpty()) {
                continue;
            }
            Optional<Sample<Y, T>> sample = sample(problem, risk, drawn.get(), random);
            if (sample.isPresent()) {
                Sample<Y, T> seen = sample.get();
                samples.add(seen);
                worst = worst.or(new Lead<>(drawn.get(), seen.target() / Math.sqrt(seen.surrogate())));
            }
        }
        return new Batch<>(samples, worst);
    }

    private static <Y, T> Optional<Sample<Y, T>> sample(
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
        double excess = bound == null
                ? Double.NaN
                : (finding.regret() - bound.slack())
                        / (bound.constant() * Math.sqrt(surrogate) * Math.max(1, risk.constantShare(p)));
        double ratio = bound == null ? Double.NaN : excess / Math.min(1, risk.constantShare(p));
        return Optional.of(new Sample<>(finding.regret(), surrogate, ratio, excess, finding));
    }
}
