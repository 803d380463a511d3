package io.plumbrank.theory;

import io.plumbrank.target.NoiseCondition;
import io.plumbrank.theory.CheckReport.CurvePoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a distribution at which a surrogate is not calibrated (RAT13, Definition 1): vertices first, then sparse mixtures,
 * then Dirichlet, then hill climbing on the regret of the decoded minimiser. Finding nothing proves nothing; what it finds is
 * exact. The same seed gives the same report.
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
 */
public record CalibrationCheck(
        int trials, long seed, @Nullable NoiseCondition condition) {
    private static final int CLIMB = 100;
    private static final int MOST_LOSSES = 20_000_000;

    /** Checks the number of trials. */
    public CalibrationCheck {
        if (trials < 1) {
            throw new IllegalArgumentException("there must be at least one trial, got " + trials);
        }
    }

    /** Over all distributions. */
    public CalibrationCheck(int trials, long seed) {
        this(trials, seed, null);
    }

    /**
     * Runs the search.
     *
     * @throws IllegalArgumentException if the condition says nothing of this problem's target, or there are too many labels and
     *     predictions
     */
    public <Y, T> CheckReport<Y, T> run(CalibrationProblem<Y, T> problem) {
        long losses = (long) problem.labels().labels().size()
                * problem.losses().predictions().size();
        if (losses > MOST_LOSSES) {
            throw new IllegalArgumentException(
                    losses + " losses of all labels and predictions are too many to search, at most " + MOST_LOSSES
                            + "; take fewer items or grades");
        }
        Search<Y, T> search = new Search<>(problem);
        search.run();
        Optional<Finding<Y, T>> counterexample = new Shrinking<Y, T>(
                        p -> obeys(problem, p) ? problem.examine(p) : Optional.empty())
                .smallest(search.broken.values());
        List<CurvePoint> curve = counterexample.isPresent()
                ? List.of()
                : new RegretSearch(Math.min(trials, RegretSearch.ENOUGH), seed, condition).curve(problem);
        return new CheckReport<>(search.examined, search.uncertified, search.worst, counterexample, curve);
    }

    private <Y> boolean obeys(CalibrationProblem<Y, ?> problem, LabelDistribution<Y> p) {
        return condition == null || problem.conditions().breach(condition, p).isEmpty();
    }

    private final class Search<Y, T> {
        private final CalibrationProblem<Y, T> problem;
        private final DistributionSampler<Y> sampler;
        /** By number of labels, the one of largest regret; one that fails however ties are broken before all others. */
        private final Map<Integer, Finding<Y, T>> broken = new TreeMap<>();

        private int examined;
        private int uncertified;
        private double worst;
        private @Nullable Finding<Y, T> worstFinding;
        private @Nullable Finding<Y, T> climber;

        Search(CalibrationProblem<Y, T> problem) {
            this.problem = problem;
            this.sampler = new DistributionSampler<>(problem, condition, new Random(seed));
        }

        void run() {
            int labels = problem.labels().labels().size();
            for (int y = 0; y < labels && examined < trials / 4; y++) {
                sampler.vertex(y).ifPresent(this::examine);
            }
            // under a condition a draw may come to nothing
            for (int turn = 0; examined < trials && turn < 2 * (long) trials; turn++) {
                if (examined >= trials / 2) {
                    climb(turn);
                } else {
                    (turn % 2 == 0 ? sampler.sparse() : sampler.dirichlet()).ifPresent(this::examine);
                }
            }
        }

        /** Each climb begins anew, every other one at the worst so far, and takes what is no better for the surrogate. */
        private void climb(int turn) {
            Finding<Y, T> from = turn % (2 * CLIMB) == 0 && worstFinding != null ? worstFinding : climber;
            if (from == null || turn % (2 * CLIMB) == CLIMB) {
                sampler.dirichlet().flatMap(this::examine).ifPresent(start -> climber = start);
                return;
            }
            climber = from;
            sampler.near(from.distribution())
                    .flatMap(this::examine)
                    .filter(to -> height(to) >= height(from))
                    .ifPresent(to -> climber = to);
        }

        /** Rounding is no height, so that the search takes the same way on every machine. */
        private double height(Finding<Y, T> finding) {
            return finding.broken() ? finding.regret() : 0;
        }

        private Optional<Finding<Y, T>> examine(LabelDistribution<Y> p) {
            examined++;
            Optional<Finding<Y, T>> finding = problem.examine(p);
            uncertified += finding.isPresent() ? 0 : 1;
            finding.ifPresent(found -> {
                worst = Math.max(worst, found.regret());
                if (worstFinding == null || height(found) > height(worstFinding)) {
                    worstFinding = found;
                }
                if (found.broken()) {
                    broken.merge(p.size(), found, (old, next) -> Shrinking.clearer(old, next));
                }
            });
            return finding;
        }
    }
}
