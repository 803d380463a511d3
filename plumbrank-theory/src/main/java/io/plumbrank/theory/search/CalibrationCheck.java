package io.plumbrank.theory.search;

import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.distributions.LabelDistribution;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a distribution at which a surrogate is not calibrated (RAT13, Definition 1): vertices first, then sparse mixtures,
 * then Dirichlet, then hill climbing on the regret of the decoded minimiser. Finding nothing proves nothing; what it finds is
 * exact. The same seed gives the same report, whatever the threads.
 *
 * <pre>{@code
 * CalibrationProblem<double[], Ranking> problem =
 *         CalibrationProblems.ofMeasure(MeasureSpec.parse("map"), 3, MethodChoice.of("squared"), 1);
 * CheckReport<double[], Ranking> report = new CalibrationCheck(10_000, 1).run(problem);
 * report.counterexample(); // a mixture of three labels, or so
 * }</pre>
 *
 * @param trials how many distributions to examine
 * @param seed of all that is random
 * @param condition which the distributions must obey; null for none
 * @param threads that examine
 */
public record CalibrationCheck(
        int trials, long seed, @Nullable NoiseCondition condition, int threads) {
    private static final int CLIMB = 100;
    private static final int BATCH = 64;

    /** Under a condition a draw may come to nothing; a part of the search gives up after so many draws a trial. */
    private static final int DRAWS = 4;

    private static final int MOST_LOSSES = 20_000_000;

    public CalibrationCheck {
        if (trials < 1) {
            throw new IllegalArgumentException("there must be at least one trial, got " + trials);
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
    }

    /** Over all distributions, by one thread. */
    public CalibrationCheck(int trials, long seed) {
        this(trials, seed, null, 1);
    }

    /**
     * Runs the search.
     *
     * @throws IllegalArgumentException if the condition says nothing of this problem's target, there are too many labels and
     *     predictions, or no minimiser is known at any distribution
     */
    public <Y, T> CheckReport<Y, T> run(CalibrationProblem<Y, T> problem) {
        long losses = (long) problem.labels().labels().size()
                * problem.losses().predictions().size();
        if (losses > MOST_LOSSES) {
            throw new IllegalArgumentException(
                    losses + " losses of all labels and predictions are too many to search, at most " + MOST_LOSSES
                            + "; take fewer items or grades");
        }
        Tally<Y, T> tally = search(problem);
        if (tally.uncertified() > 0 && tally.uncertified() == tally.examined()) {
            throw new IllegalArgumentException("no minimiser of '" + problem.surrogate()
                    + "' could be certified at any of " + tally.examined()
                    + " distributions; a surrogate must be smooth, with one minimiser that is finite");
        }
        Optional<Finding<Y, T>> counterexample = new Shrinking<Y, T>(
                        p -> obeys(problem, p) ? problem.examine(p) : Optional.empty())
                .smallest(tally.broken().values());
        List<RegretSearch.Sample<Y, T>> samples = counterexample.isPresent()
                ? List.of()
                : new RegretSearch(Math.min(trials, RegretSearch.ENOUGH), seed, condition, threads).samples(problem);
        return new CheckReport<>(
                tally.examined(),
                tally.uncertified(),
                tally.worst(),
                counterexample,
                RegretSearch.curve(problem, samples),
                RegretSearch.breach(problem, samples));
    }

    private <Y> boolean obeys(CalibrationProblem<Y, ?> problem, LabelDistribution<Y> p) {
        return condition == null || problem.breach(condition, p).isEmpty();
    }

    private <Y, T> Tally<Y, T> search(CalibrationProblem<Y, T> problem) {
        Tally<Y, T> tally = new Tally<>(problem);
        try (Rounds<Tally<Y, T>> rounds = new Rounds<>(seed, threads)) {
            int vertices = Math.min(problem.labels().labels().size(), trials / 4);
            rounds.run(batches(vertices, BATCH), (k, random) -> {
                        Tally<Y, T> batch = new Tally<>(problem);
                        DistributionSampler<Y> sampler = new DistributionSampler<>(problem, condition, random);
                        for (int y = k * BATCH; y < Math.min(vertices, (k + 1) * BATCH); y++) {
                            sampler.vertex(y).ifPresent(batch::examine);
                        }
                        return batch;
                    })
                    .forEach(tally::add);
            int draws = trials / 2 - tally.examined();
            rounds.run(batches(draws, BATCH), (k, random) -> drawn(problem, Math.min(BATCH, draws - k * BATCH), random))
                    .forEach(tally::add);
            int climbs = trials - tally.examined();
            for (int done = 0; done < climbs; done += Rounds.TASKS * CLIMB) {
                int left = climbs - done;
                Finding<Y, T> worst = tally.worstFinding();
                rounds.run(Math.min(Rounds.TASKS, batches(left, CLIMB)), (k, random) -> {
                            Finding<Y, T> from = k % 2 == 0 ? worst : null;
                            return climbed(problem, from, Math.min(CLIMB, left - k * CLIMB), random);
                        })
                        .forEach(tally::add);
            }
        }
        return tally;
    }

    private static int batches(int count, int size) {
        return (count + size - 1) / size;
    }

    private <Y, T> Tally<Y, T> drawn(CalibrationProblem<Y, T> problem, int count, Random random) {
        Tally<Y, T> batch = new Tally<>(problem);
        DistributionSampler<Y> sampler = new DistributionSampler<>(problem, condition, random);
        for (int turn = 0; batch.examined() < count && turn < DRAWS * count; turn++) {
            (turn % 2 == 0 ? sampler.sparse() : sampler.dirichlet()).ifPresent(batch::examine);
        }
        return batch;
    }

    /** Climbs by steps that are no better for the surrogate; {@code from} is null to begin anywhere. */
    private <Y, T> Tally<Y, T> climbed(
            CalibrationProblem<Y, T> problem, @Nullable Finding<Y, T> from, int count, Random random) {
        Tally<Y, T> batch = new Tally<>(problem);
        DistributionSampler<Y> sampler = new DistributionSampler<>(problem, condition, random);
        Finding<Y, T> climber = from;
        for (int turn = 0; batch.examined() < count && turn < DRAWS * count; turn++) {
            Optional<LabelDistribution<Y>> next =
                    climber == null ? sampler.dirichlet() : sampler.near(climber.distribution());
            Finding<Y, T> to = next.flatMap(batch::examine).orElse(null);
            if (to != null && (climber == null || Tally.height(to) >= Tally.height(climber))) {
                climber = to;
            }
        }
        return batch;
    }
}
